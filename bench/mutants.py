"""Whether the rule tests can fail: break the program on purpose, one rule at a time, and see that rule's tests go red.

Each line of `mutant_table.py` is a mutant: a rule, a file, a text in it, and what stands there instead. Of a mutant of
R9 only the tests that are marked with R9 run, interpreted, of the files that do not name the built kernel and up to the
first that fails, on a copy of the package in which that one file differs. A mutant that none of them notices survives:
then a test is missing. A mutant whose text is not there once, or which cannot be imported, or which a slip in the new
text gave away, is none, and that is an error. `make mutants` runs them all; `python bench/mutants.py R9 U3` those of
some rules; `--sample` a few.
"""

import argparse
import multiprocessing
import os
import re
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "aiguillage"
RULES = re.findall(r"^- ([A-Z][0-9]+) ", (ROOT / "docs" / "RULES.md").read_text(encoding="utf-8"), re.MULTILINE)
EACH = 3  # mutants of every rule, at least
SAMPLE = 13  # one in so many is in the sample
LIMIT = 120  # seconds of processor time; the tests of a rule take a few
OPTIONS = ("-x", "--assert=plain", "-p", "no:cacheprovider", "--interpreted")
NO_MUTANT = (NameError, ImportError, SyntaxError, AttributeError, TypeError)
"""What a slip in the new text raises there, and a broken rule does not."""


class Mutant(NamedTuple):
    rule: str
    file: str  # in the package; of the kernel without its folder
    old: str
    new: str

    @property
    def path(self) -> Path:
        return Path(self.file if "/" in self.file else f"rules/{self.file}")

    @property
    def stale(self) -> bool:
        """Whether the text is not there, or there more than once."""
        return (PACKAGE / self.path).read_text(encoding="utf-8").count(self.old) != 1

    def __str__(self) -> str:
        old, new = (" / ".join(line.strip() for line in text.splitlines()) for text in (self.old, self.new))
        return f"{self.rule:4} {self.path}: {old[:50]} -> {new[:90] or 'nothing'}"


def table() -> list[Mutant]:
    from mutant_table import MUTANTS

    return [Mutant(*line) for line in MUTANTS]


def faults(mutants: list[Mutant]) -> Iterator[str]:
    """What is wrong with the table itself."""
    count = Counter(mutant.rule for mutant in mutants)
    for rule in RULES:
        if count[rule] < EACH:
            yield f"{rule} has {count[rule]} mutants, fewer than {EACH}"
    for rule in count.keys() - set(RULES):
        yield f"{rule} is no rule of docs/RULES.md"
    for mutant in mutants:
        if mutant.stale:
            yield f"the old text is not there once: {mutant}"
    for mutant, times in Counter(mutants).items():
        if times > 1:
            yield f"twice in the table: {mutant}"


def lay_over(folder: Path, mutant: Mutant) -> None:
    """The package in another folder, all of it links but the file that differs."""
    copy, original = folder / "aiguillage", PACKAGE
    for part in mutant.path.parts:
        copy.mkdir()
        for entry in original.iterdir():
            if entry.name not in (part, "__pycache__"):
                (copy / entry.name).symlink_to(entry)
        copy, original = copy / part, original / part
    text = original.read_text(encoding="utf-8")
    copy.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")


class RuleTests:
    """Lets only the tests of a rule run."""

    def __init__(self, rule: str) -> None:
        self.rule = rule
        self.ran = 0
        self.failure: tuple[str, Any] | None = None

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = [item for item in items if self.wants(item)]

    def wants(self, item: Any) -> bool:
        marked = any(self.rule in mark.args for mark in item.iter_markers("rule"))
        return marked and not any(item.get_closest_marker(name) for name in ("long", "volume"))

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.ran += report.when == "call"

    def pytest_exception_interact(self, node: Any, call: Any) -> None:
        self.failure = (node.nodeid, call.excinfo)


def try_mutant(mutant: Mutant) -> tuple[Mutant, str, str]:
    """The mutant, what became of it (killed, SURVIVED or BROKEN), and by what."""

    def stop(*_: Any) -> None:
        raise TimeoutError

    files = [
        str(path)
        for path in sorted((ROOT / "tests").glob("test_*.py"))
        if f'"{mutant.rule}"' in (text := path.read_text(encoding="utf-8")) and "COMPILED" not in text
    ]
    watch = RuleTests(mutant.rule)
    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    os.chdir(ROOT)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # a quicker start
    sys.dont_write_bytecode = True
    with tempfile.TemporaryDirectory() as folder, open(os.devnull, "w") as nowhere:
        lay_over(Path(folder), mutant)
        sys.path.insert(0, folder)
        with redirect_stdout(nowhere), redirect_stderr(nowhere):
            pytest.main([*OPTIONS, *files], plugins=[watch])
    signal.setitimer(signal.ITIMER_PROF, 0)
    if watch.failure is None:
        return mutant, "SURVIVED" if watch.ran else "BROKEN", f"{watch.ran} tests"
    test, error = watch.failure
    inside = Path(error.traceback[-1].path).name == mutant.path.name
    if "::" not in test or error.type is TimeoutError or (inside and issubclass(error.type, NO_MUTANT)):
        return mutant, "BROKEN", f"{error.typename} in {test}"
    return mutant, "killed", test


def run(mutants: list[Mutant], jobs: int) -> Iterator[tuple[Mutant, str, str]]:
    """Try mutants, each in a process of its own that finds what all of them import imported already."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["pytest", "hypothesis", "networkx", "numpy", "tomllib"])
    with context.Pool(jobs, maxtasksperchild=1) as pool:
        yield from pool.imap_unordered(try_mutant, mutants, chunksize=1)


def main() -> int:
    parser = argparse.ArgumentParser(description="break the rules one by one and see the tests notice")
    parser.add_argument("rules", nargs="*", help="only the mutants of these rules")
    parser.add_argument("--sample", action="store_true", help=f"one mutant in {SAMPLE}")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    wish = parser.parse_args()
    mutants = table()
    wrong = list(faults(mutants))
    if wish.rules:
        mutants = [mutant for mutant in mutants if mutant.rule in wish.rules]
    if wish.sample:
        mutants = mutants[::SAMPLE]
    # A comment put in changes nothing, so it must survive: the tests fail by what was broken, not by being run here.
    control = Mutant("T2", "turn.py", "@kernel\ndef legal_simple(", "# control\n@kernel\ndef legal_simple(")
    killed = 0
    for mutant, result, by in run([control, *(m for m in mutants if not m.stale)], wish.jobs):
        if mutant == control:
            if result != "SURVIVED":
                wrong.append(f"tests fail without a mutant: {by}")
        elif result == "killed":
            killed += 1
        else:
            wrong.append(f"{result} ({by}) {mutant}")
        if not wish.sample:
            print(f"{result:8} {mutant}", flush=True)
    for line in wrong:
        print(line)
    print(f"mutants: {killed}/{len(mutants)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
