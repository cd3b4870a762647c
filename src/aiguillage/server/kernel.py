"""Compiling the rules while the first page is already served.

The compiler would hold up the event loop, so other processes, one for each family of titles, compile into the cache on
disk first; then this one loads the result, which is quick. Until then games run on the interpreted kernel: the same
rules, slower.
"""

import asyncio
import gc
import logging
import sys

from aiguillage import bots
from aiguillage.game import families, kernels

from .protocol import KernelState

PARTS = kernels, bots
DONE = b"done"
LOG = logging.getLogger("aiguillage.kernel")


def _load() -> None:
    """Load what is compiled. It stays for good: the garbage collector need not stop all tables to look at it."""
    for part in PARTS:
        part.warm_up()
    gc.collect()
    gc.freeze()


class KernelWarmer:
    """How far the compilation is."""

    def __init__(self) -> None:
        self.state = KernelState(state="waiting", done=0, total=1, note="The rules are not compiled yet.")

    def skip(self) -> None:
        """Play on the interpreted kernel."""
        self.state = KernelState(state="interpreted", done=0, total=0, note="The rules run interpreted.")

    async def run(self) -> None:
        """Compile in other processes, then load the result here."""
        if kernels.current().compiled:
            self._ready()
            return
        parts = len(PARTS) * len(families.TITLES)
        self.state = KernelState(state="compiling", done=0, total=parts, note="The rules are being compiled.")
        ends = await asyncio.gather(*map(self._compile, families.TITLES))
        if any(ends):
            self.state = KernelState(
                state="failed", done=0, total=1, note="The rules could not be compiled; games run slower."
            )
            LOG.error("kernel not compiled", extra={"status": max(ends, key=abs)})
            return
        await asyncio.to_thread(_load)
        self._ready()

    async def _compile(self, title: str) -> int:
        """Compile what a title needs in another process; the status it ends with."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "aiguillage.server.kernel", title),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                if line.strip() == DONE:
                    self.state = self.state.model_copy(update={"done": self.state.done + 1})
            return await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    def _ready(self) -> None:
        self.state = KernelState(state="ready", done=1, total=1, note="The rules are compiled.")
        LOG.info("kernel ready")


def main(title: str) -> None:
    """Compile what a title needs, and say on stdout whenever a part is done."""
    for part in PARTS:
        part.warm_up([title])
        print(DONE.decode(), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
