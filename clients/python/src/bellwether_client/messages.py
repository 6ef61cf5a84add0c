"""The exact bytes that a user signs: docs/protocol/signed-messages.md."""

import hashlib
from datetime import datetime, timezone
from typing import Any, Mapping, Optional, Sequence

from .errors import InvalidInputError
from .generated.forms import FORMS, FULL_TERMS, NETWORKS
from .generated.words import Network
from .keys import KEY_BYTES, from_hex, key_bytes, to_base58
from .limits import MAX_INTEGER
from .signed_form import SignedField

_NO_KEY = bytes(KEY_BYTES)
#: How long a session lasts.
SESSION_SECONDS = 24 * 60 * 60
#: The last second that four digits of a year can write.
_LAST_SECOND = 253_402_300_799


def is_full_form(order: Mapping[str, object]) -> bool:
    """Whether the order has a term that only the full form has."""
    return any(order.get(term) is not None for term in FULL_TERMS)


def message_bytes(
    kind: str,
    said: Mapping[str, Any],
    *,
    user: str,
    nonce: Optional[int] = None,
    network: Optional[Network] = None,
) -> bytes:
    """The message of a request: what it says, and who signs it where and under which nonce."""
    form = FORMS[kind]
    by = {"user": user, "main_address": user, "source": user, "nonce": nonce, "network": network}
    return form.tag + b"".join(_field(field, {**said, **by}) for field in form.fields)


def session_text(*, user: str, timestamp: int, network: Network) -> bytes:
    """A text that lets its bearer read an account for a day from ``timestamp`` (Unix seconds)."""
    _word("network", network, NETWORKS)
    last = _LAST_SECOND - SESSION_SECONDS
    if type(timestamp) is not int or not 0 <= timestamp <= last:
        raise InvalidInputError("timestamp", timestamp, f"an integer from 0 to {last}")
    until = datetime.fromtimestamp(timestamp + SESSION_SECONDS, timezone.utc)
    lines = (
        "Bellwether: read my account",
        "",
        f"Network: {network}",
        f"Account: {to_base58(key_bytes('user', user))}",
        "May: read orders, the ledger and deposits",
        "May not: trade or withdraw",
        f"Until: {until:%Y-%m-%dT%H:%M:%SZ}",
    )
    return "\n".join(lines).encode()


def withdrawal_id(*, user: str, nonce: int, network: Network) -> str:
    """Known before the withdrawal is sent, so that it can always be asked for."""
    _word("network", network, NETWORKS)
    preimage = _text("bellwether/withdrawal/v1") + _text(network)
    preimage += key_bytes("user", user) + _integer("nonce", nonce)
    return hashlib.sha256(preimage).hexdigest()


def market_id(*, event_id: str, label: str, network: Network) -> str:
    """The id of an outcome's market. Clients read it; this lets anyone check it."""
    _word("network", network, NETWORKS)
    texts = ("bellwether/market-id/v1", network, event_id, label)
    return hashlib.sha256(b"".join(_text(text) for text in texts)).hexdigest()


def event_hash(*, event_id: str, network: Network) -> str:
    """By which an attestation names an event whose outcomes exclude each other."""
    _word("network", network, NETWORKS)
    texts = ("bellwether/event/v1", network, event_id)
    return hashlib.sha256(b"".join(_text(text) for text in texts)).hexdigest()


def _field(field: SignedField, said: Mapping[str, Any]) -> bytes:
    name = field.sent_as or field.name
    value = said.get(name)
    if value is None:
        value = field.absent
        if field.type == "u64" and value is not None:
            return int(value).to_bytes(8, "little")
    if field.type == "key":
        return key_bytes(name, value)
    if field.type == "hash":
        return _hash(name, value)
    if field.type == "u64":
        return _integer(name, value)
    if field.type == "i64":
        return _integer(name, value, -MAX_INTEGER)
    if field.type == "u8":
        return _integer(name, value, most=field.most or 0, length=1)
    if field.type == "word":
        return _word(name, value, field.words)
    if field.type == "flag":
        return _flag(name, value)
    if field.type == "optional_hash":
        return b"\x00" + _NO_KEY if value is None else b"\x01" + _hash(name, value)
    return _recipient(said)


def _recipient(withdrawal: Mapping[str, Any]) -> bytes:
    ext, main = withdrawal.get("recipient_ext"), withdrawal.get("recipient_main")
    if ext is not None and main is not None:
        raise InvalidInputError("recipient_main", main, "absent where recipient_ext is given")
    if ext is not None:
        return b"\x01" + key_bytes("recipient_ext", ext)
    if main is not None:
        return b"\x02" + key_bytes("recipient_main", main)
    return b"\x00" + _NO_KEY


def _flag(field: str, value: object) -> bytes:
    if value is True:
        return b"\x01"
    if value is False:
        return b"\x00"
    raise InvalidInputError(field, value, "True or False")


def _hash(field: str, text: str) -> bytes:
    decoded = from_hex(text, KEY_BYTES)
    if decoded is None:
        raise InvalidInputError(field, text, "64 characters of hex")
    return decoded


def _integer(
    field: str, value: object, least: int = 0, most: int = MAX_INTEGER, length: int = 8
) -> bytes:
    if type(value) is not int or not least <= value <= most:
        raise InvalidInputError(field, value, f"an integer from {least} to {most}")
    return value.to_bytes(length, "little", signed=least < 0)


def _word(field: str, word: object, words: Sequence[str]) -> bytes:
    if word not in words:
        raise InvalidInputError(field, word, " or ".join(words))
    return bytes([words.index(str(word))])


def _text(text: str) -> bytes:
    data = text.encode()
    return len(data).to_bytes(2, "little") + data
