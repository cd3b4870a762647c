"""How a Chromium is found and installed: by the system's packages for root, else by Playwright, else one sentence."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chromium
import pytest

SCRIPT = Path(chromium.__file__)
FETCH = [sys.executable, "-m", "playwright", "install"]


class Machine:
    """A computer of the imagination: who we are on it, which commands work, and what was run."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, root: bool, apt: bool) -> None:
        self.ran: list[list[str]] = []
        self.works: set[str] = set()
        self.lacks: set[str] = set()
        self.has_one = False
        monkeypatch.setattr(os, "geteuid", lambda: 0 if root else 1000, raising=False)
        monkeypatch.setattr("chromium.shutil.which", lambda name: f"/usr/bin/{name}" if apt else None)
        monkeypatch.setattr("chromium.subprocess.run", self.run)
        monkeypatch.setattr(chromium, "starts", lambda: self.has_one)

    def run(self, command: list[str], **how: Any) -> subprocess.CompletedProcess[bytes]:
        assert how["stdin"] == subprocess.DEVNULL
        assert how["env"]["DEBIAN_FRONTEND"] == "noninteractive"
        self.ran.append(command)
        good = command[0] in self.works and not self.lacks & set(command)
        self.has_one |= good and "install" in command
        return subprocess.CompletedProcess(command, 0 if good else 100)


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    chromium.install.cache_clear()
    yield
    chromium.install.cache_clear()


def test_root_on_debian_installs_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a question, and even when the lists of packages could not be renewed."""
    here = Machine(monkeypatch, root=True, apt=True)
    here.works = {"apt-get"}
    assert chromium.install()
    update, *installs = here.ran
    assert update[:2] == ["apt-get", "update"]
    for install, package in zip(installs, (chromium.BARE, "chromium"), strict=True):
        assert install[:2] == ["apt-get", "install"]
        assert "-y" in install
        assert package in install


def test_an_older_system_does_without_the_bare_one(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Machine(monkeypatch, root=True, apt=True)
    here.works = {"apt-get"}
    here.lacks = {chromium.BARE}
    assert chromium.install()
    assert "chromium" in here.ran[-1]


def test_root_without_the_package_asks_playwright(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the libraries it needs, since root may install them."""
    here = Machine(monkeypatch, root=True, apt=True)
    here.works = {sys.executable}
    assert chromium.install()
    assert here.ran[-1] == [*FETCH, "--with-deps", "chromium"]


@pytest.mark.parametrize(("root", "apt"), [(False, True), (False, False), (True, False)])
def test_everybody_else_asks_playwright(monkeypatch: pytest.MonkeyPatch, root: bool, apt: bool) -> None:
    here = Machine(monkeypatch, root=root, apt=apt)
    here.works = {sys.executable}
    assert chromium.install()
    assert here.ran == [[*FETCH, "chromium"]]


def test_one_that_is_there_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Machine(monkeypatch, root=True, apt=True)
    here.has_one = True
    assert chromium.install()
    assert here.ran == []


def test_without_any_there_is_one_sentence(tmp_path: Path) -> None:
    """The command as `make` runs it, where no program can be found and nothing can be fetched."""
    nowhere = {
        "PATH": str(tmp_path),
        "HOME": str(tmp_path),
        "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "browsers"),
        "PLAYWRIGHT_DOWNLOAD_HOST": "http://127.0.0.1:9",
    }
    done = subprocess.run([sys.executable, SCRIPT], env=nowhere, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == chromium.MISSING
    assert "Traceback" not in done.stderr
