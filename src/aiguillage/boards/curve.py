"""The curves that tracks are drawn along, and how much of each end the neighbours need."""

import math
from dataclasses import dataclass
from functools import cached_property

STEPS = 60
LOOK_AHEAD = 42.0  # where the direction is taken in which a curve leaves its place


@dataclass(frozen=True)
class Curve:
    """A quadratic curve from `a` to `b` whose middle stands `bend` off the straight line, to its right."""

    a: tuple[float, float]
    b: tuple[float, float]
    bend: float = 0.0

    @cached_property
    def control(self) -> tuple[float, float]:
        """The point that pulls the curve: twice as far off as the curve's middle."""
        dx, dy = self.b[0] - self.a[0], self.b[1] - self.a[1]
        distance = math.hypot(dx, dy) or 1.0
        return (
            (self.a[0] + self.b[0]) / 2 - dy / distance * self.bend * 2,
            (self.a[1] + self.b[1]) / 2 + dx / distance * self.bend * 2,
        )

    @cached_property
    def _samples(self) -> list[tuple[float, float, float]]:
        """Points of the curve with the length of the curve up to each."""
        samples: list[tuple[float, float, float]] = []
        length = 0.0
        for step in range(STEPS + 1):
            x, y = self._point(step / STEPS)
            if samples:
                length += math.hypot(x - samples[-1][0], y - samples[-1][1])
            samples.append((x, y, length))
        return samples

    def _point(self, t: float) -> tuple[float, float]:
        s = 1 - t
        (ax, ay), (cx, cy), (bx, by) = self.a, self.control, self.b
        return s * s * ax + 2 * s * t * cx + t * t * bx, s * s * ay + 2 * s * t * cy + t * t * by

    @property
    def length(self) -> float:
        return self._samples[-1][2]

    def at(self, distance: float, off: float = 0.0) -> tuple[float, float, float]:
        """The point after a distance along the curve, moved `off` to its right, and the angle in degrees."""
        distance = min(max(distance, 0.0), self.length)
        step = 1
        while step < STEPS and self._samples[step][2] < distance:
            step += 1
        before, after = self._samples[step - 1], self._samples[step]
        part = (distance - before[2]) / ((after[2] - before[2]) or 1.0)
        x = before[0] + part * (after[0] - before[0])
        y = before[1] + part * (after[1] - before[1])
        t = (step - 1 + part) / STEPS
        (ax, ay), (cx, cy), (bx, by) = self.a, self.control, self.b
        dx = (1 - t) * (cx - ax) + t * (bx - cx)
        dy = (1 - t) * (cy - ay) + t * (by - cy)
        speed = math.hypot(dx, dy) or 1.0
        return x - dy / speed * off, y + dx / speed * off, math.degrees(math.atan2(dy, dx))

    def path(self, start: float, end: float, off: float = 0.0) -> str:
        """The piece of the curve between two distances, as SVG path data."""
        pieces = max(2, int((end - start) / 12))
        points = (self.at(start + (end - start) * piece / pieces, off) for piece in range(pieces + 1))
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y, _ in points)

    def heading(self, from_b: bool) -> float:
        """The direction, in radians, in which the curve leaves one of its ends."""
        origin = self.b if from_b else self.a
        x, y, _ = self.at(self.length - LOOK_AHEAD if from_b else LOOK_AHEAD)
        return math.atan2(y - origin[1], x - origin[0])


def trims(ends: list[tuple[float, float]], least: float) -> list[float]:
    """How far from their common place bands must start so that no two overlap.

    Each end is a heading in radians and half the width of the band.
    """
    result = [least] * len(ends)
    for i, (heading, half) in enumerate(ends):
        for j, (other, other_half) in enumerate(ends):
            angle = abs((heading - other + math.pi) % (2 * math.pi) - math.pi)
            if i != j and 0.05 < angle < math.pi / 2:
                # Where the near corner of this band leaves the other band.
                result[i] = max(result[i], (other_half + half * math.cos(angle)) / math.sin(angle))
    return result
