"""Which Chromium the tests use; `python tests/browser/chromium.py` installs one where there is none."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, BrowserType, Error, sync_playwright

# The one without windows draws the same pages with less work, for there is nothing around them.
BARE = "chromium-headless-shell"
WHOLE = ("chromium", "chromium-browser", "google-chrome")
# A second list replaces Playwright's, so that what it leaves out for good reasons stands here again; the last two are
# two pages of the address bar, which nobody sees and which take as long as ours with every window.
WITHOUT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
)
FLAGS = [
    f"--disable-features={','.join(WITHOUT)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Nobody sees these pages: to draw them in few pieces and without fringes is a tenth of all the work less.
    "--default-tile-width=2048",
    "--default-tile-height=2048",
    "--disable-lcd-text",
]
MISSING = (
    "The browser tests did not run: there is no Chromium here that starts and none could be installed; install one "
    "(`apt-get install chromium` or `playwright install chromium`), then run `make test-browser`."
)
Command = list[str]


def of_the_system(*names: str) -> str | None:
    """The program of a Chromium that the system has."""
    return next(filter(None, map(shutil.which, names)), None)


def launch(kind: BrowserType, whole: bool = False) -> Browser:
    """Start the system's Chromium, or Playwright's own where the system has none that starts.

    Only a `whole` one shows notifications.
    """
    program = of_the_system(*WHOLE) if whole else of_the_system(BARE, *WHOLE)
    if program:
        try:
            return kind.launch(executable_path=program, args=FLAGS)
        except Error:
            # Ubuntu's package is a script that asks for a snap.
            if not Path(kind.executable_path).exists():
                raise
    return kind.launch(channel="chromium" if whole else None, args=FLAGS)


def starts() -> bool:
    """Whether there is one that starts; without its libraries it does not, nor does Playwright's driver."""
    try:
        with sync_playwright() as playwright:
            launch(playwright.chromium).close()
            launch(playwright.chromium, whole=True).close()
    except Exception:  # the driver raises plain ones when it cannot run
        return False
    return True


def ways() -> Iterator[list[Command]]:
    """The ways to install one here, each as its commands, of which the last counts.

    Lists of packages that cannot be renewed may still be good enough to install from, and older systems do without the
    one that has no windows. Playwright's driver wants `libatomic1`, which slim systems do not have.
    """
    fetch = [sys.executable, "-m", "playwright", "install"]
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        install = [
            "apt-get",
            "install",
            "-q",
            "-y",
            "--no-install-recommends",
            "-o",
            "DPkg::Lock::Timeout=300",
        ]
        yield [["apt-get", "update", "-q"], [*install, BARE], [*install, "chromium", "libatomic1"]]
        yield [[*fetch, "--with-deps", "chromium"]]
    else:
        yield [[*fetch, "chromium"]]


@cache
def install() -> bool:
    """Make sure that there is a Chromium that starts; false if there can be none."""
    if starts():
        return True
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for way in ways():
        print(f"There is no Chromium here for the browser tests; trying `{' '.join(way[-1])}`.", flush=True)
        codes = [subprocess.run(command, env=quiet, stdin=subprocess.DEVNULL).returncode for command in way]
        if codes[-1] == 0 and starts():
            return True
    return False


if __name__ == "__main__":
    sys.exit(None if install() else MISSING)
