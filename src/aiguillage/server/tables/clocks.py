"""Thinking time: what was used is in the log; what runs now is counted here, while somebody is there.

The time of day, which may be set by hours while a game is on, matters only to clocks that always run: they count
while the server is down.
"""

from collections.abc import Callable, Iterable
from time import monotonic_ns

from ..protocol import Clock, ClockState
from ..store.rows import Header, Turn
from .course import Course
from .standstill import Standstill


def passing() -> int:
    """Milliseconds that pass evenly, from no particular moment."""
    return monotonic_ns() // 1_000_000


class ThinkingTime:
    """The stop-watch of the decision that is due. Time that the server was down enters it only where the table's
    clocks always run."""

    def __init__(self, now: Callable[[], int] = passing) -> None:
        self._now = now
        self._before = 0
        self._since: int | None = None

    def restart(self, running: bool, before: int = 0) -> None:
        """A decision is due, and has been for so many milliseconds that count."""
        self._before = max(0, before)
        self._since = self._now() if running else None

    def run(self, running: bool) -> None:
        """Go on, or pause because nobody is there."""
        if running and self._since is None:
            self._since = self._now()
        elif not running and self._since is not None:
            self._before = self.elapsed()
            self._since = None

    def elapsed(self) -> int:
        """Milliseconds since the decision became due, pauses left out."""
        return self._before + (0 if self._since is None else max(0, self._now() - self._since))

    @property
    def running(self) -> bool:
        """Whether time passes."""
        return self._since is not None


def time_left(clock: Clock, course: Course, seat: int, elapsed: int) -> int:
    """Milliseconds that a seat has left; `elapsed` is what its due decision has taken so far."""
    if clock.kind == "bank":
        full = 1000 * (clock.seconds + clock.increment * course.turns[seat])
        return full - course.spent[seat] - elapsed
    turn, spent = course.turn_spent[seat]
    same_turn = course.turns[seat] > 0 and turn == course.turn
    return 1000 * clock.seconds - (spent if same_turn else 0) - elapsed


def turn_of(header: Header, course: Course | None, now: int, still: Standstill) -> Turn | None:
    """Whom a table waits for; nobody while it stands still, and then what has a time is that it goes on."""
    if course is None or header.status != "playing":
        return None
    if still.since is not None:
        return Turn((), still.since, still.until)
    waiting = tuple(seat for seat in course.due() if header.seats[seat].player is None)
    clock, deadline = header.options.clock, None
    if clock.always and clock.kind != "none" and waiting:
        elapsed = still.counted(course.due_since, now)
        deadline = now + min(time_left(clock, course, seat, elapsed) for seat in waiting)
    return Turn(waiting, course.due_since, deadline)


def clock_state(clock: Clock, course: Course, due: Iterable[int], time: ThinkingTime, now: int) -> ClockState | None:
    """The clocks as clients are told; None without a clock."""
    if clock.kind == "none":
        return None
    waiting = set(due)
    left = [
        time_left(clock, course, seat, time.elapsed() if seat in waiting else 0) for seat in range(len(course.spent))
    ]
    return ClockState(
        now=now,
        left=[max(0, value) for value in left],
        running=sorted(waiting) if time.running else [],
    )
