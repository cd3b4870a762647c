"""How far apart two colours are for people: CIEDE2000, also for the three common colour-blindnesses."""

import math
import re

Lab = tuple[float, float, float]
Rgb = tuple[float, float, float]

# Machado, Oliveira and Fernandes 2009, severity 1, on linear light.
SIGHTS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def parse(css: str) -> Rgb:
    """A computed colour, as browsers write it."""
    numbers = [float(n) for n in re.findall(r"-?\d*\.?\d+(?:e-?\d+)?", css)]
    scale = 1.0 if css.startswith("color(srgb") else 255.0
    return numbers[0] / scale, numbers[1] / scale, numbers[2] / scale


def seen(colour: Rgb, sight: str = "all colours") -> Lab:
    """The colour in CIELAB (D65) as somebody with that sight sees it."""
    light = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    r, g, b = (min(1.0, max(0.0, sum(k * v for k, v in zip(row, light, strict=True)))) for row in SIGHTS[sight])
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Lab, two: Lab) -> float:
    """CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = h1 + h2 if not c1 * c2 else (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * math.cos(math.radians(hm - 30))
        + 0.24 * math.cos(math.radians(2 * hm))
        + 0.32 * math.cos(math.radians(3 * hm + 6))
        - 0.20 * math.cos(math.radians(4 * hm - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / math.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    twist = math.sin(math.radians(60 * math.exp(-(((hm - 275) / 25) ** 2))))
    r = -2 * math.sqrt(cm**7 / (cm**7 + 25**7)) * twist
    dl, dc = (l2 - l1) / sl, (c2 - c1) / sc
    return math.sqrt(dl**2 + dc**2 + (dh / sh) ** 2 + r * dc * dh / sh)


def apart(one: Rgb, two: Rgb, sight: str) -> bool:
    """Whether somebody with that sight tells them apart on a map: by colour or by lightness alone."""
    a, b = seen(one, sight), seen(two, sight)
    return difference(a, b) >= 20 or abs(a[0] - b[0]) >= 25
