"""Public reads of the gateway."""

import json
from typing import (
    Any,
    AsyncIterator,
    Awaitable,
    Callable,
    Mapping,
    Optional,
    Protocol,
    Sequence,
    Tuple,
    Type,
    TypeVar,
)

import httpx

from .answer import Answer
from .base_client import BaseClient
from .generated import answers
from .generated.requests import PreviewTerms, WithdrawTerms
from .http.caller import Call, Receipt, path_of
from .http.retry import RetryPolicy

A = TypeVar("A", bound=Answer)
E = TypeVar("E")


class Page(Protocol):
    """The end of every list's page."""

    @property
    def next_cursor(self) -> Optional[str]:
        """Goes into ``before`` of the next page."""

    @property
    def has_more(self) -> bool:
        """Whether there is one."""


class PublicClient(BaseClient):
    """Markets, books, trades, balances, orders, fees, deposits, withdrawals.

    Every method is repeated by the retry policy, and then fails with ``ExchangeError``,
    ``ConnectionFailedError`` or ``InvalidAnswerError``. Lists are newest first; ``each_…`` goes
    through all their pages.
    """

    def __init__(
        self,
        url: str,
        *,
        retry: Optional[RetryPolicy] = None,
        http: Optional[httpx.AsyncClient] = None,
    ) -> None:
        super().__init__(retry, http)
        self._gateway = self._caller(url)

    # --- the catalogue ---

    async def markets(
        self,
        *,
        status: Optional[str] = None,
        category: Optional[str] = None,
        event_id: Optional[str] = None,
        q: Optional[str] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
    ) -> answers.Markets:
        """An entry for each question, with its outcomes. ``q`` searches question and labels."""
        query = {"status": status, "category": category, "event_id": event_id, "q": q}
        paged = {**query, "limit": limit, "before": before}
        return await self._gateway.read("/v1/markets", answers.Markets, paged)

    def each_market(self, **query: Any) -> AsyncIterator[answers.EventEntry]:
        """All entries, with the query of ``markets``."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.EventEntry], Page]:
            turned: Any = {**query, "before": before}
            page = await self.markets(**turned)
            return page.markets, page

        return each(read, query.get("before"))

    async def event(self, event_id: str) -> answers.Event:
        """A question with its description and all its outcomes."""
        return await self._gateway.read(path_of("v1", "events", event_id), answers.Event)

    async def market(self, market_id: str) -> answers.Market:
        """One outcome's market."""
        return await self._gateway.read(path_of("v1", "markets", market_id), answers.Market)

    async def book(self, market_id: str, *, depth: Optional[int] = None) -> answers.Book:
        """The order book in both outcomes; ``depth``: 1 to 500 levels a side."""
        path = path_of("v1", "markets", market_id, "book")
        return await self._gateway.read(path, answers.Book, {"depth": depth})

    async def market_trades(
        self, market_id: str, *, limit: Optional[int] = None, before: Optional[str] = None
    ) -> answers.Trades:
        """A page of a market's trades."""
        path = path_of("v1", "markets", market_id, "trades")
        return await self._gateway.read(path, answers.Trades, {"limit": limit, "before": before})

    def each_market_trade(
        self, market_id: str, *, limit: Optional[int] = None
    ) -> AsyncIterator[answers.Trade]:
        """All trades of a market."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.Trade], Page]:
            page = await self.market_trades(market_id, limit=limit, before=before)
            return page.trades, page

        return each(read)

    async def candles(
        self,
        market_id: str,
        interval: str,
        *,
        from_: Optional[int] = None,
        to: Optional[int] = None,
    ) -> answers.Candles:
        """Oldest first; without a range the last 200. Times in Unix seconds, ``to`` excluded."""
        path = path_of("v1", "markets", market_id, "candles")
        query = {"interval": interval, "from": from_, "to": to}
        return await self._gateway.read(path, answers.Candles, query)

    # --- a user ---

    async def balance(self, user: str) -> answers.Balance:
        """In micro-USDC; zeros for an unknown user."""
        return await self._gateway.read(path_of("v1", "balance", user), answers.Balance)

    async def position(self, market_id: str, user: str) -> answers.Position:
        """Contracts of a user in a market."""
        path = path_of("v1", "position", market_id, user)
        return await self._gateway.read(path, answers.Position)

    async def nonces(self, user: str) -> answers.Nonces:
        """The highest used nonce of each kind."""
        return await self._gateway.read(path_of("v1", "nonce", user), answers.Nonces)

    async def orders(
        self,
        user: str,
        *,
        status: Optional[str] = None,
        market_id: Optional[str] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
    ) -> answers.Orders:
        """``status="open"`` is live, every other list comes from history."""
        query = {"status": status, "market_id": market_id, "limit": limit, "before": before}
        return await self._gateway.read(path_of("v1", "orders", user), answers.Orders, query)

    def each_order(self, user: str, **query: Any) -> AsyncIterator[answers.Order]:
        """All orders, with the query of ``orders``."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.Order], Page]:
            turned: Any = {**query, "before": before}
            page = await self.orders(user, **turned)
            return page.orders, page

        return each(read, query.get("before"))

    async def order(self, user: str, order_id: int) -> answers.Order:
        """An order as it is now."""
        return await self._gateway.read(path_of("v1", "orders", user, order_id), answers.Order)

    async def order_by_nonce(self, user: str, nonce: int) -> answers.NonceOutcome:
        """What a nonce came to. ``ORDER_NOT_FOUND``: to nothing; 503: not known yet."""
        path = path_of("v1", "orders", user, "by-nonce", nonce)
        return await self._gateway.read(path, answers.NonceOutcome)

    async def trades(
        self, user: str, *, limit: Optional[int] = None, before: Optional[str] = None
    ) -> answers.Trades:
        """A page of a user's trades."""
        query = {"limit": limit, "before": before}
        return await self._gateway.read(path_of("v1", "trades", user), answers.Trades, query)

    def each_trade(
        self, user: str, *, limit: Optional[int] = None
    ) -> AsyncIterator[answers.Trade]:
        """All trades of a user."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.Trade], Page]:
            page = await self.trades(user, limit=limit, before=before)
            return page.trades, page

        return each(read)

    async def ledger(
        self, user: str, *, limit: Optional[int] = None, before: Optional[str] = None
    ) -> answers.Ledger:
        """A user's statement: every movement of its money, each with the balance after it."""
        query = {"limit": limit, "before": before}
        return await self._gateway.read(path_of("v1", "ledger", user), answers.Ledger, query)

    async def preview_order(self, terms: PreviewTerms) -> answers.Preview:
        """What an order would come to as the next command. A refusal is an answer, not an error."""
        return (await self._ask("/v1/preview", terms, answers.Preview)).answer

    # --- the exchange ---

    async def fees(self) -> answers.Fees:
        """Rates and formulas."""
        return await self._gateway.read("/v1/fees", answers.Fees)

    async def time(self) -> answers.Time:
        """The exchange's clock."""
        return await self._gateway.read("/v1/time", answers.Time)

    async def status(self) -> answers.Status:
        """Mode, limits, and how far history is."""
        return await self._gateway.read("/v1/status", answers.Status)

    async def solvency(self) -> answers.Solvency:
        """What the exchange owes, and what it has."""
        return await self._gateway.read("/v1/solvency", answers.Solvency)

    # --- money on the chains ---

    async def deposit_address(self, user: str) -> answers.BridgeAddress:
        """The user's address on the external chain, which never changes."""
        path = path_of("v1", "deposit", "bridge-address", user)
        return await self._gateway.read(path, answers.BridgeAddress, wrapped=True)

    async def deposits(self, user: str) -> answers.DepositStatus:
        """A user's deposits, each with what happened and what comes next."""
        path = path_of("v1", "deposit", "status", user)
        return await self._gateway.read(path, answers.DepositStatus)

    async def quote_withdrawal(self, user: str, terms: WithdrawTerms) -> answers.WithdrawalQuote:
        """What a withdrawal accepted now would cost. Nothing is signed or done."""
        body: Any = dict(terms, main_address=user)
        receipt = await self._ask("/v1/withdraw/quote", body, answers.WithdrawalQuote, wrapped=True)
        return receipt.answer

    async def withdrawal(self, withdrawal_id: str) -> answers.Withdrawal:
        """A withdrawal as it is now, with its history."""
        path = path_of("v1", "withdraw", withdrawal_id)
        return await self._gateway.read(path, answers.Withdrawal, wrapped=True)

    async def withdrawals(
        self, user: str, *, limit: Optional[int] = None, before: Optional[str] = None
    ) -> answers.Withdrawals:
        """A page of a user's withdrawals."""
        query = {"limit": limit, "before": before}
        path = path_of("v1", "withdrawals", user)
        return await self._gateway.read(path, answers.Withdrawals, query)

    async def proxy_wallet(self, user: str) -> answers.ProxyWallet:
        """The user's wallet on the main chain."""
        return await self._gateway.read(
            path_of("v1", "proxy", user), answers.ProxyWallet, wrapped=True
        )

    async def gas_price(self) -> answers.GasPrice:
        """What each action on the chains costs a user now."""
        return await self._gateway.read("/v1/gas/price", answers.GasPrice, wrapped=True)

    async def _ask(
        self, path: str, body: Mapping[str, Any], model: Type[A], wrapped: bool = False
    ) -> Receipt[A]:
        return await self._gateway.send(Call("POST", path, json_of(body), wrapped=wrapped), model)


async def each(
    read: Callable[[Optional[str]], Awaitable[Tuple[Sequence[E], Page]]],
    before: Optional[str] = None,
) -> AsyncIterator[E]:
    """The entries of a list, page by page, as far as the caller goes."""
    while True:
        entries, page = await read(before)
        for entry in entries:
            yield entry
        if not page.has_more or page.next_cursor is None:
            return
        before = page.next_cursor


def json_of(fields: Mapping[str, Any]) -> str:
    """The JSON of the fields that are given: the exchange takes no null for an absent one."""
    given = {name: value for name, value in fields.items() if value is not None}
    return json.dumps(given, separators=(",", ":"))
