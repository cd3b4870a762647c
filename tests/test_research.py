"""The examples of docs/research.md run as they stand."""

import re
from pathlib import Path

import pytest

DOC = Path(__file__).parents[1] / "docs" / "research.md"
SECTIONS = re.split(r"^## ", DOC.read_text(), flags=re.MULTILINE)
EXAMPLES = [
    (section.partition("\n")[0].split(":")[0], code)
    for section in SECTIONS
    for code in re.findall(r"^```python\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
]
NEEDS = {
    "PettingZoo": "pettingzoo",
    "Gymnasium": "gymnasium",
    "OpenSpiel": "pyspiel",
    "Train your own": "torch",
}


def test_every_example_is_found():
    assert len(EXAMPLES) == DOC.read_text().count("```python") == 10
    assert NEEDS.keys() <= {name for name, _ in EXAMPLES}


@pytest.mark.parametrize(("name", "code"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_example(name, code):
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    exec(compile(code, str(DOC), "exec"), {"__name__": "example"})
