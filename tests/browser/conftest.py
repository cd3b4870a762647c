"""A real browser and a real server: what people do, done by a program that only sees the page."""

from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Literal

import chromium
import pytest
from hands import Person, Station

from programs import client_build

WHY_NOT = pytest.StashKey[str]()
FAILED = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--screenshots", action="store_true", help="take the pictures of docs/screenshots anew")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Pictures are taken when they are asked for; nothing is started for them otherwise."""
    if not config.getoption("--screenshots", default=False):
        for item in items:
            if item.path.name == "test_pictures.py":
                item.add_marker(pytest.mark.skip("pictures are taken with --screenshots"))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Tests that were skipped for want of a browser must not look like tests that passed."""
    if reason := config.stash.get(WHY_NOT, ""):
        terminalreporter.write_line(reason, red=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note a failure, so that the browsers can be photographed before they close."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session")
def client() -> None:
    """The client is built from the sources as they are."""
    tool = client_build()
    if tool.is_stale():
        tool.build()


def how_long(fixture_name: str, config: pytest.Config) -> Literal["session", "module"]:
    """An open browser would keep the tests of other folders from running their own loops."""
    here = Path(__file__).parent
    wanted = [Path(argument.partition("::")[0]).resolve() for argument in config.args]
    return "session" if all(here in (path, *path.parents) for path in wanted) else "module"


@pytest.fixture(scope=how_long)
def browser(request: pytest.FixtureRequest, client: None) -> Iterator[Any]:
    """A Chromium for all tests of this folder, or for each file where tests of other folders run too."""
    from playwright.sync_api import sync_playwright

    if not chromium.install():
        request.config.stash[WHY_NOT] = chromium.MISSING
        pytest.skip(chromium.MISSING)
    with sync_playwright() as playwright:
        program = chromium.launch(playwright.chromium)
        yield program
        program.close()


@pytest.fixture(scope="session")
def station(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Station]:
    """A server of its own process, on its own database, with bots that do not wait."""
    with Station(tmp_path_factory.mktemp("station")) as running:
        yield running


@pytest.fixture
def visitor(request: pytest.FixtureRequest, browser: Any) -> Iterator[Callable[..., Person]]:
    """Makes people at a station: each has a browser profile of its own. After a failure their screens are kept."""
    people: list[Person] = []

    def arrive(station: Any, **traits: Any) -> Person:
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


@pytest.fixture
def person(visitor: Callable[..., Person], station: Station) -> Callable[..., Person]:
    """The same at the station that all tests share."""
    return partial(visitor, station)
