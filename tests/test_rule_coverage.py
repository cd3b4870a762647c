"""The coverage of rules counts what it says: tests/conftest.py in a small project of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).with_name("conftest.py")
SETTINGS = """
[tool.pytest.ini_options]
testpaths = ["tests"]
markers = ["rule(*ids): rules", "long: long"]
"""
PROVED = "import pytest\n\n@pytest.mark.rule('A1', 'B2')\ndef test_one():\n    pass\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "docs" / "RULES.md").write_text("# Rules\n- A1  One.\n- B2  Two.\n- B10 Ten.\n")
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    (tmp_path / "tests" / "conftest.py").write_text(CONFTEST.read_text(encoding="utf-8"))
    (tmp_path / "tests" / "test_a.py").write_text(PROVED)
    return tmp_path


def run(project: Path, *arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *arguments],
        cwd=project,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},  # a quicker start
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("where", [(), ("-p", "xdist.plugin", "-n", "2")], ids=["here", "in two processes"])
def test_a_whole_run_fails_below_full_coverage_and_a_skipped_test_proves_nothing(
    project: Path, where: tuple[str, ...]
) -> None:
    skipped = PROVED.replace("'A1', 'B2'", "'B10'").replace("    pass", "    pytest.skip('today')")
    (project / "tests" / "test_b.py").write_text(skipped)
    status, output = run(project, *where)
    assert status == 1
    assert "rules: 2/3 covered" in output
    assert "no test that passed proves: B10" in output


def test_a_whole_run_passes_at_full_coverage(project: Path) -> None:
    (project / "tests" / "test_b.py").write_text(PROVED.replace("'A1', 'B2'", "'B10'"))
    status, output = run(project, "-m", "not long")
    assert status == 0
    assert "rules: 3/3 covered" in output


@pytest.mark.parametrize("arguments", [["tests/test_a.py"], ["-k", "one"]])
def test_a_part_of_the_suite_is_not_judged(project: Path, arguments: list[str]) -> None:
    status, output = run(project, *arguments)
    assert status == 0
    assert "rules:" not in output


def test_an_unknown_rule_is_an_error(project: Path) -> None:
    (project / "tests" / "test_b.py").write_text(PROVED.replace("'A1'", "'A7'"))
    status, output = run(project, "tests/test_b.py")
    assert status == 4
    assert "names rules that docs/RULES.md does not know: ['A7']" in output
