"""Kernel modules that are the same for both families of games: see `bots/shared/`, of which this is the like."""
