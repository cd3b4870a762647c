"""How much one client may ask for: token buckets, and counters that cannot grow without end."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from time import monotonic


class Bucket:
    """Lets `rate` things a second through, and up to `burst` at once."""

    __slots__ = ("_clock", "_level", "_seen", "burst", "rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self.rate, self.burst = rate, burst
        self._clock = clock
        self._level, self._seen = burst, clock()

    def take(self) -> bool:
        """Whether one more is allowed now; if so it is counted."""
        now = self._clock()
        self._level = min(self.burst, self._level + (now - self._seen) * self.rate)
        self._seen = now
        if self._level < 1.0:
            return False
        self._level -= 1.0
        return True


class Buckets:
    """One bucket for each key; the keys used longest ago are forgotten beyond `most`."""

    def __init__(
        self, rate: float, burst: float, most: int = 10_000, clock: Callable[[], float] = monotonic
    ) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._most = most
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, key: Hashable) -> bool:
        """Whether the key is allowed one more now."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, self._clock)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take()


class Counter:
    """How many of something each key has at the moment."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._counts: dict[Hashable, int] = {}

    def enter(self, key: Hashable) -> bool:
        """Count one more, unless the key has as many as it may."""
        count = self._counts.get(key, 0)
        if count >= self.most:
            return False
        self._counts[key] = count + 1
        return True

    def leave(self, key: Hashable) -> None:
        """Count one less."""
        count = self._counts.get(key, 0) - 1
        if count > 0:
            self._counts[key] = count
        else:
            self._counts.pop(key, None)
