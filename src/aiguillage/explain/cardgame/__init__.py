"""The Card Game explained: `family.py`, and everything in `shared/` once more as modules of this package."""

from pathlib import Path

__path__.append(str(Path(__file__).parents[1] / "shared"))
