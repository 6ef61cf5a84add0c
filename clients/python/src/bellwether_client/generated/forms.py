# Made of libs/canonical-message by `node tools/documents.mjs`. Not to be edited.
"""What each message signs: docs/protocol/signed-messages.md."""

from typing import Mapping

from ..signed_form import SignedField, SignedForm

NETWORKS = ("test", "production")
#: With any of these the order is of the full form, whose signature covers all of its terms.
FULL_TERMS = ("self_trade", "reduce_only", "expires_at", "max_cost")

FORMS: Mapping[str, SignedForm] = {
    "order": SignedForm(
        tag=b"",
        fields=(
            SignedField("market_id", "hash"),
            SignedField("user", "key"),
            SignedField("outcome", "word", words=("yes", "no")),
            SignedField("side", "word", words=("buy", "sell")),
            SignedField("price", "u64"),
            SignedField("size", "u64"),
            SignedField("nonce", "u64"),
        ),
    ),
    "cancel": SignedForm(
        tag=b"\x02",
        fields=(
            SignedField("user", "key"),
            SignedField("market_id", "hash"),
            SignedField("order_id", "u64"),
        ),
    ),
    "cancel_all": SignedForm(
        tag=b"\x01",
        fields=(
            SignedField("user", "key"),
            SignedField("market_id", "optional_hash"),
            SignedField("nonce", "u64"),
        ),
    ),
    "withdraw": SignedForm(
        tag=b"\x03",
        fields=(
            SignedField("network", "word", words=("test", "production")),
            SignedField("main_address", "key"),
            SignedField("amount", "u64"),
            SignedField("max_gas_fee", "u64", absent=0),
            SignedField("recipient", "recipient"),
            SignedField("allow_program_address", "flag", absent=False),
            SignedField("nonce", "u64"),
        ),
    ),
    "recover": SignedForm(
        tag=b"\x04",
        fields=(
            SignedField("network", "word", words=("test", "production")),
            SignedField("main_address", "key"),
            SignedField("mint", "key"),
            SignedField("max_gas_fee", "u64", absent=0),
            SignedField("recipient", "key", sent_as="recipient_ext"),
            SignedField("allow_program_address", "flag", absent=False),
            SignedField("nonce", "u64"),
        ),
    ),
    "redeem": SignedForm(
        tag=b"\x06",
        fields=(
            SignedField("network", "word", words=("test", "production")),
            SignedField("market_id", "hash"),
            SignedField("user", "key"),
            SignedField("size", "u64"),
            SignedField("nonce", "u64"),
        ),
    ),
    "amend": SignedForm(
        tag=b"\x07",
        fields=(
            SignedField("network", "word", words=("test", "production")),
            SignedField("market_id", "hash"),
            SignedField("user", "key"),
            SignedField("order_id", "u64"),
            SignedField("price", "u64"),
            SignedField("size", "u64"),
            SignedField("nonce", "u64"),
            SignedField("filled", "u64", absent=2**64 - 1),
        ),
    ),
    "full_order": SignedForm(
        tag=b"\x05",
        fields=(
            SignedField("network", "word", words=("test", "production")),
            SignedField("market_id", "hash"),
            SignedField("user", "key"),
            SignedField("outcome", "word", words=("yes", "no")),
            SignedField("side", "word", words=("buy", "sell")),
            SignedField("order_type", "word", words=("gtc", "ioc", "fok", "post_only")),
            SignedField(
                "self_trade",
                "word",
                words=("cancel_maker", "cancel_taker", "cancel_both"),
                absent="cancel_maker",
            ),
            SignedField("reduce_only", "flag", absent=False),
            SignedField("price", "u64"),
            SignedField("size", "u64"),
            SignedField("nonce", "u64"),
            SignedField("fee_bps", "u64", absent=0),
            SignedField("expires_at", "u64", absent=0),
            SignedField("max_cost", "u64", absent=0),
        ),
    ),
    "cancel_after": SignedForm(
        tag=b"\x08",
        fields=(
            SignedField("network", "word", words=("test", "production")),
            SignedField("user", "key"),
            SignedField("seconds", "u64"),
            SignedField("nonce", "u64"),
        ),
    ),
    "challenge": SignedForm(
        tag=b"\x0a",
        fields=(
            SignedField("network", "word", words=("test", "production")),
            SignedField("case_id", "u64"),
            SignedField("user", "key"),
            SignedField("claim", "word", words=("yes", "no", "void", "winner", "too_early")),
            SignedField(
                "claim_market",
                "hash",
                absent="0000000000000000000000000000000000000000000000000000000000000000",
            ),
            SignedField("reason_sha256", "hash", sent_as="reason"),
            SignedField("stake_micro_usdc", "u64"),
            SignedField("nonce", "u64"),
        ),
    ),
    "attestation": SignedForm(
        tag=b"\x0b",
        fields=(
            SignedField("network", "word", words=("test", "production")),
            SignedField("source", "key"),
            SignedField("subject", "hash"),
            SignedField("attests", "word", words=("value", "winner")),
            SignedField("value", "i64"),
            SignedField("decimals", "u8", most=15),
            SignedField("observed_at", "u64"),
            SignedField("signed_at", "u64"),
            SignedField("statement_sha256", "hash", sent_as="statement"),
        ),
    ),
}
