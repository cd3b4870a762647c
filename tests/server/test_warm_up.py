"""The rules are compiled in processes of their own, one for each family, and nothing of that is left behind."""

import asyncio
from typing import Any

import pytest

from aiguillage.game import families, kernels
from aiguillage.server import kernel
from aiguillage.server.kernel import KernelWarmer


@pytest.fixture
def warmer(monkeypatch: pytest.MonkeyPatch) -> KernelWarmer:
    """One that begins with the interpreted rules, and loads nothing into the process of the tests."""
    monkeypatch.setattr(kernels, "_current", kernels.INTERPRETED)
    monkeypatch.setattr(kernel, "_load", lambda: None)
    return KernelWarmer()


def test_it_says_how_far_it_is(warmer: KernelWarmer, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr(kernel, "_load", lambda: seen.append(warmer.state))
    asyncio.run(warmer.run())
    assert [(state.state, state.done, state.total) for state in seen] == [("compiling", 4, 4)]
    assert warmer.state.state == "ready"


def test_what_cannot_be_compiled_is_said(warmer: KernelWarmer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(families, "TITLES", ("cardgame", "nowhere"))
    asyncio.run(warmer.run())
    assert warmer.state.state == "failed"


def test_a_server_that_stops_ends_its_compilers(
    warmer: KernelWarmer, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[asyncio.subprocess.Process] = []
    create = asyncio.create_subprocess_exec

    async def watched(*words: Any, **options: Any) -> asyncio.subprocess.Process:
        started.append(await create(*words, **options))
        return started[-1]

    async def work() -> None:
        running = asyncio.create_task(warmer.run())
        while len(started) < len(families.TITLES):
            await asyncio.sleep(0.01)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        async with asyncio.timeout(60):
            await asyncio.gather(*(process.wait() for process in started))

    monkeypatch.setattr(asyncio, "create_subprocess_exec", watched)
    asyncio.run(work())
    assert all(process.returncode == -9 for process in started)
