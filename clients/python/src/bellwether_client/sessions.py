"""Sessions: what an owner's reads take. Opened when required, used until a minute before the end."""

import asyncio
import time
from typing import Awaitable, Callable, Dict, Optional

from . import messages
from .errors import BellwetherError
from .generated import answers
from .generated.words import Network
from .http.caller import Call, Caller, Credentials, Headers, json_of
from .keys import MessageSigner, key_bytes, signature_of, to_base58
from .limits import MAX_REMEMBERED_USERS, SESSION_RENEWAL_SECONDS

#: Opens a session of an account; None if it is not this opener's to open.
SessionOpener = Callable[[str], Awaitable[Optional[answers.AccountSession]]]


class AccountSessions:
    """One serves a ``PublicClient`` and any ``MarketStream`` of the same accounts."""

    def __init__(self, open_session: SessionOpener) -> None:
        self._open = open_session
        #: By account, oldest first.
        self._kept: Dict[str, answers.AccountSession] = {}
        self._opening: "Dict[str, asyncio.Future[Optional[answers.AccountSession]]]" = {}

    async def token_of(self, user: str) -> Optional[str]:
        """The token that reads the account; None if it is another's.

        Raises what opening raises, and InvalidInputError if ``user`` is no key.
        """
        name = _name(user)
        session = self._kept.get(name)
        if session is None or time.time() > session.expires_at - SESSION_RENEWAL_SECONDS:
            session = await self._opened(name)
        return None if session is None else session.token

    def has(self, user: str) -> bool:
        """Whether one was opened before: the next read sends its token at once."""
        return _name(user) in self._kept

    def forget(self, user: str, token: str) -> None:
        """The exchange refused this token. A newer one stays."""
        name = _name(user)
        session = self._kept.get(name)
        if session is not None and session.token == token:
            del self._kept[name]

    async def _opened(self, name: str) -> Optional[answers.AccountSession]:
        """One for all who ask at once; who stops waiting does not take it from the others."""
        opening = self._opening.get(name)
        if opening is None:
            opening = asyncio.ensure_future(self._open(name))
            self._opening[name] = opening
            opening.add_done_callback(lambda done: self._settle(name, done))
        return await asyncio.shield(opening)

    def _settle(
        self, name: str, opening: "asyncio.Future[Optional[answers.AccountSession]]"
    ) -> None:
        """What failed is tried again by who asks next."""
        self._opening.pop(name, None)
        self._kept.pop(name, None)
        if opening.cancelled() or opening.exception() is not None:
            return
        session = opening.result()
        if session is None:
            return
        self._kept[name] = session
        if len(self._kept) > MAX_REMEMBERED_USERS:
            del self._kept[next(iter(self._kept))]


class BearerToken(Credentials):
    """The header of a session. Nothing prints the token."""

    def __init__(self, token: str) -> None:
        self._token = token

    def headers_for(self, method: str, path: str, body: str) -> Headers:
        return {"Authorization": f"Bearer {self._token}"}


def own_session(
    key: MessageSigner, network: Network, gateway: Caller, account: Optional[str] = None
) -> SessionOpener:
    """Of the one account that the key is of, or may trade for (``account``)."""
    signer = _name(key.public_key)
    owner = signer if account is None else _name(account)

    async def open_session(user: str) -> Optional[answers.AccountSession]:
        if user != owner:
            return None
        # The exchange's time: that of this machine may be wrong.
        timestamp = (await gateway.read("/v1/time", answers.ServerTime)).time
        text = messages.session_text(user=user, timestamp=timestamp, network=network)
        signature = await signature_of(key, text)
        body = {"public_key": user, "timestamp": timestamp, "signature": signature}
        if owner != signer:
            body["trading_key"] = signer
        call = Call("POST", "/v1/session", json_of(body))
        return (await gateway.send(call, answers.AccountSession)).answer

    return open_session


def delegated_session(signer: Caller) -> SessionOpener:
    """Of a builder's users, whose keys the signer holds."""

    async def open_session(user: str) -> Optional[answers.AccountSession]:
        call = Call("POST", "/v1/session", json_of({"user": user}))
        try:
            return (await signer.send(call, answers.AccountSession)).answer
        except BellwetherError as error:
            if error.code != "NOT_YOUR_USER":
                raise
            return None

    return open_session


def _name(user: str) -> str:
    return to_base58(key_bytes("public_key", user))
