"""What a seat sees, as one row of small numbers: for networks among the bots, and for other people's learners.

This file imports nothing, for it is also the front of `aiguillage.compiled.seen`.
"""
