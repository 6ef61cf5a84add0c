"""Ed25519 keys: a user's own, in memory, or any signer that keeps its key to itself."""

import inspect
import re
import secrets
from typing import Awaitable, Optional, Protocol, Union

from nacl.signing import SigningKey

from .errors import InvalidInputError

KEY_BYTES = 32
_SIGNATURE_BYTES = 64
_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_DIGITS = {letter: digit for digit, letter in enumerate(_ALPHABET)}
_HEX = re.compile(r"[0-9a-fA-F]*")
#: 64 bytes in base58, the longest text that is read, have 88 characters.
_MAX_BASE58 = 88


class MessageSigner(Protocol):
    """Signs for a user: a ``KeyPair``, or a wallet or device that keeps its key."""

    @property
    def public_key(self) -> str:
        """In base58: the user's name on the exchange."""

    def sign(self, message: bytes) -> Union[bytes, Awaitable[bytes]]:
        """The 64 bytes of the Ed25519 signature over exactly these bytes."""


class KeyPair:
    """A user's own key. It is never printed: its text shows only the public key."""

    def __init__(self, seed: bytes) -> None:
        if len(seed) != KEY_BYTES:
            raise InvalidInputError("seed", None, "32 bytes")
        self._key = SigningKey(seed)
        self._public_key = to_base58(self._key.verify_key.encode())

    @classmethod
    def random(cls) -> "KeyPair":
        """From the system's randomness."""
        return cls(secrets.token_bytes(KEY_BYTES))

    @classmethod
    def from_hex(cls, seed: str) -> "KeyPair":
        """From the hex of a 32-byte seed, as ``export_seed`` gives it."""
        decoded = from_hex(seed, KEY_BYTES)
        if decoded is None:
            raise InvalidInputError("seed", None, "64 characters of hex")
        return cls(decoded)

    @classmethod
    def from_base58(cls, text: str) -> "KeyPair":
        """From base58 of a 32-byte seed, or of the 64 bytes that Solana wallets export."""
        decoded = from_base58(text)
        expected = "base58 of 32 bytes, or of 64 whose second half is the public key"
        if decoded is None or len(decoded) not in (KEY_BYTES, 2 * KEY_BYTES):
            raise InvalidInputError("secret key", None, expected)
        pair = cls(decoded[:KEY_BYTES])
        if decoded[KEY_BYTES:] not in (b"", key_bytes("public key", pair.public_key)):
            raise InvalidInputError("secret key", None, expected)
        return pair

    @property
    def public_key(self) -> str:
        """In base58: the user's name on the exchange."""
        return self._public_key

    def sign(self, message: bytes) -> bytes:
        """The 64 bytes of the signature."""
        return bytes(self._key.sign(message).signature)

    def export_seed(self) -> str:
        """The secret in hex, for the caller to store."""
        return self._key.encode().hex()

    def __repr__(self) -> str:
        return f"KeyPair(public_key={self._public_key!r})"


async def signature_of(key: MessageSigner, message: bytes) -> str:
    """The signature over these bytes, in hex."""
    made = key.sign(message)
    signature = await made if inspect.isawaitable(made) else made
    if not isinstance(signature, bytes) or len(signature) != _SIGNATURE_BYTES:
        raise InvalidInputError("signature", None, "64 bytes from the signer")
    return signature.hex()


def key_bytes(field: str, text: str) -> bytes:
    """The 32 bytes of a key or an address in base58 or hex."""
    decoded = from_hex(text, KEY_BYTES)
    if decoded is None:
        decoded = from_base58(text)
    if decoded is None or len(decoded) != KEY_BYTES:
        raise InvalidInputError(field, text, "32 bytes in base58 or hex")
    return decoded


def from_hex(text: str, length: int) -> Optional[bytes]:
    """Exactly so many bytes, or None."""
    return bytes.fromhex(text) if len(text) == 2 * length and _HEX.fullmatch(text) else None


def to_base58(data: bytes) -> str:
    """Each leading zero byte is a ``1``."""
    number = int.from_bytes(data, "big")
    letters = []
    while number > 0:
        number, digit = divmod(number, len(_ALPHABET))
        letters.append(_ALPHABET[digit])
    zeros = len(data) - len(data.lstrip(b"\0"))
    return _ALPHABET[0] * zeros + "".join(reversed(letters))


def from_base58(text: str) -> Optional[bytes]:
    """None if it is no base58, or longer than any key."""
    if len(text) > _MAX_BASE58 or any(letter not in _DIGITS for letter in text):
        return None
    number = 0
    for letter in text:
        number = number * len(_ALPHABET) + _DIGITS[letter]
    zeros = len(text) - len(text.lstrip(_ALPHABET[0]))
    return b"\0" * zeros + number.to_bytes((number.bit_length() + 7) // 8, "big")
