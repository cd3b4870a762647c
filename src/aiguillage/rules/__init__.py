"""What is allowed: the kernel. It imports nothing but numpy and the jit shim."""

RULES_VERSION = 2
"""Raised whenever the same seed and decisions would give another game; records carry it."""
