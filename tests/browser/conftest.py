"""A real browser and a real server: what people do, done by a program that only sees the page."""

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hands import Person, Station

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MISSING = (
    "The browser tests did not run: there is no Chromium here. Install one (apt-get install chromium) or let "
    "`playwright install chromium` fetch one, then run `pytest tests/browser`."
)
WHY_NOT = pytest.StashKey[str]()
FAILED = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--screenshots", action="store_true", help="take the pictures of docs/screenshots anew")


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Tests that were skipped for want of a browser must not look like tests that passed."""
    if reason := config.stash.get(WHY_NOT, ""):
        terminalreporter.write_line(reason, red=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[Any]:
    """Note a failure, so that the browsers can be photographed before they close."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


def _program() -> str | None:
    """A Chromium of the system, if there is one."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="session")
def client() -> None:
    """The client is built from the sources as they are."""
    spec = importlib.util.spec_from_file_location("client_build", ROOT / "web" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    tool.install()
    if tool.is_stale():
        tool.build()


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest, client: None) -> Iterator[Any]:
    """A Chromium for one file of tests: an open one would keep other files from running their own loops."""
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as playwright:
        program = _program()
        if program is None and not Path(playwright.chromium.executable_path).exists():
            install = [sys.executable, "-m", "playwright", "install", "chromium"]
            subprocess.run(install, capture_output=True, timeout=300)
        try:
            chromium = playwright.chromium.launch(executable_path=program, args=FLAGS)
        except Error:
            request.config.stash[WHY_NOT] = MISSING
            pytest.skip(MISSING)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def station(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Station]:
    """A server of its own process, on its own database, with bots that do not wait."""
    with Station(tmp_path_factory.mktemp("station")) as running:
        yield running


@pytest.fixture
def person(request: pytest.FixtureRequest, browser: Any, station: Station) -> Iterator[Callable[..., Person]]:
    """Makes people: each has a browser profile of its own. After a failure their screens are kept."""
    people: list[Person] = []

    def arrive(**traits: Any) -> Person:
        people.append(Person(browser, station, **traits))
        return people[-1]

    yield arrive
    for number, one in enumerate(people):
        if request.node.stash.get(FAILED, False):
            folder = request.config.cache.mkdir("browser")
            one.page.screenshot(path=folder / f"{request.node.name}-{number}.png")
            print(f"person {number} saw {folder}/{request.node.name}-{number}.png")
        one.context.close()
    for one in people:
        assert not one.faults, f"the page complained: {one.faults}"
