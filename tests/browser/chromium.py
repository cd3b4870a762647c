"""Which Chromium the tests use; `python tests/browser/chromium.py` installs one where there is none."""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")
MISSING = (
    "The browser tests did not run: there is no Chromium here and none could be installed. Install one "
    "(`apt-get install chromium` or `playwright install chromium`), then run `make test-browser`."
)


def of_the_system() -> str | None:
    """The program of a Chromium that the system has."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def of_playwright() -> bool:
    """Whether Playwright has fetched its own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path).exists()


def _ways() -> list[list[list[str]]]:
    """The ways to install one here, each as its commands: the system's, if we may, else Playwright's own."""
    fetch = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        return [[["apt-get", "update", "-q"], ["apt-get", "install", "-q", "-y", "chromium"]], fetch]
    return [fetch]


@cache
def install() -> bool:
    """Make sure that there is a Chromium; false if there can be none."""
    if of_the_system() or of_playwright():
        return True
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for way in _ways():
        print(f"There is no Chromium here for the browser tests; trying `{' '.join(way[-1])}`.", flush=True)
        if all(subprocess.run(command, env=quiet).returncode == 0 for command in way):
            return True
    print(MISSING, file=sys.stderr)
    return False


if __name__ == "__main__":
    install()
