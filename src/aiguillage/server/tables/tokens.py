"""Secrets: who a client is, and names that cannot be guessed.

A client's token has 128 random bits and lives in its cookie; the server keeps only a hash. A plain SHA-256 is
enough for that: unlike a password, 128 random bits cannot be found by trying.
"""

import hashlib
import hmac
import re
import secrets

from aiguillage.game.generator import KEY_BITS

COOKIE = "aiguillage"
TOKEN_BYTES = 16
_TOKEN = re.compile(rf"[0-9a-f]{{{2 * TOKEN_BYTES}}}")
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # without i, l, o, u: read aloud without mistakes


def new_token() -> str:
    """A fresh client token."""
    return secrets.token_hex(TOKEN_BYTES)


def token_hash(token: str | None) -> bytes | None:
    """What is stored for a token; None for what cannot be one."""
    if token is None or not _TOKEN.fullmatch(token):
        return None
    return hashlib.sha256(token.encode()).digest()


def same(owner: bytes | None, other: bytes | None) -> bool:
    """Whether two hashes are those of one token, compared in constant time."""
    return owner is not None and other is not None and hmac.compare_digest(owner, other)


def new_table_id() -> str:
    """The name of a new table: 80 random bits, because knowing it is the invitation."""
    return "".join(secrets.choice(ALPHABET) for _ in range(16))


def new_key() -> int:
    """128 fresh bits that the chance of a deal, or of one action, comes from."""
    return secrets.randbits(KEY_BITS)
