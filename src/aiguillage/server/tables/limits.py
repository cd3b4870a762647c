"""How much one client may ask for: token buckets, and counters that cannot grow without end."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Any

from .refused import Refused


def network_of(address: str) -> str:
    """Whom an address counts for: itself, or the /64 that one person's IPv6 address is drawn from."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return ":".join(found.exploded.split(":")[:4]) + "::/64"


def asker(scope: Mapping[str, Any]) -> str:
    """Whom a request counts for."""
    return network_of((scope.get("client") or ("?",))[0])


class Bucket:
    """Lets `rate` things a second through, and up to `burst` at once."""

    __slots__ = ("_clock", "_level", "_seen", "burst", "rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self.rate, self.burst = rate, burst
        self._clock = clock
        self._level, self._seen = burst, clock()

    def take(self, amount: float = 1.0) -> bool:
        """Whether so many more are allowed now; if so they are counted."""
        now = self._clock()
        self._level = min(self.burst, self._level + (now - self._seen) * self.rate)
        self._seen = now
        if self._level < amount:
            return False
        self._level -= amount
        return True


class Budgets:
    """So many seconds of work a minute for each key, paid afterwards; who is in debt waits."""

    def __init__(self, per_minute: float, most: int = 10_000, clock: Callable[[], float] = monotonic) -> None:
        self._per_minute, self._clock = per_minute, clock
        self._most = most
        self._debts: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()  # what was spent, and when

    def spent(self, key: Hashable) -> float:
        """What a key still owes of what it spent."""
        debt, since = self._debts.get(key, (0.0, 0.0))
        return max(0.0, debt - (self._clock() - since) * self._per_minute / 60)

    def affords(self, key: Hashable) -> bool:
        """Whether the key may spend more now."""
        return self.spent(key) < self._per_minute

    def charge(self, key: Hashable, seconds: float) -> None:
        """The key spent so much."""
        self._debts[key] = self.spent(key) + seconds, self._clock()
        self._debts.move_to_end(key)
        if len(self._debts) > self._most:
            self._debts.popitem(last=False)


class Account:
    """Whose seconds are spent when something takes long: those of a network."""

    def __init__(self, budgets: Budgets, network: str) -> None:
        self._budgets, self.network = budgets, network

    def check(self) -> None:
        """Refused to those who had a lot done; asked before waiting, and again when the turn has come."""
        if not self._budgets.affords(self.network):
            raise Refused("rate", "The server has read and replayed a lot for you; wait a minute.", status=429)

    def charge(self, seconds: float) -> None:
        """So much was spent."""
        self._budgets.charge(self.network, seconds)


class Buckets:
    """One bucket for each key; the keys used longest ago are forgotten beyond `most`."""

    def __init__(self, rate: float, burst: float, most: int = 10_000, clock: Callable[[], float] = monotonic) -> None:
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


class Kept:
    """What was made lately, as long as it has so many bytes in all; what was used longest ago is forgotten first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()

    def find(self, key: Hashable) -> bytes | None:
        """What is kept under a key."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def keep(self, key: Hashable, made: bytes) -> None:
        """Keep something, if it is not there already."""
        if key in self._kept:
            return
        self._kept[key] = made
        self._size += len(made)
        while self._size > self._most:
            self._size -= len(self._kept.popitem(last=False)[1])


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
