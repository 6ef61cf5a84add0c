"""Who sent a request: the exchange never gives one sender the answer of another."""

import secrets

_BYTES = 16


def new_client_id() -> str:
    """Nobody can guess it.

    Under one nonce the exchange answers a repeat with the same one, and refuses every other
    sender: no process ever takes the answer of another one for its own.
    """
    return secrets.token_hex(_BYTES)
