"""The types of the kernel's records say what the records are."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_types_have_the_fields_of_the_records():
    done = subprocess.run(
        [sys.executable, "tools/records.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
