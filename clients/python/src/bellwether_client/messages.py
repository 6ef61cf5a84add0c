"""The exact bytes that a user signs: docs/protocol/signed-messages.md."""

import hashlib
from datetime import datetime, timezone
from typing import Mapping, Optional

from .errors import InvalidInputError
from .generated.requests import (
    AmendTerms,
    BuilderOrderTerms,
    CancelTerms,
    OrderTerms,
    WithdrawTerms,
)
from .generated.words import Network
from .keys import KEY_BYTES, from_hex, key_bytes, to_base58
from .limits import MAX_INTEGER

_NETWORKS = {"test": 0, "production": 1}
_OUTCOMES = {"yes": 0, "no": 1}
_SIDES = {"buy": 0, "sell": 1}
_ORDER_TYPES = {"gtc": 0, "ioc": 1, "fok": 2, "post_only": 3}
_SELF_TRADES = {"cancel_maker": 0, "cancel_taker": 1, "cancel_both": 2}
_NO_KEY = bytes(KEY_BYTES)
#: How long a session lasts.
SESSION_SECONDS = 24 * 60 * 60
#: The last second that four digits of a year can write.
_LAST_SECOND = 253_402_300_799
#: With any of these the order is of the full form, whose signature covers all of its terms.
FULL_TERMS = ("self_trade", "reduce_only", "expires_at")


def is_full_form(order: Mapping[str, object]) -> bool:
    """Whether the order has a term that only the full form has."""
    return any(order.get(term) is not None for term in FULL_TERMS)


def order_bytes(order: OrderTerms, *, user: str, nonce: int) -> bytes:
    """90 bytes: the short form, which leaves out ``order_type``."""
    return b"".join(
        (
            _market(order["market_id"]),
            key_bytes("user", user),
            _word("outcome", order["outcome"], _OUTCOMES),
            _word("side", order["side"], _SIDES),
            _integer("price", order["price"]),
            _integer("size", order["size"]),
            _integer("nonce", nonce),
        )
    )


def full_order_bytes(
    order: BuilderOrderTerms, *, user: str, nonce: int, network: Network
) -> bytes:
    """111 bytes: the full form, with the builder's fee."""
    reduce_only = order.get("reduce_only")
    if reduce_only not in (None, True, False):
        raise InvalidInputError("reduce_only", reduce_only, "True or False")
    return b"".join(
        (
            b"\x05" + _word("network", network, _NETWORKS),
            _market(order["market_id"]),
            key_bytes("user", user),
            _word("outcome", order["outcome"], _OUTCOMES),
            _word("side", order["side"], _SIDES),
            _word("order_type", order["order_type"], _ORDER_TYPES),
            _word("self_trade", order.get("self_trade") or "cancel_maker", _SELF_TRADES),
            b"\x01" if reduce_only else b"\x00",
            _integer("price", order["price"]),
            _integer("size", order["size"]),
            _integer("nonce", nonce),
            _integer("fee_bps", order.get("fee_bps") or 0),
            _integer("expires_at", order.get("expires_at") or 0),
        )
    )


def amend_bytes(amend: AmendTerms, *, user: str, nonce: int, network: Network) -> bytes:
    """98 bytes."""
    return b"".join(
        (
            b"\x07" + _word("network", network, _NETWORKS),
            _market(amend["market_id"]),
            key_bytes("user", user),
            _integer("order_id", amend["order_id"]),
            _integer("price", amend["price"]),
            _integer("size", amend["size"]),
            _integer("nonce", nonce),
        )
    )


def cancel_bytes(cancel: CancelTerms, *, user: str) -> bytes:
    """73 bytes. There is no nonce, as order ids are never used again."""
    order_id = _integer("order_id", cancel["order_id"])
    return b"\x02" + key_bytes("user", user) + _market(cancel["market_id"]) + order_id


def cancel_all_bytes(market_id: Optional[str], *, user: str, nonce: int) -> bytes:
    """74 bytes; None: in all markets."""
    market = b"\x00" + _NO_KEY if market_id is None else b"\x01" + _market(market_id)
    return b"\x01" + key_bytes("user", user) + market + _integer("nonce", nonce)


def cancel_after_bytes(seconds: int, *, user: str, nonce: int, network: Network) -> bytes:
    """50 bytes."""
    return b"".join(
        (
            b"\x08" + _word("network", network, _NETWORKS),
            key_bytes("user", user),
            _integer("seconds", seconds),
            _integer("nonce", nonce),
        )
    )


def redeem_bytes(
    market_id: str, size: int, *, user: str, nonce: int, network: Network
) -> bytes:
    """82 bytes."""
    return b"".join(
        (
            b"\x06" + _word("network", network, _NETWORKS),
            _market(market_id),
            key_bytes("user", user),
            _integer("size", size),
            _integer("nonce", nonce),
        )
    )


def withdraw_bytes(
    withdrawal: WithdrawTerms, *, user: str, nonce: int, network: Network
) -> bytes:
    """92 bytes."""
    return b"".join(
        (
            b"\x03" + _word("network", network, _NETWORKS),
            key_bytes("main_address", user),
            _integer("amount", withdrawal["amount"]),
            _integer("max_gas_fee", withdrawal.get("max_gas_fee", 0)),
            _recipient(withdrawal),
            _flag(withdrawal.get("allow_program_address", False)),
            _integer("nonce", nonce),
        )
    )


def recover_bytes(
    mint: str,
    recipient_ext: str,
    *,
    user: str,
    nonce: int,
    network: Network,
    max_gas_fee: int = 0,
    allow_program_address: bool = False,
) -> bytes:
    """115 bytes."""
    return b"".join(
        (
            b"\x04" + _word("network", network, _NETWORKS),
            key_bytes("main_address", user),
            key_bytes("mint", mint),
            _integer("max_gas_fee", max_gas_fee),
            key_bytes("recipient_ext", recipient_ext),
            _flag(allow_program_address),
            _integer("nonce", nonce),
        )
    )


def session_text(*, user: str, timestamp: int, network: Network) -> bytes:
    """A text that lets its bearer read an account for a day from ``timestamp`` (Unix seconds)."""
    _word("network", network, _NETWORKS)
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
    _word("network", network, _NETWORKS)
    preimage = _text("bellwether/withdrawal/v1") + _text(network)
    preimage += key_bytes("user", user) + _integer("nonce", nonce)
    return hashlib.sha256(preimage).hexdigest()


def market_id(*, event_id: str, label: str, network: Network) -> str:
    """The id of an outcome's market. Clients read it; this lets anyone check it."""
    _word("network", network, _NETWORKS)
    texts = ("bellwether/market-id/v1", network, event_id, label)
    return hashlib.sha256(b"".join(_text(text) for text in texts)).hexdigest()


def _recipient(withdrawal: WithdrawTerms) -> bytes:
    ext, main = withdrawal.get("recipient_ext"), withdrawal.get("recipient_main")
    if ext is not None and main is not None:
        raise InvalidInputError("recipient_main", main, "absent where recipient_ext is given")
    if ext is not None:
        return b"\x01" + key_bytes("recipient_ext", ext)
    if main is not None:
        return b"\x02" + key_bytes("recipient_main", main)
    return b"\x00" + _NO_KEY


def _flag(is_set: bool) -> bytes:
    return b"\x01" if is_set else b"\x00"


def _market(text: str) -> bytes:
    decoded = from_hex(text, KEY_BYTES)
    if decoded is None:
        raise InvalidInputError("market_id", text, "64 characters of hex")
    return decoded


def _integer(field: str, value: int) -> bytes:
    if type(value) is not int or not 0 <= value <= MAX_INTEGER:
        raise InvalidInputError(field, value, f"an integer from 0 to {MAX_INTEGER}")
    return value.to_bytes(8, "little")


def _word(field: str, word: str, words: Mapping[str, int]) -> bytes:
    if word not in words:
        raise InvalidInputError(field, word, " or ".join(words))
    return bytes([words[word]])


def _text(text: str) -> bytes:
    data = text.encode()
    return len(data).to_bytes(2, "little") + data
