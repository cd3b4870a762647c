"""Bots for the tests of the arena."""

import os
import time


class Last:
    """Always the last of the legal actions."""

    def __init__(self, seed):
        pass

    def choose(self, seen):
        return seen.legal[-1]


class AlsoLast(Last):
    """The same under another name."""


class Cheat(Last):
    """Answers what is never legal."""

    def choose(self, seen):
        return "pass"


class Raiser(Last):
    """Makes a mistake."""

    def choose(self, seen):
        return seen.legal[1 // 0]


class Mute(Last):
    """Says nothing."""

    def choose(self, seen):
        return None


class Napper(Last):
    """Takes a tenth of a second."""

    def choose(self, seen):
        time.sleep(0.1)
        return seen.legal[-1]


class Sleeper(Last):
    """Never answers, and swallows what would wake it."""

    def choose(self, seen):
        while True:
            try:
                time.sleep(1)
            except Exception:
                continue


class Leaver(Last):
    """Takes its process along."""

    def choose(self, seen):
        os._exit(1)


class NoSeed:
    """Cannot be made with a seed."""

    def __init__(self):
        pass
