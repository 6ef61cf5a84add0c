"""The builder's envelope: docs/protocol/builder-envelope.md."""

import base64
import binascii
import hashlib
import hmac
import time
from typing import Dict

from .errors import BellwetherError, InvalidInputError
from .http.caller import Credentials, Headers

_SECRET_BYTES = 32


class KeyAlone(Credentials):
    """For the endpoints that check only the API key."""

    def __init__(self, api_key: str) -> None:
        self._api_key = api_key

    def headers_for(self, method: str, path: str, body: str) -> Headers:
        return {"X-Api-Key": self._api_key}


class Envelope(Credentials):
    """An HMAC with the builder's secret over request and time. Nothing prints the secret."""

    def __init__(self, api_key: str, secret: str) -> None:
        self._api_key = api_key
        self._secret = _secret_bytes(secret)
        #: How far this machine's clock is behind the exchange's, as far as known.
        self._offset = 0.0

    def headers_for(self, method: str, path: str, body: str) -> Headers:
        return self.headers_at(int(time.time() + self._offset), method, path, body)

    def headers_at(self, timestamp: int, method: str, path: str, body: str) -> Dict[str, str]:
        """The three headers at a time, in Unix seconds."""
        message = f"{timestamp}{method}{path}{body}".encode()
        return {
            "X-Api-Key": self._api_key,
            "X-Timestamp": str(timestamp),
            "X-Signature": hmac.new(self._secret, message, hashlib.sha256).hexdigest(),
        }

    def correct(self, error: BellwetherError) -> bool:
        """Takes over the exchange's time if ours is off."""
        server_time = error.details.get("server_time")
        if error.code != "TIMESTAMP_SKEW" or not isinstance(server_time, int):
            return False
        offset = server_time - time.time()
        is_new = abs(offset - self._offset) >= 1
        self._offset = offset
        return is_new


def _secret_bytes(text: str) -> bytes:
    try:
        secret = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        secret = b""
    if len(secret) != _SECRET_BYTES:
        raise InvalidInputError("secret", None, "base64 of 32 bytes")
    return secret
