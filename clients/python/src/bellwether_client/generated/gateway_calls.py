# Made of docs/api by `node tools/documents.mjs`. Not to be edited.
"""What anybody may call, and owners of accounts."""

from typing import AsyncIterator, List, Optional, Sequence, Tuple

from ..http.caller import Call, Query, Receipt, json_of, path_of
from ..owner_reads import OwnerReads
from ..pages import Page, each
from . import answers
from .words import (
    AttestedKind,
    CandleInterval,
    CaseStatus,
    Claim,
    DebugSignatureRequestKind,
    FaucetToken,
    ListMarketsQuerySort,
    ListOrdersQueryStatus,
    ListPositionsQueryStatus,
    MarketStatus,
    OrderType,
    OutcomeSide,
    SelfTradeMode,
    Side,
)


class GatewayCalls(OwnerReads):
    """What anybody may call, and owners of accounts."""

    async def markets(
        self,
        *,
        status: Optional[MarketStatus] = None,
        category: Optional[str] = None,
        event_id: Optional[str] = None,
        q: Optional[str] = None,
        sort: Optional[ListMarketsQuerySort] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.MarketsPage:
        """List markets.

        One entry a question; filters go together, in any `sort`. A search through very many events
        may end a page early: go on while `has_more`.

        status: Entries of this status alone
        category: Entries of this category alone: a name, or a name and a sub as `weather/rain`
        event_id: This event alone
        q: Entries with this text in question or labels
        sort: `newest`; `volume` or `volume_24h`, most traded first; `ending`, what ends first,
            with the ended before it: filter by `status`
        limit: How many entries at most
        before: The `next_cursor` of the page before, of the same `sort`: what comes after it in
            the list
        """
        query: Query = {
            "status": status,
            "category": category,
            "event_id": event_id,
            "q": q,
            "sort": sort,
            "limit": limit,
            "before": before,
        }
        return await self._calls.read("/v1/markets", answers.MarketsPage, query, deadline=deadline)

    def each_market(
        self,
        *,
        status: Optional[MarketStatus] = None,
        category: Optional[str] = None,
        event_id: Optional[str] = None,
        q: Optional[str] = None,
        sort: Optional[ListMarketsQuerySort] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.EventEntry]:
        """All entries of ``markets``, page by page."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.EventEntry], Page]:
            page = await self.markets(
                status=status,
                category=category,
                event_id=event_id,
                q=q,
                sort=sort,
                limit=limit,
                before=before,
                deadline=deadline,
            )
            return page.markets, page

        return each(read, before)

    async def events(
        self,
        *,
        status: Optional[MarketStatus] = None,
        category: Optional[str] = None,
        event_id: Optional[str] = None,
        q: Optional[str] = None,
        sort: Optional[ListMarketsQuerySort] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.EventsPage:
        """List events.

        The same entries as `/v1/markets`, by their other name.

        status: Entries of this status alone
        category: Entries of this category alone: a name, or a name and a sub as `weather/rain`
        event_id: This event alone
        q: Entries with this text in question or labels
        sort: `newest`; `volume` or `volume_24h`, most traded first; `ending`, what ends first,
            with the ended before it: filter by `status`
        limit: How many entries at most
        before: The `next_cursor` of the page before, of the same `sort`: what comes after it in
            the list
        """
        query: Query = {
            "status": status,
            "category": category,
            "event_id": event_id,
            "q": q,
            "sort": sort,
            "limit": limit,
            "before": before,
        }
        return await self._calls.read("/v1/events", answers.EventsPage, query, deadline=deadline)

    def each_event(
        self,
        *,
        status: Optional[MarketStatus] = None,
        category: Optional[str] = None,
        event_id: Optional[str] = None,
        q: Optional[str] = None,
        sort: Optional[ListMarketsQuerySort] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.EventEntry]:
        """All entries of ``events``, page by page."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.EventEntry], Page]:
            page = await self.events(
                status=status,
                category=category,
                event_id=event_id,
                q=q,
                sort=sort,
                limit=limit,
                before=before,
                deadline=deadline,
            )
            return page.events, page

        return each(read, before)

    async def categories(self, *, deadline: Optional[float] = None) -> answers.Categories:
        """List the categories of the catalogue."""
        return await self._calls.read("/v1/categories", answers.Categories, deadline=deadline)

    async def market(self, market_id: str, *, deadline: Optional[float] = None) -> answers.Market:
        """Read a market."""
        return await self._calls.read(
            path_of("v1", "markets", market_id),
            answers.Market,
            deadline=deadline,
        )

    async def event(
        self,
        event_id: str,
        *,
        deadline: Optional[float] = None,
    ) -> answers.EventDetail:
        """Read an event."""
        return await self._calls.read(
            path_of("v1", "events", event_id),
            answers.EventDetail,
            deadline=deadline,
        )

    async def book(
        self,
        market_id: str,
        *,
        depth: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> answers.Book:
        """Read the order book of a market.

        depth: How many levels a side
        """
        query: Query = {"depth": depth}
        return await self._calls.read(
            path_of("v1", "markets", market_id, "book"),
            answers.Book,
            query,
            deadline=deadline,
        )

    async def market_trades(
        self,
        market_id: str,
        *,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.TradesPage:
        """List the trades of a market.

        Newest first. `before` may also be a bare `trade_id`.

        limit: How many entries at most
        before: The `next_cursor` of the page before: what comes after it in the list
        """
        query: Query = {"limit": limit, "before": before}
        return await self._calls.read(
            path_of("v1", "markets", market_id, "trades"),
            answers.TradesPage,
            query,
            deadline=deadline,
        )

    def each_market_trade(
        self,
        market_id: str,
        *,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.Trade]:
        """All entries of ``market_trades``, page by page."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.Trade], Page]:
            page = await self.market_trades(
                market_id,
                limit=limit,
                before=before,
                deadline=deadline,
            )
            return page.trades, page

        return each(read, before)

    async def candles(
        self,
        market_id: str,
        *,
        interval: CandleInterval,
        from_: Optional[int] = None,
        to: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> answers.Candles:
        """Read the price history of a market.

        Oldest first. At most 1,500 buckets; without `from` the last 200.

        interval: How long a bucket is
        from_: Buckets from this one on, in Unix seconds; without it the last 200
        to: Buckets before this time, in Unix seconds
        """
        query: Query = {"interval": interval, "from": from_, "to": to}
        return await self._calls.read(
            path_of("v1", "markets", market_id, "candles"),
            answers.Candles,
            query,
            deadline=deadline,
        )

    async def series(self, series_id: str, *, deadline: Optional[float] = None) -> answers.Series:
        """Read a series of events.

        Its events have the id `<series_id>-<start>`, with the start in Unix seconds.
        """
        return await self._calls.read(
            path_of("v1", "series", series_id),
            answers.Series,
            deadline=deadline,
        )

    async def cases(
        self,
        *,
        status: Optional[CaseStatus] = None,
        category: Optional[str] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.CasesPage:
        """List results that are or were proposed.

        Newest first. Of history, which may lag by moments. With a session of the user, its own
        challenges name it; with an operator’s key, all do.

        status: Cases of this status alone
        category: Cases of this category alone: a name, or a name and a sub as `weather/rain`
        limit: How many entries at most
        before: The `next_cursor` of the page before: what comes after it in the list
        """
        query: Query = {"status": status, "category": category, "limit": limit, "before": before}
        return await self._calls.read("/v1/cases", answers.CasesPage, query, deadline=deadline)

    def each_case(
        self,
        *,
        status: Optional[CaseStatus] = None,
        category: Optional[str] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.Case]:
        """All entries of ``cases``, page by page."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.Case], Page]:
            page = await self.cases(
                status=status,
                category=category,
                limit=limit,
                before=before,
                deadline=deadline,
            )
            return page.cases, page

        return each(read, before)

    async def case(self, case_id: int, *, deadline: Optional[float] = None) -> answers.Case:
        """Read how a result came about.

        Of history, which may lag by moments. With a session of the user, its own challenges name
        it; with an operator’s key, all do.
        """
        return await self._calls.read(
            path_of("v1", "cases", case_id),
            answers.Case,
            deadline=deadline,
        )

    async def sources(self, *, deadline: Optional[float] = None) -> answers.Sources:
        """List who may say results.

        Keys that sign what they see, and those that are retired. An event that names one says so in
        its entry.
        """
        return await self._calls.read("/v1/sources", answers.Sources, deadline=deadline)

    async def attest(
        self,
        *,
        source: str,
        subject: str,
        attests: AttestedKind,
        value: int,
        decimals: int,
        observed_at: int,
        signed_at: int,
        statement: str,
        signature: str,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.Attested]:
        """Hand in what the source of a result saw.

        From anybody: the signature says who speaks. It proposes the result that follows from the
        rule of the event, or agrees with the one that is proposed. If another one is proposed, or
        the source says another value than before, the result is disputed without a stake, until an
        operator decides. The same again gets the first answer.

        source: The public key of the source, in base58 or hex
        subject: With `value` the market, with `winner` the hash of the event: 32 bytes in hex
        attests: What `value` is: a number, or the place of the market that won
        value: The number, times 10 to the power of `decimals`; of `winner` the place of the
            market in its event, from 0
        decimals: As in the rule of the event; of `winner` 0
        observed_at: When it was so, in Unix seconds; of `value` exactly `at` of the rule
        signed_at: When it was signed, in Unix seconds
        statement: What the source saw, in words that everybody reads; its SHA-256 is signed
        signature: The source’s Ed25519 signature, in hex, over the canonical message
        """
        body = {
            "source": source,
            "subject": subject,
            "attests": attests,
            "value": value,
            "decimals": decimals,
            "observed_at": observed_at,
            "signed_at": signed_at,
            "statement": statement,
            "signature": signature,
        }
        call = Call("POST", "/v1/attestations", json_of(body), effect="exactly-once")
        return await self._calls.send(call, answers.Attested, deadline)

    async def market_resolution(
        self,
        market_id: str,
        *,
        deadline: Optional[float] = None,
    ) -> answers.MarketResolution:
        """Read how the result of a market came about.

        Of history, which may lag by moments. With a session of the user, its own challenges name
        it; with an operator’s key, all do.
        """
        return await self._calls.read(
            path_of("v1", "markets", market_id, "resolution"),
            answers.MarketResolution,
            deadline=deadline,
        )

    async def trading_keys(
        self,
        account: str,
        *,
        deadline: Optional[float] = None,
    ) -> answers.TradingKeyList:
        """List the trading keys of an account.

        Never older than the request. Those that may trade first, then those that ended within 30
        days.
        """
        return await self._calls.read(
            path_of("v1", "trading-keys", account),
            answers.TradingKeyList,
            deadline=deadline,
        )

    async def debug_signature(
        self,
        *,
        kind: DebugSignatureRequestKind,
        market_id: Optional[str] = None,
        user: Optional[str] = None,
        outcome: Optional[OutcomeSide] = None,
        side: Optional[Side] = None,
        price: Optional[int] = None,
        size: Optional[int] = None,
        nonce: Optional[int] = None,
        order_type: Optional[OrderType] = None,
        fee_bps: Optional[int] = None,
        client_id: Optional[str] = None,
        signature: Optional[str] = None,
        message: Optional[str] = None,
        public_key: Optional[str] = None,
        signer: Optional[str] = None,
        order_id: Optional[int] = None,
        main_address: Optional[str] = None,
        amount: Optional[int] = None,
        max_gas_fee: Optional[int] = None,
        allow_program_address: Optional[bool] = None,
        recipient_ext: Optional[str] = None,
        recipient_main: Optional[str] = None,
        mint: Optional[str] = None,
        filled: Optional[int] = None,
        self_trade: Optional[SelfTradeMode] = None,
        reduce_only: Optional[bool] = None,
        expires_at: Optional[int] = None,
        max_cost: Optional[int] = None,
        seconds: Optional[int] = None,
        case_id: Optional[int] = None,
        claim: Optional[Claim] = None,
        claim_market: Optional[str] = None,
        stake_micro_usdc: Optional[int] = None,
        reason: Optional[str] = None,
        source: Optional[str] = None,
        subject: Optional[str] = None,
        attests: Optional[AttestedKind] = None,
        value: Optional[int] = None,
        decimals: Optional[int] = None,
        observed_at: Optional[int] = None,
        signed_at: Optional[int] = None,
        statement: Optional[str] = None,
        text: Optional[str] = None,
        timestamp: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> answers.SignatureDiagnosis:
        """Find out why a signature does not hold.

        On the test network alone. The canonical bytes field by field, of a text line by line,
        whether the signature holds, in which form and by which key, what differs from the bytes
        that were signed, and which usual mistake explains it.

        kind: A message of `POST /v1/orders`
        market_id: The market: 32 bytes in hex
        user: The user's public key, in base58 or hex
        outcome: Contracts of which outcome
        side: Whether to buy or to sell
        price: The limit, in basis points of a dollar. A market buy is an `ioc` at 9999, a
            market sell an `ioc` at 100
        size: How many contracts
        nonce: Higher than any the user has used for this kind of call; a repeat gets the first
            answer
        order_type: `gtc` rests until it is cancelled; `ioc` fills what it can and ends; `fok`
            fills entirely or not at all; `post_only` rests or not at all
        fee_bps: The builder's own fee, in basis points of what the contracts cost; absent: `0`
        client_id: Sixteen random bytes of the sender: under the same nonce, a request with
            other ones is not a repeat
        signature: The signature as it is sent, in whatever encoding
        message: The bytes that were signed, in hex
        public_key: The key that signs, where it may be another than the user
        signer: The trading key that signed it; without it the user itself did
        order_id: The order
        main_address: The user's public key, in base58 or hex
        amount: Micro-USDC
        max_gas_fee: The most that the gas fee may be, in micro-USDC; 0: any. A fee above it is
            `FEE_ABOVE_MAX`; absent: `0`
        allow_program_address: The recipient may be an address off the curve, which a program
            signs for, such as a multisig; absent: `false`
        recipient_ext: The wallet that is paid, on the chain to deposit from; without any, the
            deposit address
        recipient_main: In its place a wallet on the main chain
        mint: An address, in base58 or hex
        filled: Contracts that are filled before it: where it is another number, nothing is
            changed; absent: any
        self_trade: What happens where it meets an order of its own user: that one is cancelled,
            the rest of this one, or both; absent: `cancel_maker`
        reduce_only: It never makes the position larger: a buy against contracts of the other
            outcome, a sell of what is held; absent: `false`
        expires_at: When it ends, in Unix seconds: 1 second to 366 days ahead. 0: never. Only of
            an order that may rest; absent: `0`
        max_cost: The most that a buy may cost, in micro-USDC with all fees: its fills stop
            before they would cost more, and what is left is cancelled. 0: its price and size are
            the bound; absent: `0`
        seconds: How long after this command all open orders are cancelled; 0 switches it off
        case_id: The case, as `GET /v1/cases` gives it
        claim: The result that the user claims
        claim_market: The market that won, for `winner`; else zeros
        stake_micro_usdc: Exactly the stake of the case, in micro-USDC
        reason: Why, in words that everybody reads; its SHA-256 is signed
        source: An address, in base58 or hex
        subject: The market, or the hash of the event where outcomes exclude each other: section
            8a
        attests: What `value` is: a number, or the place of the market that won
        value: The number, times 10 to the power of `decimals`; of `winner` the place of the
            market in its event, from 0
        decimals: As in the rule of the event; of `winner` 0
        observed_at: When it was so, in Unix seconds; of `value` exactly `at` of the rule
        signed_at: When it was signed, in Unix seconds
        statement: What the source saw, in words that everybody reads; its SHA-256 is signed
        text: The text as it is sent
        timestamp: When it is signed
        """
        body = {
            "kind": kind,
            "market_id": market_id,
            "user": user,
            "outcome": outcome,
            "side": side,
            "price": price,
            "size": size,
            "nonce": nonce,
            "order_type": order_type,
            "fee_bps": fee_bps,
            "client_id": client_id,
            "signature": signature,
            "message": message,
            "public_key": public_key,
            "signer": signer,
            "order_id": order_id,
            "main_address": main_address,
            "amount": amount,
            "max_gas_fee": max_gas_fee,
            "allow_program_address": allow_program_address,
            "recipient_ext": recipient_ext,
            "recipient_main": recipient_main,
            "mint": mint,
            "filled": filled,
            "self_trade": self_trade,
            "reduce_only": reduce_only,
            "expires_at": expires_at,
            "max_cost": max_cost,
            "seconds": seconds,
            "case_id": case_id,
            "claim": claim,
            "claim_market": claim_market,
            "stake_micro_usdc": stake_micro_usdc,
            "reason": reason,
            "source": source,
            "subject": subject,
            "attests": attests,
            "value": value,
            "decimals": decimals,
            "observed_at": observed_at,
            "signed_at": signed_at,
            "statement": statement,
            "text": text,
            "timestamp": timestamp,
        }
        call = Call("POST", "/v1/debug/signature", json_of(body))
        return (await self._calls.send(call, answers.SignatureDiagnosis, deadline)).answer

    async def balance(self, user: str, *, deadline: Optional[float] = None) -> answers.Balance:
        """Read a user's balance.

        Never older than the request: a caller reads its own writes. Zeros for an unknown user.
        """
        return await self._calls.read(
            path_of("v1", "balance", user),
            answers.Balance,
            deadline=deadline,
        )

    async def position(
        self,
        market_id: str,
        user: str,
        *,
        deadline: Optional[float] = None,
    ) -> answers.Position:
        """Read a user's position in a market."""
        return await self._calls.read(
            path_of("v1", "position", market_id, user),
            answers.Position,
            deadline=deadline,
        )

    async def positions(
        self,
        user: str,
        *,
        status: Optional[ListPositionsQueryStatus] = None,
        market_id: Optional[str] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.PositionsPage:
        """List a user's positions, with what they cost and brought.

        Last opened first. Exact from the ledger: trades, redemptions and payouts, at average cost.
        Of history, which may lag by moments: `seq` says how far it is. What is locked in open
        orders is in the position of a market.

        status: `open`: positions with contracts alone; `closed`: those whose contracts are all
            sold, redeemed or paid out
        market_id: The position in this market alone
        limit: How many entries at most
        before: The `next_cursor` of the page before: what comes after it in the list
        """
        query: Query = {"status": status, "market_id": market_id, "limit": limit, "before": before}
        return await self._calls.read(
            path_of("v1", "positions", user),
            answers.PositionsPage,
            query,
            deadline=deadline,
        )

    def each_position(
        self,
        user: str,
        *,
        status: Optional[ListPositionsQueryStatus] = None,
        market_id: Optional[str] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.HeldPosition]:
        """All entries of ``positions``, page by page."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.HeldPosition], Page]:
            page = await self.positions(
                user,
                status=status,
                market_id=market_id,
                limit=limit,
                before=before,
                deadline=deadline,
            )
            return page.positions, page

        return each(read, before)

    async def nonces(self, user: str, *, deadline: Optional[float] = None) -> answers.Nonces:
        """Read a user's nonces.

        Use any higher nonce for the next call of that kind.
        """
        return await self._calls.read(
            path_of("v1", "nonce", user),
            answers.Nonces,
            deadline=deadline,
        )

    async def trades(
        self,
        user: str,
        *,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.TradesPage:
        """List a user's trades.

        Of all markets, as maker and as taker. Newest first.

        limit: How many entries at most
        before: The `next_cursor` of the page before: what comes after it in the list
        """
        query: Query = {"limit": limit, "before": before}
        return await self._calls.read(
            path_of("v1", "trades", user),
            answers.TradesPage,
            query,
            deadline=deadline,
        )

    def each_trade(
        self,
        user: str,
        *,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.Trade]:
        """All entries of ``trades``, page by page."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.Trade], Page]:
            page = await self.trades(user, limit=limit, before=before, deadline=deadline)
            return page.trades, page

        return each(read, before)

    async def orders(
        self,
        user: str,
        *,
        status: Optional[ListOrdersQueryStatus] = None,
        market_id: Optional[str] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.OrdersPage:
        """List a user's orders.

        Newest first. With `status=open` they are live, as of the request; any other list is history
        and may lag by moments.

        status: Orders of this status alone; `open` is `resting` and `partially_filled`
        market_id: Orders of this market alone
        limit: How many entries at most
        before: The `next_cursor` of the page before: what comes after it in the list
        """
        query: Query = {"status": status, "market_id": market_id, "limit": limit, "before": before}
        return await self._as_owner(
            user,
            path_of("v1", "orders", user),
            answers.OrdersPage,
            query,
            deadline=deadline,
        )

    def each_order(
        self,
        user: str,
        *,
        status: Optional[ListOrdersQueryStatus] = None,
        market_id: Optional[str] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.Order]:
        """All entries of ``orders``, page by page."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.Order], Page]:
            page = await self.orders(
                user,
                status=status,
                market_id=market_id,
                limit=limit,
                before=before,
                deadline=deadline,
            )
            return page.orders, page

        return each(read, before)

    async def order(
        self,
        user: str,
        order_id: int,
        *,
        deadline: Optional[float] = None,
    ) -> answers.Order:
        """Read an order."""
        return await self._as_owner(
            user,
            path_of("v1", "orders", user, order_id),
            answers.Order,
            deadline=deadline,
        )

    async def order_by_nonce(
        self,
        user: str,
        nonce: int,
        *,
        deadline: Optional[float] = None,
    ) -> answers.NonceOutcome:
        """Read what became of a nonce.

        For a caller who never got the answer to an order: the order, or the refusal that used the
        nonce up. `ORDER_NOT_FOUND`: it has come to nothing. `HISTORY_UNAVAILABLE`: that is not
        known yet.
        """
        return await self._as_owner(
            user,
            path_of("v1", "orders", user, "by-nonce", nonce),
            answers.NonceOutcome,
            deadline=deadline,
        )

    async def ledger(
        self,
        user: str,
        *,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.LedgerPage:
        """List the movements of a user's money.

        A statement of history: each movement with the total that it left. Newest first.

        limit: How many entries at most
        before: The `next_cursor` of the page before: what comes after it in the list
        """
        query: Query = {"limit": limit, "before": before}
        return await self._as_owner(
            user,
            path_of("v1", "ledger", user),
            answers.LedgerPage,
            query,
            deadline=deadline,
        )

    def each_ledger_entry(
        self,
        user: str,
        *,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.LedgerEntry]:
        """All entries of ``ledger``, page by page."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.LedgerEntry], Page]:
            page = await self.ledger(user, limit=limit, before=before, deadline=deadline)
            return page.entries, page

        return each(read, before)

    async def limits(self, user: str, *, deadline: Optional[float] = None) -> answers.UserAllowance:
        """Read a user's limits, and what is left of them.

        Of the user, at the engine: addresses and API keys have limits of their own.
        """
        return await self._as_owner(
            user,
            path_of("v1", "limits", user),
            answers.UserAllowance,
            deadline=deadline,
        )

    async def deposit_address(
        self,
        user: str,
        *,
        deadline: Optional[float] = None,
    ) -> answers.BridgeAddress:
        """Read a user's deposit address.

        It is watched from then on, and never changes.
        """
        return await self._calls.read(
            path_of("v1", "deposit", "bridge-address", user),
            answers.BridgeAddress,
            wrapped=True,
            deadline=deadline,
        )

    async def deposit_status(
        self,
        user: str,
        *,
        deadline: Optional[float] = None,
    ) -> answers.DepositStatus:
        """Read what became of a user's deposits."""
        return await self._as_owner(
            user,
            path_of("v1", "deposit", "status", user),
            answers.DepositStatus,
            deadline=deadline,
        )

    async def withdrawal(
        self,
        withdrawal_id: str,
        *,
        deadline: Optional[float] = None,
    ) -> answers.Withdrawal:
        """Read a withdrawal."""
        return await self._calls.read(
            path_of("v1", "withdraw", withdrawal_id),
            answers.Withdrawal,
            wrapped=True,
            deadline=deadline,
        )

    async def withdrawals(
        self,
        user: str,
        *,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.WithdrawalsPage:
        """List a user's withdrawals.

        Newest first.

        limit: How many entries at most
        before: The `next_cursor` of the page before: what comes after it in the list
        """
        query: Query = {"limit": limit, "before": before}
        return await self._calls.read(
            path_of("v1", "withdrawals", user),
            answers.WithdrawalsPage,
            query,
            deadline=deadline,
        )

    def each_withdrawal(
        self,
        user: str,
        *,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.Withdrawal]:
        """All entries of ``withdrawals``, page by page."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.Withdrawal], Page]:
            page = await self.withdrawals(user, limit=limit, before=before, deadline=deadline)
            return page.withdrawals, page

        return each(read, before)

    async def proxy_wallet(
        self,
        user: str,
        *,
        deadline: Optional[float] = None,
    ) -> answers.ProxyWallet:
        """Read a user's proxy wallet.

        It is watched from then on, and never changes.
        """
        return await self._calls.read(
            path_of("v1", "proxy", user),
            answers.ProxyWallet,
            wrapped=True,
            deadline=deadline,
        )

    async def gas_price(self, *, deadline: Optional[float] = None) -> answers.GasPrice:
        """Read what chain transactions cost."""
        return await self._calls.read(
            "/v1/gas/price",
            answers.GasPrice,
            wrapped=True,
            deadline=deadline,
        )

    async def ask_faucet(
        self,
        *,
        chain: str,
        address: str,
        token: FaucetToken,
        amount: int,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.FaucetGift]:
        """Ask for test money on a chain.

        On the test network alone; elsewhere there is no such path.

        chain: Which chain, by its public name: `ext` and `main` unless the operator says
            otherwise
        address: Who gets it
        token: What is given
        amount: How much, in micro-USDC
        """
        body = {"chain": chain, "address": address, "token": token, "amount": amount}
        call = Call("POST", "/v1/faucet", json_of(body), effect="once", wrapped=True)
        return await self._calls.send(call, answers.FaucetGift, deadline)

    async def fees(self, *, deadline: Optional[float] = None) -> answers.Fees:
        """Read what trading costs."""
        return await self._calls.read("/v1/fees", answers.Fees, deadline=deadline)

    async def resolution_rules(
        self,
        *,
        deadline: Optional[float] = None,
    ) -> answers.ResolutionRules:
        """Read how results come about.

        By category, for new events. An event keeps those of its creation: its entry has them.
        """
        return await self._calls.read(
            "/v1/resolution-rules",
            answers.ResolutionRules,
            deadline=deadline,
        )

    async def time(self, *, deadline: Optional[float] = None) -> answers.ServerTime:
        """Read the server's clock."""
        return await self._calls.read("/v1/time", answers.ServerTime, deadline=deadline)

    async def status(self, *, deadline: Optional[float] = None) -> answers.ExchangeStatus:
        """Read the state of the exchange.

        Its mode, how far history and chains have been read, and the limits a client must stay
        within.
        """
        return await self._calls.read("/v1/status", answers.ExchangeStatus, deadline=deadline)

    async def solvency(self, *, deadline: Optional[float] = None) -> answers.Solvency:
        """Read the sums of the exchange's books.

        What it owes, what it has, and whether the chains agree.
        """
        return await self._calls.read("/v1/solvency", answers.Solvency, deadline=deadline)
