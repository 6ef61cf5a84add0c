"""What the owner of an account reads: with a session, where the exchange asks for one."""

from typing import Any, AsyncIterator, Awaitable, Callable, Mapping, Optional, Sequence, Tuple, Type, TypeVar

import httpx

from .answer import Answer
from .base_client import BaseClient
from .errors import ExchangeError
from .generated import answers
from .http.caller import Credentials, QueryValue, path_of
from .http.retry import RetryPolicy
from .pages import Page, each
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
        self._gateway = self._caller(url)

    async def orders(
        self,
        user: str,
        *,
        status: Optional[str] = None,
        market_id: Optional[str] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
    ) -> answers.OrdersPage:
        """``status="open"`` is live, every other list comes from history."""
        query = {"status": status, "market_id": market_id, "limit": limit, "before": before}
        return await self._as_owner(user, path_of("v1", "orders", user), answers.OrdersPage, query)

    def each_order(self, user: str, **query: Any) -> AsyncIterator[answers.Order]:
        """All orders, with the query of ``orders``."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.Order], Page]:
            turned: Any = {**query, "before": before}
            page = await self.orders(user, **turned)
            return page.orders, page

        return each(read, query.get("before"))

    async def order(self, user: str, order_id: int) -> answers.Order:
        """An order as it is now."""
        return await self._as_owner(user, path_of("v1", "orders", user, order_id), answers.Order)

    async def order_by_nonce(self, user: str, nonce: int) -> answers.NonceOutcome:
        """What a nonce came to. ``ORDER_NOT_FOUND``: to nothing; 503: not known yet."""
        path = path_of("v1", "orders", user, "by-nonce", nonce)
        return await self._as_owner(user, path, answers.NonceOutcome)

    async def ledger(
        self, user: str, *, limit: Optional[int] = None, before: Optional[str] = None
    ) -> answers.LedgerPage:
        """A user's statement: every movement of its money, each with the balance after it."""
        query = {"limit": limit, "before": before}
        return await self._as_owner(user, path_of("v1", "ledger", user), answers.LedgerPage, query)

    async def limits(self, user: str) -> answers.UserAllowance:
        """How often the user may do what, and what is left of it now."""
        return await self._as_owner(user, path_of("v1", "limits", user), answers.UserAllowance)

    async def deposits(self, user: str) -> answers.DepositStatus:
        """A user's deposits, each with what happened and what comes next."""
        path = path_of("v1", "deposit", "status", user)
        return await self._as_owner(user, path, answers.DepositStatus)

    async def _as_owner(
        self, user: str, path: str, model: Type[A], query: Mapping[str, QueryValue] = {}
    ) -> A:
        async def read(credentials: Credentials) -> A:
            return await self._gateway.read(path, model, query, credentials=credentials)

        return await self._with_session(user, read)

    async def _with_session(self, user: str, ask: Callable[[Credentials], Awaitable[A]]) -> A:
        """Without a token at first, as an operator may leave these reads to everybody."""
        sessions = self.sessions
        if sessions is None:
            return await ask(Credentials())
        token = await sessions.token_of(user) if sessions.has(user) else None
        try:
            return await ask(Credentials() if token is None else BearerToken(token))
        except ExchangeError as error:
            if error.code not in ("SESSION_REQUIRED", "SESSION_INVALID"):
                raise
            refusal = error
        if token is not None:
            sessions.forget(user, token)
        token = await sessions.token_of(user)
        if token is None:
            raise refusal
        return await ask(BearerToken(token))
