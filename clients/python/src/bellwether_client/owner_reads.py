"""What the owner of an account reads: with a session, where the exchange asks for one."""

from typing import Awaitable, Callable, Optional, Type, TypeVar

import httpx

from .answer import Answer
from .base_client import BaseClient
from .errors import BellwetherError
from .http.caller import Credentials, Query
from .http.retry import RetryPolicy
from .sessions import AccountSessions, BearerToken

A = TypeVar("A", bound=Answer)


class OwnerReads(BaseClient):
    """Without ``sessions``, or for another's account, they fail with ``SESSION_REQUIRED``."""

    def __init__(
        self,
        url: str,
        *,
        #: Opens sessions for these reads. A ``Trader`` and a ``BuilderClient`` bring their own.
        sessions: Optional[AccountSessions] = None,
        retry: Optional[RetryPolicy] = None,
        http: Optional[httpx.AsyncClient] = None,
    ) -> None:
        super().__init__(retry, http)
        #: Also for a ``MarketStream``.
        self.sessions = sessions
        self._calls = self._caller(url)

    async def _as_owner(
        self,
        user: str,
        path: str,
        model: Type[A],
        query: Query = {},
        *,
        deadline: Optional[float] = None,
    ) -> A:
        async def read(credentials: Credentials) -> A:
            return await self._calls.read(
                path, model, query, credentials=credentials, deadline=deadline
            )

        return await self._with_session(user, read)

    async def _with_session(self, user: str, ask: Callable[[Credentials], Awaitable[A]]) -> A:
        """Without a token at first, as an operator may leave these reads to everybody."""
        sessions = self.sessions
        if sessions is None:
            return await ask(Credentials())
        token = await sessions.token_of(user) if sessions.has(user) else None
        try:
            return await ask(Credentials() if token is None else BearerToken(token))
        except BellwetherError as error:
            if error.code not in ("SESSION_REQUIRED", "SESSION_INVALID"):
                raise
            refusal = error
        if token is not None:
            sessions.forget(user, token)
        token = await sessions.token_of(user)
        if token is None:
            raise refusal
        return await ask(BearerToken(token))
