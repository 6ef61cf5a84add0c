"""What the source of a result signs, and how anybody checks it.

docs/protocol/signed-messages.md, section 7g.
"""

import hashlib
import time
from typing import Any, Mapping, Optional

from nacl.exceptions import CryptoError
from nacl.signing import VerifyKey

from .generated.words import AttestedKind, Network
from .keys import MessageSigner, from_hex, key_bytes, signature_of
from .messages import message_bytes

_SIGNATURE_BYTES = 64


async def sign_attestation(
    key: MessageSigner,
    *,
    subject: str,
    attests: AttestedKind,
    value: int,
    decimals: int,
    observed_at: int,
    statement: str,
    network: Network,
    signed_at: Optional[int] = None,
) -> Mapping[str, Any]:
    """The body of ``POST /v1/attestations``, signed by the source's key.

    ``subject`` is a market id, or ``event_hash`` of an event. Times are Unix seconds; without
    ``signed_at``: now.
    """
    attested = {
        "source": key.public_key,
        "subject": subject,
        "attests": attests,
        "value": value,
        "decimals": decimals,
        "observed_at": observed_at,
        "signed_at": int(time.time()) if signed_at is None else signed_at,
        "statement": statement,
    }
    signature = await signature_of(key, attestation_bytes(attested, network=network))
    return {**attested, "signature": signature}


def verify_attestation(attested: Mapping[str, Any], *, network: Network) -> bool:
    """Whether it is the signature of its source over exactly this, by the exchange's rule.

    Whose key that is, ``GET /v1/sources`` and the event's ``source`` say.
    """
    signature = from_hex(attested["signature"], _SIGNATURE_BYTES)
    if signature is None:
        return False
    message = attestation_bytes(attested, network=network)
    return is_signature_of(key_bytes("source", attested["source"]), message, signature)


def is_signature_of(key: bytes, message: bytes, signature: bytes) -> bool:
    """By libsodium's rule, which is the servers'."""
    try:
        VerifyKey(key).verify(message, signature)
    except (CryptoError, ValueError):
        return False
    return True


def attestation_bytes(attested: Mapping[str, Any], *, network: Network) -> bytes:
    """What the source signs: the statement by its hash."""
    statement = hashlib.sha256(str(attested["statement"]).encode()).hexdigest()
    said = {**attested, "statement": statement}
    return message_bytes("attestation", said, user=attested["source"], network=network)
