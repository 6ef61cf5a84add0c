"""Public reads of the gateway."""

from contextlib import suppress
from typing import Any, AsyncIterator, Mapping, Optional, Sequence, Tuple, Type, TypeVar

from .answer import Answer
from .errors import BellwetherError
from .generated import answers
from .generated.requests import PreviewTerms, WithdrawTerms
from .http.caller import Call, Credentials, Receipt, json_of, path_of
from .owner_reads import OwnerReads
from .pages import Page, each

A = TypeVar("A", bound=Answer)


class PublicClient(OwnerReads):
    """Markets, books, trades, balances, fees, withdrawals; with sessions also ``OwnerReads``.

    Every method is repeated by the retry policy, and then fails with ``ExchangeError``,
    ``ConnectionFailedError`` or ``InvalidAnswerError``. Lists are newest first; ``each_…`` goes
    through all their pages.
    """

    # --- the catalogue ---

    async def markets(
        self,
        *,
        status: Optional[str] = None,
        category: Optional[str] = None,
        event_id: Optional[str] = None,
        q: Optional[str] = None,
        sort: Optional[str] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
    ) -> answers.MarketsPage:
        """An entry for each question, with its outcomes. ``q`` searches question and labels.

        ``sort``: ``newest``, ``volume``, ``volume_24h`` or ``ending``.
        """
        query = {"status": status, "category": category, "event_id": event_id, "q": q}
        paged = {**query, "sort": sort, "limit": limit, "before": before}
        return await self._gateway.read("/v1/markets", answers.MarketsPage, paged)

    def each_market(self, **query: Any) -> AsyncIterator[answers.EventEntry]:
        """All entries, with the query of ``markets``."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.EventEntry], Page]:
            turned: Any = {**query, "before": before}
            page = await self.markets(**turned)
            return page.markets, page

        return each(read, query.get("before"))

    async def categories(self) -> answers.Categories:
        """What questions are about, most active first."""
        return await self._gateway.read("/v1/categories", answers.Categories)

    async def event(self, event_id: str) -> answers.EventDetail:
        """A question with its description and all its outcomes."""
        return await self._gateway.read(path_of("v1", "events", event_id), answers.EventDetail)

    async def market(self, market_id: str) -> answers.Market:
        """One outcome's market."""
        return await self._gateway.read(path_of("v1", "markets", market_id), answers.Market)

    async def book(self, market_id: str, *, depth: Optional[int] = None) -> answers.Book:
        """The order book in both outcomes; ``depth``: 1 to 500 levels a side."""
        path = path_of("v1", "markets", market_id, "book")
        return await self._gateway.read(path, answers.Book, {"depth": depth})

    async def market_trades(
        self, market_id: str, *, limit: Optional[int] = None, before: Optional[str] = None
    ) -> answers.TradesPage:
        """A page of a market's trades."""
        path = path_of("v1", "markets", market_id, "trades")
        return await self._gateway.read(path, answers.TradesPage, {"limit": limit, "before": before})

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

    async def positions(
        self,
        user: str,
        *,
        status: Optional[str] = None,
        market_id: Optional[str] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
    ) -> answers.PositionsPage:
        """A page of a user's positions, with what they cost and brought, last opened first.

        ``status``: ``open`` or ``closed``. Of history, moments behind ``position``.
        """
        query = {"status": status, "market_id": market_id, "limit": limit, "before": before}
        return await self._gateway.read(path_of("v1", "positions", user), answers.PositionsPage, query)

    def each_position(self, user: str, **query: Any) -> AsyncIterator[answers.HeldPosition]:
        """All positions, with the query of ``positions``."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.HeldPosition], Page]:
            turned: Any = {**query, "before": before}
            page = await self.positions(user, **turned)
            return page.positions, page

        return each(read, query.get("before"))

    async def nonces(self, user: str) -> answers.Nonces:
        """The highest used nonce of each kind."""
        return await self._gateway.read(path_of("v1", "nonce", user), answers.Nonces)

    async def trades(
        self, user: str, *, limit: Optional[int] = None, before: Optional[str] = None
    ) -> answers.TradesPage:
        """A page of a user's trades."""
        query = {"limit": limit, "before": before}
        return await self._gateway.read(path_of("v1", "trades", user), answers.TradesPage, query)

    def each_trade(
        self, user: str, *, limit: Optional[int] = None
    ) -> AsyncIterator[answers.Trade]:
        """All trades of a user."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.Trade], Page]:
            page = await self.trades(user, limit=limit, before=before)
            return page.trades, page

        return each(read)

    async def preview_order(self, terms: PreviewTerms) -> answers.Preview:
        """What an order would come to as the next command. A refusal is an answer, not an error.

        The orders that its user has open count as own ones with a session of the user, else as
        those of others.
        """

        async def ask(credentials: Credentials) -> answers.Preview:
            call = Call("POST", "/v1/preview", json_of(terms), credentials=credentials)
            return (await self._gateway.send(call, answers.Preview)).answer

        user = terms.get("user")
        if user is None:
            return await ask(Credentials())
        if self.sessions is not None:
            # Nobody asks for a session here: it is opened before, where that is possible.
            with suppress(BellwetherError):
                await self.sessions.token_of(user)
        return await self._with_session(user, ask)

    # --- the exchange ---

    async def fees(self) -> answers.Fees:
        """Rates and formulas."""
        return await self._gateway.read("/v1/fees", answers.Fees)

    async def time(self) -> answers.ServerTime:
        """The exchange's clock."""
        return await self._gateway.read("/v1/time", answers.ServerTime)

    async def status(self) -> answers.ExchangeStatus:
        """Mode, limits, and how far history is."""
        return await self._gateway.read("/v1/status", answers.ExchangeStatus)

    async def solvency(self) -> answers.Solvency:
        """What the exchange owes, and what it has."""
        return await self._gateway.read("/v1/solvency", answers.Solvency)

    # --- money on the chains ---

    async def deposit_address(self, user: str) -> answers.BridgeAddress:
        """The user's address on the external chain, which never changes."""
        path = path_of("v1", "deposit", "bridge-address", user)
        return await self._gateway.read(path, answers.BridgeAddress, wrapped=True)

    async def quote_withdrawal(self, user: str, terms: WithdrawTerms) -> answers.WithdrawalQuote:
        """What a withdrawal accepted now would cost. Nothing is signed or done."""
        body: Any = dict(terms, main_address=user)
        body.pop("max_gas_fee", None)
        receipt = await self._ask("/v1/withdraw/quote", body, answers.WithdrawalQuote, wrapped=True)
        return receipt.answer

    async def withdrawal(self, withdrawal_id: str) -> answers.Withdrawal:
        """A withdrawal as it is now, with its history."""
        path = path_of("v1", "withdraw", withdrawal_id)
        return await self._gateway.read(path, answers.Withdrawal, wrapped=True)

    async def withdrawals(
        self, user: str, *, limit: Optional[int] = None, before: Optional[str] = None
    ) -> answers.WithdrawalsPage:
        """A page of a user's withdrawals."""
        query = {"limit": limit, "before": before}
        path = path_of("v1", "withdrawals", user)
        return await self._gateway.read(path, answers.WithdrawalsPage, query)

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
