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
MARK_BYTES = 8
_TOKEN = re.compile(rf"[0-9a-f]{{{2 * (TOKEN_BYTES + MARK_BYTES)}}}")
_OLD_TOKEN = re.compile(rf"[0-9a-f]{{{2 * TOKEN_BYTES}}}")  # before tokens were marked
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # without i, l, o, u: read aloud without mistakes


class Mint:
    """Makes tokens, and knows its own by a mark that nobody else can make."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def _mark(self, secret: str) -> str:
        return hmac.digest(self._key, secret.encode(), "sha256")[:MARK_BYTES].hex()

    def new(self) -> str:
        """A fresh client token."""
        secret = secrets.token_hex(TOKEN_BYTES)
        return secret + self._mark(secret)

    def made(self, token: str) -> bool:
        """Whether a token was made here."""
        secret, mark = token[: 2 * TOKEN_BYTES], token[2 * TOKEN_BYTES :]
        return bool(_TOKEN.fullmatch(token)) and hmac.compare_digest(mark, self._mark(secret))


def token_hash(token: str) -> bytes:
    """What is stored for a token."""
    return hashlib.sha256(token.encode()).digest()


def is_old(token: str) -> bool:
    """Whether a token has the form of those that were given out before they were marked."""
    return bool(_OLD_TOKEN.fullmatch(token))


def same(owner: bytes | None, other: bytes | None) -> bool:
    """Whether two hashes are those of one token, compared in constant time."""
    return owner is not None and other is not None and hmac.compare_digest(owner, other)


def new_table_id() -> str:
    """The name of a new table: 80 random bits, because knowing it is the invitation."""
    return "".join(secrets.choice(ALPHABET) for _ in range(16))


def new_key() -> int:
    """128 fresh bits that the chance of a deal, or of one action, comes from."""
    return secrets.randbits(KEY_BITS)
