"""Where blocks are played: on threads, in processes, or on a Ray cluster. The same function everywhere."""

import multiprocessing
import socket
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from aiguillage.arena.lineups import Block
from aiguillage.arena.play import Played, play_block
from aiguillage.errors import AiguillageError, MissingExtra


def play_blocks(blocks: list[Block], threads: int, ray_address: str | None = None) -> Iterator[Played]:
    """Play the blocks and yield what came of them as they are done, in no particular order."""
    if ray_address is not None:
        yield from _on_ray(blocks, ray_address)
        return
    compiled = [block for block in blocks if block.line_up.compiled]
    others = [block for block in blocks if not block.line_up.compiled]
    if compiled:  # compiled code lets go of Python's lock
        yield from _on_executor(ThreadPoolExecutor(threads), compiled)
    if others and min(threads, len(others)) == 1:
        yield from map(play_block, others)
    elif others:
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(min(threads, len(others)), mp_context=context)
        try:
            yield from _on_executor(pool, others)
        except BrokenProcessPool:
            raise AiguillageError(
                "A process in which bots were playing ended all of a sudden: a bot brought it down, or the memory "
                "ran out; --threads 1 plays in this process."
            ) from None


def _on_executor(executor: Executor, blocks: list[Block]) -> Iterator[Played]:
    try:
        for future in as_completed([executor.submit(play_block, block) for block in blocks]):
            yield future.result()
    finally:
        executor.shutdown(cancel_futures=True)


def _on_ray(blocks: list[Block], address: str) -> Iterator[Played]:
    ray = _connect(address)
    try:
        remote = ray.remote(play_block)
        waiting = [remote.remote(block) for block in blocks]
        while waiting:
            done, waiting = ray.wait(waiting)
            for reference in done:
                yield ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise AiguillageError(str(error.cause)) from error
    except ray.exceptions.RayError as error:
        raise AiguillageError(f"The Ray cluster at {address} failed: {error}") from error
    finally:
        ray.shutdown()


def _connect(address: str) -> Any:
    """Ray, connected to a cluster; `local` starts one on this machine."""
    try:
        import ray
    except ImportError as error:
        raise MissingExtra("Ray", "ray") from error
    try:
        _knock(address)
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except (OSError, RuntimeError, ValueError) as error:
        raise AiguillageError(
            f"There is no Ray cluster at {address}: {str(error).splitlines()[0]}; --ray local starts one here."
        ) from error
    return ray


def _knock(address: str) -> None:
    """See that somebody listens: Ray itself would wait for a minute and a half before it gives up."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
