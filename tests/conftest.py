"""Which rules the tests prove: every test names the ids of docs/RULES.md with `@pytest.mark.rule("D4")`.

A run of the whole suite prints `rules: X/Y covered` and fails below Y; only tests that ran and passed count.
A mark with an id that the catalogue does not know is an error in every run.
"""

import gc
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parents[1]
RULES = re.findall(r"^- ([A-Z][0-9]+) ", (ROOT / "docs" / "RULES.md").read_text(encoding="utf-8"), re.MULTILINE)
WHOLE_SUITE = ("", "not long")
"""The `-m` expressions under which a run counts as the whole suite."""
LONGEST = (
    *("test_local_engine.py", "test_observe.py", "test_position.py", "test_bots_master.py", "test_simulate.py"),
    *("test_oracles.py", "test_shapes.py", "test_train.py", "test_mutants.py", "test_cli.py", "test_stateful.py"),
)
"""Files that are begun first, so that no worker is left alone with one of them when all others are done."""

settings.register_profile(
    "aiguillage",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("aiguillage")


class Coverage:
    """The rules that a passed test of this run has proved. Reports bring them, for tests may run in other processes."""

    def __init__(self, whole: bool) -> None:
        self.proved: set[str] = set()
        self.whole = whole

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self.proved |= {str(rule) for name, rule in report.user_properties if name == "rule"}

    def missing(self) -> list[str]:
        return [rule for rule in RULES if rule not in self.proved]


COVERAGE = pytest.StashKey[Coverage]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="write the golden files anew (tests/golden)")
    parser.addoption("--interpreted", action="store_true", help="play on the Python source, not on its built kernel")


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()  # until everything is collected: of that nothing is thrown away
    wanted = {Path(argument).resolve() for argument in config.args}
    narrowed = config.getoption("keyword") or config.getoption("deselect") or config.getoption("lf", False)
    everything = wanted <= {ROOT, ROOT / "tests"} and config.getoption("markexpr") in WHOLE_SUITE
    alone = not hasattr(config, "workerinput")  # not a worker of another run
    whole = everything and alone and not narrowed and not config.getoption("collectonly")
    config.stash[COVERAGE] = Coverage(whole)
    config.pluginmanager.register(config.stash[COVERAGE])
    if config.getoption("interpreted"):
        from aiguillage.game import kernels

        kernels.use(kernels.INTERPRETED)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        ids = {rule for mark in item.iter_markers("rule") for rule in mark.args}
        if unknown := sorted(ids - set(RULES)):
            raise pytest.UsageError(f"{item.nodeid} names rules that docs/RULES.md does not know: {unknown}")
        item.user_properties += [("rule", rule) for rule in sorted(ids)]
    items.sort(key=lambda item: item.path.name not in LONGEST)


def pytest_collection_finish() -> None:
    """What stays to the end need not be looked through for rubbish again and again."""
    gc.freeze()
    gc.enable()


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    coverage = session.config.stash[COVERAGE]
    if coverage.whole and exitstatus == pytest.ExitCode.OK and coverage.missing():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    coverage = config.stash[COVERAGE]
    if coverage.whole:
        missing = coverage.missing()
        terminalreporter.write_line(f"rules: {len(RULES) - len(missing)}/{len(RULES)} covered")
        if missing:
            terminalreporter.write_line(f"no test that passed proves: {' '.join(missing)}", red=True)
