"""Signed bytes and signatures, against the golden vectors, which this client did not make."""

import hashlib
import unittest
from typing import Any, Dict

from bellwether_client import attestations, messages, owner_texts
from bellwether_client.errors import InvalidInputError
from bellwether_client.keys import KeyPair, from_base58, to_base58
from bellwether_client.order_terms import amend_terms, full_terms

from .tree import vectors

MARKET = "ab" * 32
USER = KeyPair(bytes(32)).public_key
BOUNDS = ("max_gas_fee", "allow_program_address")
RECIPIENTS = (None, "recipient_ext", "recipient_main")


def written(vector: Dict[str, Any]) -> bytes:
    """The message of a vector, made by this client."""
    fields: Dict[str, Any] = dict(vector["fields"])
    kind, user, nonce = vector["kind"], vector["user"], fields.get("nonce", 0)
    signed: Dict[str, Any] = {"user": user, "nonce": nonce}
    if "network" in fields:
        signed["network"] = fields["network"]
    if kind == "full_order":
        fields["reduce_only"] = bool(fields["reduce_only"])
    if kind == "recover":
        fields["recipient_ext"] = fields["recipient"]
    if kind == "challenge":
        fields["reason"] = owner_texts.reason_sha256(vector["reason"])
    if kind == "attestation":
        said = {**fields, "source": user, "statement": vector["statement"]}
        return attestations.attestation_bytes(said, network=fields["network"])
    if kind == "withdraw":
        name = RECIPIENTS[fields["recipient_kind"]]
        if name is not None:
            fields[name] = fields["recipient"]
    return messages.message_bytes(kind, fields, **signed)


def owner_text(vector: Dict[str, Any]) -> str:
    """The text of a vector, made by this client."""
    kind, fields = vector["kind"], dict(vector["fields"])
    by = owner_texts.TextOf(*(fields.pop(name) for name in ("network", "account", "nonce")))
    if kind == "allow_trading_key":
        return owner_texts.allow_trading_key_text(by, **fields)
    if kind == "revoke_trading_key":
        return owner_texts.revoke_trading_key_text(by, **fields)
    if kind == "recover":
        fields["recipient_ext"] = fields.pop("recipient")
        return owner_texts.recover_text(by, **fields)
    if kind == "challenge":
        del fields["reason_sha256"]
        fields["stake_micro_usdc"] = fields.pop("stake")
        return owner_texts.challenge_text(by, reason=vector["reason"], **fields)
    if kind == "withdraw":
        recipient = {f"recipient_{fields['chain']}": fields["recipient"]}
        terms: Any = {"amount": fields["amount"], **(recipient if fields["recipient"] else {})}
        terms.update({name: fields[name] for name in BOUNDS})
        return owner_texts.withdraw_text(by, terms)
    raise AssertionError(f"a kind that this client does not sign: {kind}")


class GoldenVectors(unittest.TestCase):
    def test_messages_hashes_and_signatures_are_theirs(self) -> None:
        entries = vectors(
            "canonical-messages",
            "recover-messages",
            "redeem-messages",
            "amend-messages",
            "full-order-messages",
            "cancel-after-messages",
            "challenge-messages",
            "attestation-messages",
        )
        kinds = {entry["kind"] for entry in entries}
        self.assertEqual(len(kinds), 11)
        for entry in entries:
            with self.subTest(kind=entry["kind"], fields=entry["fields"]):
                key = KeyPair.from_hex(entry["secret_key"])
                message = written(entry)
                self.assertEqual(key.public_key, entry["user"])
                self.assertEqual(message.hex(), entry["message"])
                self.assertEqual(hashlib.sha256(message).hexdigest(), entry["message_hash"])
                self.assertEqual(key.sign(message).hex(), entry["signature"])

    def test_ids_of_markets_and_withdrawals_are_theirs(self) -> None:
        for entry in vectors("market-ids"):
            names = {name: entry[name] for name in ("network", "event_id", "label")}
            self.assertEqual(messages.market_id(**names), entry["market_id"])
        for entry in vectors("event-hashes"):
            names = {name: entry[name] for name in ("network", "event_id")}
            self.assertEqual(messages.event_hash(**names), entry["event_hash"])
        for entry in vectors("withdrawal-ids"):
            names = {name: entry[name] for name in ("network", "user", "nonce")}
            self.assertEqual(messages.withdrawal_id(**names), entry["withdrawal_id"])


class Attestations(unittest.IsolatedAsyncioTestCase):
    async def test_what_a_source_signs_is_checked_by_anybody(self) -> None:
        said: Dict[str, Any] = {
            "subject": MARKET,
            "attests": "value",
            "value": -15,
            "decimals": 1,
            "observed_at": 1_795_255_200,
            "statement": "minus one and a half degrees",
        }
        signed = await attestations.sign_attestation(KeyPair(bytes(32)), network="test", **said)
        check = attestations.verify_attestation
        self.assertEqual(signed["source"], USER)
        self.assertTrue(check(signed, network="test"))
        self.assertFalse(check(signed, network="production"))
        for other in ({"value": 15}, {"statement": "a"}, {"source": MARKET}, {"signature": "ab"}):
            with self.subTest(**other):
                self.assertFalse(check({**signed, **other}, network="test"))

    def test_signatures_hold_exactly_where_servers_say_so(self) -> None:
        for entry in vectors("signatures"):
            parts = (entry[name] for name in ("public_key", "message", "signature"))
            holds = attestations.is_signature_of(*(bytes.fromhex(part) for part in parts))
            with self.subTest(entry["name"]):
                self.assertEqual(holds, entry["libsodium"])


class OwnerTexts(unittest.TestCase):
    def test_texts_envelopes_and_signatures_are_the_golden_ones(self) -> None:
        entries = vectors("owner-texts")
        self.assertEqual(len({entry["kind"] for entry in entries}), 5)
        for entry in entries:
            with self.subTest(kind=entry["kind"], fields=entry["fields"]):
                key = KeyPair.from_hex(entry["secret_key"])
                text = owner_text(entry)
                self.assertEqual(text, entry["text"])
                self.assertEqual(key.sign(text.encode()).hex(), entry["signature"])
                envelope = owner_texts.off_chain_envelope(text, key.public_key)
                self.assertEqual(envelope.hex(), entry["envelope"])
                self.assertEqual(key.sign(envelope).hex(), entry["envelope_signature"])

    def test_what_has_no_text_is_named(self) -> None:
        by = owner_texts.TextOf("test", USER, 1)
        for field, fields in (
            ("until", {"trading_key": USER, "until": 1.5}),
            ("until", {"trading_key": USER, "until": 253_402_300_800}),
            ("trading_key", {"trading_key": "short", "until": 1}),
            ("at_most", {"trading_key": USER, "until": 1, "at_most": -1}),
            ("price_band", {"trading_key": USER, "until": 1, "price_band": 0.5}),
        ):
            with self.subTest(field=field), self.assertRaises(InvalidInputError) as caught:
                owner_texts.allow_trading_key_text(by, **fields)  # type: ignore[arg-type]
            self.assertEqual(caught.exception.field, field)


class Refusals(unittest.TestCase):
    def test_what_has_no_bytes_is_named(self) -> None:
        good: Dict[str, Any] = {
            "market_id": MARKET,
            "side": "buy",
            "outcome": "yes",
            "price": 1,
            "size": 1,
            "order_type": "gtc",
        }
        for field, value in (
            ("market_id", "ab"),
            ("market_id", "zz" * 32),
            ("side", "long"),
            ("outcome", "maybe"),
            ("price", 1.5),
            ("price", "1"),
            ("price", True),
            ("size", -1),
            ("size", 2**53),
            ("reduce_only", 1.5),
            ("self_trade", "none"),
            ("order_type", "market"),
        ):
            with self.subTest(field=field, value=value):
                wrong: Any = {**good, field: value}
                with self.assertRaises(InvalidInputError) as caught:
                    messages.message_bytes(
                        "full_order", wrong, user=USER, nonce=1, network="test"
                    )
                self.assertEqual(caught.exception.field, field)
                self.assertFalse(caught.exception.safe_to_resend)

    def test_a_keyword_that_is_no_term_of_an_order_is_named(self) -> None:
        self.assertEqual(full_terms({"reduce_only": True}), {"reduce_only": True})
        with self.assertRaises(InvalidInputError) as caught:
            full_terms({"reduce_onli": True})
        self.assertEqual(caught.exception.field, "reduce_onli")

    def test_what_is_filled_is_said_or_may_be_any(self) -> None:
        amend: Dict[str, Any] = {"market_id": MARKET, "order_id": 1, "price": 1, "size": 1}
        self.assertEqual(amend_terms({**amend, "filled": "any"}), amend)
        self.assertEqual(amend_terms({**amend, "filled": 0}), {**amend, "filled": 0})
        for filled in (None, -1, 1.5, True, 2**64 - 1, "all"):
            with self.subTest(filled=filled), self.assertRaises(InvalidInputError) as caught:
                amend_terms({**amend, "filled": filled})
            self.assertEqual(caught.exception.field, "filled")

    def test_two_recipients_are_one_too_many(self) -> None:
        with self.assertRaises(InvalidInputError):
            messages.message_bytes(
                "withdraw",
                {"amount": 1, "recipient_ext": USER, "recipient_main": USER},
                user=USER,
                nonce=1,
                network="test",
            )


class Keys(unittest.TestCase):
    def test_base58_keeps_leading_zeros(self) -> None:
        for data in (b"", b"\0", b"\0\0\1", bytes(32), bytes(range(32)), b"\xff" * 64):
            self.assertEqual(from_base58(to_base58(data)), data)
        self.assertIsNone(from_base58("0OIl"))

    def test_a_key_is_read_in_each_form_and_never_printed(self) -> None:
        pair = KeyPair.random()
        seed = bytes.fromhex(pair.export_seed())
        public = from_base58(pair.public_key) or b""
        for same in (
            KeyPair(seed),
            KeyPair.from_hex(pair.export_seed()),
            KeyPair.from_base58(to_base58(seed)),
            KeyPair.from_base58(to_base58(seed + public)),
        ):
            self.assertEqual(same.public_key, pair.public_key)
        with self.assertRaises(InvalidInputError):
            KeyPair.from_base58(to_base58(seed + bytes(32)))
        self.assertNotIn(pair.export_seed(), f"{pair!r} {pair}")


if __name__ == "__main__":
    unittest.main()
