"""The texts that an owner signs, for wallets that sign texts only.

docs/protocol/signed-messages.md, section 10. Each is exact to the byte. A key signs the text as it
is, or inside the envelope of Solana's off-chain messages, as ledger devices do.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Optional, Tuple

from .errors import InvalidInputError
from .generated.requests import WithdrawTerms
from .generated.words import Claim, Network
from .keys import key_bytes, to_base58
from .limits import DEFAULT_KEY_AT_MOST, DEFAULT_KEY_PRICE_BAND, MAX_INTEGER

#: The end of 9999: a later year would have five digits.
_LAST_SECOND = 253_402_300_799
_ENVELOPE = b"\xffsolana offchain" + b"\0" + b"bellwether".ljust(32, b"\0") + b"\x01\x01"


@dataclass(frozen=True)
class TextOf:
    """Whose text it is. The nonce is one of the kind that ``GET /v1/nonce`` names."""

    network: Network
    account: str
    nonce: int


def allow_trading_key_text(
    by: TextOf,
    *,
    trading_key: str,
    until: int,
    at_most: int = DEFAULT_KEY_AT_MOST,
    price_band: int = DEFAULT_KEY_PRICE_BAND,
    redeem: bool = False,
) -> str:
    """Allows a key to trade until a time in Unix seconds, at most 366 days ahead.

    Its holder may spend ``at_most`` micro-USDC on a UTC day, with fees and what its buys lock,
    at prices within ``price_band`` basis points of the market's.
    """
    if type(until) is not int or not 0 <= until <= _LAST_SECOND:
        raise InvalidInputError("until", until, f"an integer from 0 to {_LAST_SECOND}")
    end = datetime.fromtimestamp(until, timezone.utc)
    lines = (
        f"Trading key: {_key('trading_key', trading_key)}",
        "May: place and cancel orders",
        "May not: withdraw",
        f"At most: {_usd(_integer('at_most', at_most))} a day",
        f"Price band: {_integer('price_band', price_band)} bp around the market",
        f"Redeem: {'yes' if redeem else 'no'}",
        f"Until: {end:%Y-%m-%dT%H:%M:%SZ}",
    )
    return _text("allow a trading key", by, lines)


def revoke_trading_key_text(by: TextOf, *, trading_key: str) -> str:
    """Ends a trading key.

    Signed by the owner with a new nonce, or by the trading key with the nonce that it was allowed
    with.
    """
    return _text("revoke a trading key", by, (f"Trading key: {_key('trading_key', trading_key)}",))


def withdraw_text(by: TextOf, withdrawal: WithdrawTerms) -> str:
    """To a wallet, or to the account's deposit address."""
    ext, main = withdrawal.get("recipient_ext"), withdrawal.get("recipient_main")
    if ext is not None and main is not None:
        raise InvalidInputError("recipient_main", main, "absent where recipient_ext is given")
    recipient = "the deposit address"
    if ext is not None:
        recipient = _key("recipient_ext", ext)
    elif main is not None:
        recipient = _key("recipient_main", main)
    amount = _integer("amount", withdrawal["amount"])
    lines = (
        f"Amount: {_usd(amount)}",
        _fee_at_most(withdrawal.get("max_gas_fee", 0)),
        f"Recipient: {recipient}",
        _allow_program(withdrawal.get("allow_program_address", False)),
        f"Chain: {'ext' if main is None else 'main'}",
    )
    return _text("withdraw", by, lines)


def recover_text(
    by: TextOf,
    *,
    mint: str,
    recipient_ext: str,
    max_gas_fee: int = 0,
    allow_program_address: bool = False,
) -> str:
    """What lies at the deposit address."""
    lines = (
        f"Token: {_key('mint', mint)}",
        _fee_at_most(max_gas_fee),
        f"Recipient: {_key('recipient_ext', recipient_ext)}",
        _allow_program(allow_program_address),
        "Chain: ext",
    )
    return _text("recover a deposit", by, lines)


def challenge_text(
    by: TextOf,
    *,
    case_id: int,
    claim: Claim,
    reason: str,
    stake_micro_usdc: int,
    claim_market: Optional[str] = None,
) -> str:
    """Another result than a case proposes. ``claim_market`` with the claim ``winner`` alone."""
    if (claim == "winner") != (claim_market is not None):
        raise InvalidInputError("claim_market", claim_market, "given with the claim winner alone")
    lines = (
        f"Case: {_integer('case_id', case_id)}",
        f"Claim: {claim}",
        f"Market: {'none' if claim_market is None else claim_market.lower()}",
        f"SHA-256 of the reason: {reason_sha256(reason)}",
        f"Stake: {_usd(_integer('stake_micro_usdc', stake_micro_usdc))}",
    )
    return _text("challenge a result", by, lines)


def reason_sha256(reason: str) -> str:
    """What is signed of the reason of a challenge, in hex."""
    return hashlib.sha256(reason.encode()).hexdigest()


def off_chain_envelope(text: str, signer: str) -> bytes:
    """A text inside the envelope of Solana's off-chain messages: what a ledger device signs."""
    data = text.encode()
    return _ENVELOPE + key_bytes("signer", signer) + len(data).to_bytes(2, "little") + data


def _text(title: str, by: TextOf, lines: Tuple[str, ...]) -> str:
    if by.network not in ("test", "production"):
        raise InvalidInputError("network", by.network, "test or production")
    head = (f"Bellwether: {title}", "", f"Network: {by.network}")
    account = f"Account: {_key('account', by.account)}"
    return "\n".join((*head, account, *lines, f"Nonce: {_integer('nonce', by.nonce)}"))


def _usd(micro: int) -> str:
    return f"{micro // 1_000_000}.{micro % 1_000_000:06} USD"


def _fee_at_most(most: int) -> str:
    return f"Fee at most: {_usd(most) if _integer('max_gas_fee', most) else 'any'}"


def _allow_program(is_allowed: bool) -> str:
    return f"Allow program address: {'yes' if is_allowed else 'no'}"


def _key(field: str, text: str) -> str:
    return to_base58(key_bytes(field, text))


def _integer(field: str, value: int) -> int:
    if type(value) is not int or not 0 <= value <= MAX_INTEGER:
        raise InvalidInputError(field, value, f"an integer from 0 to {MAX_INTEGER}")
    return value
