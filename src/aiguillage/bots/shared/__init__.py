"""Kernel modules that are the same for both families of games, each loaded once for each family.

They are not imported from here but as modules of `boardgames` and `cardgame`, whose packages look for their modules
in this folder too: so `from .family import legal` finds each family's own function, and the compiler makes code for
each. Here `family` is only the contract, which is what the type checker reads.
"""
