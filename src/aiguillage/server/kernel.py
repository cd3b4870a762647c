"""Compiling the rules while the first page is already served.

The compiler would hold up the event loop, so another process compiles into the cache on disk first; then this
one loads the result, which is quick. Until then games run on the interpreted kernel: the same rules, slower.
"""

import asyncio
import gc
import logging
import sys
from collections.abc import Callable

from aiguillage import bots
from aiguillage.game import kernels

from .protocol import KernelState

LOG = logging.getLogger("aiguillage.kernel")


def warm_up(progress: Callable[[int, int], object] = lambda done, total: None) -> None:
    """Compile the rules, then the bots, or load them from the cache."""
    rules = 0

    def count(done: int, total: int) -> None:
        nonlocal rules
        rules = total
        progress(done, total + 1)

    kernels.warm_up(count)
    bots.warm_up(lambda done, total: progress(rules + (done == total), rules + 1))


def _load() -> None:
    """Load what is compiled. It stays for good: the garbage collector need not stop all tables to look at it."""
    warm_up()
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
        """Compile in another process, then load the result here."""
        if kernels.current().compiled:
            self._ready()
            return
        self.state = KernelState(state="compiling", done=0, total=1, note="The rules are being compiled.")
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "aiguillage.server.kernel"),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            await self._follow(process)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode != 0:
            self.state = KernelState(
                state="failed", done=0, total=1, note="The rules could not be compiled; games run slower."
            )
            LOG.error("kernel not compiled", extra={"status": process.returncode})
            return
        await asyncio.to_thread(_load)
        self._ready()

    async def _follow(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            done, _, total = line.decode().partition(" ")
            if done.isdecimal():
                self.state = self.state.model_copy(update={"done": int(done), "total": int(total)})
        await process.wait()

    def _ready(self) -> None:
        self.state = KernelState(state="ready", done=1, total=1, note="The rules are compiled.")
        LOG.info("kernel ready")


def main() -> None:
    """Compile the rules and the bots and say on stdout how many parts are done."""
    warm_up(lambda done, total: print(done, total, flush=True))


if __name__ == "__main__":
    main()
