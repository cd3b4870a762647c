"""Which Chromium the tests use; `python tests/browser/chromium.py` installs one where there is none."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, Error, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
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
]
MISSING = (
    "The browser tests did not run: there is no Chromium here that starts and none could be installed; install one "
    "(`apt-get install chromium` or `playwright install chromium`), then run `make test-browser`."
)
Command = list[str]


def of_the_system() -> str | None:
    """The program of a Chromium that the system has."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def launch(playwright: Playwright) -> Browser:
    """Start the system's Chromium, or Playwright's own where the system has none that starts."""
    program = of_the_system()
    if program:
        try:
            return playwright.chromium.launch(executable_path=program, args=FLAGS)
        except Error:
            # Ubuntu's package is a script that asks for a snap.
            if not Path(playwright.chromium.executable_path).exists():
                raise
    return playwright.chromium.launch(args=FLAGS)


def starts() -> bool:
    """Whether there is one that starts; without its libraries it does not, nor does Playwright's driver."""
    try:
        with sync_playwright() as playwright:
            launch(playwright).close()
    except Exception:  # the driver raises plain ones when it cannot run
        return False
    return True


def ways() -> Iterator[list[Command]]:
    """The ways to install one here, each as its commands, of which the last counts.

    Lists of packages that cannot be renewed may still be good enough to install from. Playwright's driver wants
    `libatomic1`, which slim systems do not have.
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
        yield [["apt-get", "update", "-q"], [*install, "chromium", "libatomic1"]]
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
