"""Sessions on a connection: the exchange sends a user's channels to their owner alone."""

from typing import Any, Callable, Dict, Optional

from ..errors import BellwetherError
from ..sessions import AccountSessions

#: What the exchange sends to an account's owner alone.
_OWNED = ("user:", "deposits:")


class ChannelOwners:
    """Which tokens the present connection got, and whether another one may help."""

    def __init__(
        self, sessions: Optional[AccountSessions], send: Callable[[Dict[str, Any]], bool]
    ) -> None:
        self._sessions = sessions
        self._send = send
        #: By channel, the token that was sent on this connection.
        self._sent: Dict[str, str] = {}

    def connected(self) -> None:
        """A new connection has no sessions."""
        self._sent.clear()

    def may_open(self, channel: str, refusal: BellwetherError) -> bool:
        """Whether a session may help against this refusal of a channel."""
        if self._sessions is None or not channel.startswith(_OWNED):
            return False
        if refusal.code not in ("SESSION_REQUIRED", "SESSION_INVALID"):
            return False
        sent = self._sent.pop(channel, None)
        if sent is not None:
            self._sessions.forget(_owner(channel), sent)
        # One that has ended is replaced, however often. One that did not help is not.
        return refusal.code == "SESSION_INVALID" or sent is None

    async def token_of(self, channel: str) -> Optional[str]:
        """None if the account is another's. Raises what opening raises."""
        return None if self._sessions is None else await self._sessions.token_of(_owner(channel))

    def send(self, channel: str, token: str) -> None:
        """It counts for what is sent afterwards."""
        if self._send({"op": "session", "token": token}):
            self._sent[channel] = token


def _owner(channel: str) -> str:
    return channel.split(":", 1)[1]
