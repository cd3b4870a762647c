"""Servers in processes of their own that are copies of one which has read the program: to read it takes a second."""

import multiprocessing
import os
import sys
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from aiguillage.errors import told_in_one_line

COMMAND = "aiguillage.server.web.command"
COPIES = multiprocessing.get_context("forkserver")
COPIES.set_forkserver_preload([COMMAND])


def serve(arguments: list[str], environment: dict[str, str], log: Path) -> None:
    """What `python -m aiguillage.server.web.command` does, in this process."""
    os.environ.clear()
    os.environ.update(environment)
    with log.open("ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    sys.argv[1:] = arguments
    from aiguillage.server.web.command import app

    with told_in_one_line():
        app()


class Forked:
    """Such a process, to be asked as one of `subprocess` is."""

    def __init__(self, arguments: list[str], environment: dict[str, str], log: Path) -> None:
        self.process: ForkServerProcess = COPIES.Process(target=serve, args=(arguments, environment, log))
        self.process.start()
        assert self.process.pid is not None
        self.pid = self.process.pid

    def poll(self) -> int | None:
        return self.process.exitcode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def wait(self, timeout: float | None = None) -> int:
        self.process.join(timeout)
        assert self.process.exitcode is not None, "it does not end"
        return self.process.exitcode
