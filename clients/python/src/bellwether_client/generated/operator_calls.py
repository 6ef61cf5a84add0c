# Made of docs/api by `node tools/documents.mjs`. Not to be edited.
"""What operators may call."""

from typing import AsyncIterator, Dict, List, Optional, Sequence, Tuple

from ..base_client import BaseClient
from ..http.caller import Call, Query, Receipt, json_of, path_of
from ..pages import Page, each
from . import answers, requests
from .words import (
    CreateEventRequestVoidRule,
    DepositPhase,
    ExchangeMode,
    ListAlarmsQueryApp,
    ListAllWithdrawalsQueryStatus,
    ListAuditQueryKind,
    ListConfirmationsQueryState,
    OperatorRole,
    Resolution,
    SteppedBlockChain,
    TreasuryPayoutRequestSource,
    Verdict,
)


class OperatorCalls(BaseClient):
    """What operators may call."""

    async def create_event(
        self,
        *,
        event_id: Optional[str] = None,
        question: str,
        description: Optional[str] = None,
        rules: Optional[str] = None,
        resolution_source: Optional[str] = None,
        image_url: Optional[str] = None,
        category: requests.CreateEventRequestCategory,
        expiry: int,
        mutually_exclusive: Optional[bool] = None,
        exhaustive: Optional[bool] = None,
        void_rule: Optional[CreateEventRequestVoidRule] = None,
        void_price: Optional[int] = None,
        source: Optional[requests.CreateEventRequestSource] = None,
        fee_bps: Optional[int] = None,
        opens_at: Optional[int] = None,
        outcomes: List[requests.CreateEventRequestOutcomes],
        deadline: Optional[float] = None,
    ) -> Receipt[answers.CreatedEvent]:
        """Make an event and its markets.

        With an `event_id` it is made once, however often it is sent; without one each call makes
        another.

        event_id: Makes the call repeatable; without it each call makes another event
        question: What is traded
        description: What it is about, in words; absent: `""`
        rules: What decides it, to the letter
        resolution_source: Where the result is read: an address or a name
        image_url: Where its picture is: an https address of a named host
        category: What the question is about; its fees follow from it
        expiry: When its markets close, in Unix seconds
        mutually_exclusive: Whether at most one of the outcomes comes true; absent: `false`
        exhaustive: Whether exactly one of outcomes that exclude each other comes true: prices
            of a void sum to a dollar then; absent: `false`
        void_rule: What a void pays where outcomes do not exclude each other: `void_price`, or
            the last trade before a time that the proposal names; `fixed` without it
        void_price: By the rule `fixed`: what a YES contract pays, in basis points; 5000 without
            it
        source: Who may say how it ends, beside operators; it never changes. Without it
            operators alone propose
        fee_bps: In place of the category's rate
        opens_at: When its markets open, in Unix seconds; without it at once
        outcomes: One for a question of yes or no, else one for each answer
        """
        body = {
            "event_id": event_id,
            "question": question,
            "description": description,
            "rules": rules,
            "resolution_source": resolution_source,
            "image_url": image_url,
            "category": category,
            "expiry": expiry,
            "mutually_exclusive": mutually_exclusive,
            "exhaustive": exhaustive,
            "void_rule": void_rule,
            "void_price": void_price,
            "source": source,
            "fee_bps": fee_bps,
            "opens_at": opens_at,
            "outcomes": outcomes,
        }
        call = Call(
            "POST",
            "/admin/events",
            json_of(body),
            effect="once" if event_id is None else "exactly-once",
            wrapped=True,
        )
        return await self._calls.send(call, answers.CreatedEvent, deadline)

    async def pause_market(
        self,
        market_id: str,
        *,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.MarketStatusChange]:
        """Pause a market.

        It takes cancels and no orders until it is resumed.
        """
        call = Call("POST", path_of("admin", "markets", market_id, "pause"), "{}", wrapped=True)
        return await self._calls.send(call, answers.MarketStatusChange, deadline)

    async def resume_market(
        self,
        market_id: str,
        *,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.MarketStatusChange]:
        """Resume a paused market."""
        call = Call("POST", path_of("admin", "markets", market_id, "resume"), "{}", wrapped=True)
        return await self._calls.send(call, answers.MarketStatusChange, deadline)

    async def close_market(
        self,
        market_id: str,
        *,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.MarketStatusChange]:
        """Close a market.

        Its orders are cancelled; it waits for its resolution.
        """
        call = Call("POST", path_of("admin", "markets", market_id, "close"), "{}", wrapped=True)
        return await self._calls.send(call, answers.MarketStatusChange, deadline)

    async def resolve_market(
        self,
        market_id: str,
        *,
        outcome: Resolution,
        price: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.ResolvedMarket]:
        """Resolve a market.

        Holders are paid in the same command. With `dry_run=true` nothing is done, and the answer
        says what would be paid.

        outcome: How it came out
        price: With `void` alone: what a YES contract pays, in basis points; 5000 without it
        """
        body = {"outcome": outcome, "price": price}
        call = Call(
            "POST",
            path_of("admin", "markets", market_id, "resolve"),
            json_of(body),
            effect="exactly-once",
            wrapped=True,
        )
        return await self._calls.send(call, answers.ResolvedMarket, deadline)

    async def preview_resolve_market(
        self,
        market_id: str,
        *,
        outcome: Resolution,
        price: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> answers.ResolvedMarket:
        """Resolve a market.

        What it would do: nothing is done.

        outcome: How it came out
        price: With `void` alone: what a YES contract pays, in basis points; 5000 without it
        """
        body = {"outcome": outcome, "price": price}
        call = Call(
            "POST",
            path_of("admin", "markets", market_id, "resolve") + "?dry_run=true",
            json_of(body),
            wrapped=True,
        )
        return (await self._calls.send(call, answers.ResolvedMarket, deadline)).answer

    async def resolve_event(
        self,
        event_id: str,
        *,
        winner: Optional[str] = None,
        void: Optional[bool] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.ResolvedEvent]:
        """Resolve an event.

        All of its markets at once. With `dry_run=true` nothing is done, and the answer says what
        would be paid.

        winner: The market that came true; the others did not
        void: In its place: every contract pays half
        """
        body = {"winner": winner, "void": void}
        call = Call(
            "POST",
            path_of("admin", "events", event_id, "resolve"),
            json_of(body),
            effect="exactly-once",
            wrapped=True,
        )
        return await self._calls.send(call, answers.ResolvedEvent, deadline)

    async def preview_resolve_event(
        self,
        event_id: str,
        *,
        winner: Optional[str] = None,
        void: Optional[bool] = None,
        deadline: Optional[float] = None,
    ) -> answers.ResolvedEvent:
        """Resolve an event.

        What it would do: nothing is done.

        winner: The market that came true; the others did not
        void: In its place: every contract pays half
        """
        body = {"winner": winner, "void": void}
        call = Call(
            "POST",
            path_of("admin", "events", event_id, "resolve") + "?dry_run=true",
            json_of(body),
            wrapped=True,
        )
        return (await self._calls.send(call, answers.ResolvedEvent, deadline)).answer

    async def set_resolution_rules(
        self,
        *,
        rules: List[requests.ResolutionRulesRequestRules],
        deadline: Optional[float] = None,
    ) -> Receipt[answers.ResolutionRulesChange]:
        """Set how results come about, by category.

        Events that exist keep their rules.

        rules: By category; the most specific row counts
        """
        body = {"rules": rules}
        call = Call("PUT", "/admin/resolution-rules", json_of(body), wrapped=True)
        return await self._calls.send(call, answers.ResolutionRulesChange, deadline)

    async def set_source(
        self,
        *,
        name: str,
        key: str,
        url: Optional[str] = None,
        about: Optional[str] = None,
        retire: Optional[bool] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.SourceChange]:
        """Add a source of results, change its words, or retire it.

        A key stays that of its name for ever. Two operators agree on it; one alone may retire a
        key, which only keeps new events from naming it.

        name: What it is called; it may have several keys, each for good
        key: The public key that signs what it sees, in base58 or hex
        url: Where what it sees can be read
        about: Who it is and what it sees, in words that everybody reads
        retire: In place of `url` and `about`: no new event may name this key any more. It still
            says the results of those that do
        """
        body = {"name": name, "key": key, "url": url, "about": about, "retire": retire}
        call = Call("PUT", "/admin/sources", json_of(body), wrapped=True)
        return await self._calls.send(call, answers.SourceChange, deadline)

    async def propose_market(
        self,
        market_id: str,
        *,
        outcome: Resolution,
        price: Optional[int] = None,
        price_as_of: Optional[int] = None,
        note: str,
        evidence_url: Optional[str] = None,
        evidence_sha256: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.ProposedResult]:
        """Propose the result of a market.

        Nobody trades it from then on; it is paid when nobody has challenged it in time. A proposal
        that nobody has challenged is corrected by another one. Of outcomes that exclude each other,
        a market by itself may only be out: `no`. With `dry_run=true` nothing is done, and the
        answer says what would be paid. Where a second operator confirms dangerous acts, this is one
        if it may be challenged for less than an hour.

        outcome: How the market came out
        price: With `void` alone: what a YES contract pays, as the `void_rule` of the event has
            it
        price_as_of: With `void` by the rule `last` alone: the void pays the last trade before
            this time, in Unix seconds
        note: Why it is so, in words that everybody reads
        evidence_url: Where that can be seen
        evidence_sha256: SHA-256 of what is there, in hex
        """
        body = {
            "outcome": outcome,
            "price": price,
            "price_as_of": price_as_of,
            "note": note,
            "evidence_url": evidence_url,
            "evidence_sha256": evidence_sha256,
        }
        call = Call(
            "POST",
            path_of("admin", "markets", market_id, "propose"),
            json_of(body),
            effect="once",
            wrapped=True,
        )
        return await self._calls.send(call, answers.ProposedResult, deadline)

    async def preview_propose_market(
        self,
        market_id: str,
        *,
        outcome: Resolution,
        price: Optional[int] = None,
        price_as_of: Optional[int] = None,
        note: str,
        evidence_url: Optional[str] = None,
        evidence_sha256: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.ProposedResult:
        """Propose the result of a market.

        What it would do: nothing is done.

        outcome: How the market came out
        price: With `void` alone: what a YES contract pays, as the `void_rule` of the event has
            it
        price_as_of: With `void` by the rule `last` alone: the void pays the last trade before
            this time, in Unix seconds
        note: Why it is so, in words that everybody reads
        evidence_url: Where that can be seen
        evidence_sha256: SHA-256 of what is there, in hex
        """
        body = {
            "outcome": outcome,
            "price": price,
            "price_as_of": price_as_of,
            "note": note,
            "evidence_url": evidence_url,
            "evidence_sha256": evidence_sha256,
        }
        call = Call(
            "POST",
            path_of("admin", "markets", market_id, "propose") + "?dry_run=true",
            json_of(body),
            wrapped=True,
        )
        return (await self._calls.send(call, answers.ProposedResult, deadline)).answer

    async def propose_event(
        self,
        event_id: str,
        *,
        winner: Optional[str] = None,
        prices: Optional[Dict[str, int]] = None,
        void: Optional[bool] = None,
        note: str,
        evidence_url: Optional[str] = None,
        evidence_sha256: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.ProposedResult]:
        """Propose the result of an event.

        Of one whose outcomes exclude each other: all of its markets at once. With `dry_run=true`
        nothing is done, and the answer says what would be paid. Where a second operator confirms
        dangerous acts, this is one if it may be challenged for less than an hour.

        winner: The market that came true; the others did not
        prices: In its place a void: what a YES contract pays in each open market, in basis
            points; 0 in those left out
        void: In their place a void of equal shares, of an exhaustive event
        note: Why it is so, in words that everybody reads
        evidence_url: Where that can be seen
        evidence_sha256: SHA-256 of what is there, in hex
        """
        body = {
            "winner": winner,
            "prices": prices,
            "void": void,
            "note": note,
            "evidence_url": evidence_url,
            "evidence_sha256": evidence_sha256,
        }
        call = Call(
            "POST",
            path_of("admin", "events", event_id, "propose"),
            json_of(body),
            effect="once",
            wrapped=True,
        )
        return await self._calls.send(call, answers.ProposedResult, deadline)

    async def preview_propose_event(
        self,
        event_id: str,
        *,
        winner: Optional[str] = None,
        prices: Optional[Dict[str, int]] = None,
        void: Optional[bool] = None,
        note: str,
        evidence_url: Optional[str] = None,
        evidence_sha256: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.ProposedResult:
        """Propose the result of an event.

        What it would do: nothing is done.

        winner: The market that came true; the others did not
        prices: In its place a void: what a YES contract pays in each open market, in basis
            points; 0 in those left out
        void: In their place a void of equal shares, of an exhaustive event
        note: Why it is so, in words that everybody reads
        evidence_url: Where that can be seen
        evidence_sha256: SHA-256 of what is there, in hex
        """
        body = {
            "winner": winner,
            "prices": prices,
            "void": void,
            "note": note,
            "evidence_url": evidence_url,
            "evidence_sha256": evidence_sha256,
        }
        call = Call(
            "POST",
            path_of("admin", "events", event_id, "propose") + "?dry_run=true",
            json_of(body),
            wrapped=True,
        )
        return (await self._calls.send(call, answers.ProposedResult, deadline)).answer

    async def decide_case(
        self,
        case_id: int,
        *,
        verdict: Verdict,
        outcome: Optional[Resolution] = None,
        price: Optional[int] = None,
        price_as_of: Optional[int] = None,
        winner: Optional[str] = None,
        prices: Optional[Dict[str, int]] = None,
        void: Optional[bool] = None,
        refund_stakes: Optional[bool] = None,
        expiry: Optional[int] = None,
        reason: str,
        reason_url: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.CaseChange]:
        """Decide a disputed result.

        Where the rules of the event say so, who proposed it may not. `overturn` begins a second
        round with a new window, and is paid at once in the second. It is a dangerous act, which a
        second operator confirms where that is required.

        verdict: `uphold`: it is paid as proposed; `overturn`: another result is proposed;
            `reopen`: it was too early, and its markets trade again
        outcome: With `overturn` of a market: the result instead
        price: With `void` alone: what a YES contract pays, as the `void_rule` of the event has
            it
        price_as_of: With `void` by the rule `last` alone: the void pays the last trade before
            this time, in Unix seconds
        winner: With `overturn` of an event: the market that came true
        prices: In its place a void: what a YES contract pays in each open market, in basis
            points; 0 in those left out
        void: In their place a void of equal shares, of an exhaustive event
        refund_stakes: With `uphold`: the challengers get their stakes back; absent: `false`
        expiry: With `reopen`: a later expiry of the event, in Unix seconds
        reason: Why, in words that everybody reads
        reason_url: Where that can be seen
        """
        body = {
            "verdict": verdict,
            "outcome": outcome,
            "price": price,
            "price_as_of": price_as_of,
            "winner": winner,
            "prices": prices,
            "void": void,
            "refund_stakes": refund_stakes,
            "expiry": expiry,
            "reason": reason,
            "reason_url": reason_url,
        }
        call = Call(
            "POST",
            path_of("admin", "cases", case_id, "decide"),
            json_of(body),
            effect="once",
            wrapped=True,
        )
        return await self._calls.send(call, answers.CaseChange, deadline)

    async def withdraw_case(
        self,
        case_id: int,
        *,
        reason: str,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.CaseChange]:
        """Take back a proposed result.

        Of a case that nobody has challenged. Its markets are paused, or closed if they have
        expired.

        reason: Why, in words that everybody reads
        """
        body = {"reason": reason}
        call = Call(
            "POST",
            path_of("admin", "cases", case_id, "withdraw"),
            json_of(body),
            effect="once",
            wrapped=True,
        )
        return await self._calls.send(call, answers.CaseChange, deadline)

    async def fill_dispute_fund(
        self,
        *,
        amount: int,
        reference: str,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.DisputeFund]:
        """Give protocol fees to the dispute fund.

        It pays rewards of challenges, and nothing takes from it.

        amount: How much of the protocol fees, in micro-USDC
        reference: The operator's own name for it: it is given once, and a repeat gets the first
            answer
        """
        body = {"amount": amount, "reference": reference}
        call = Call(
            "POST",
            "/admin/dispute-fund",
            json_of(body),
            effect="exactly-once",
            wrapped=True,
        )
        return await self._calls.send(call, answers.DisputeFund, deadline)

    async def make_good(
        self,
        user: str,
        *,
        amount: int,
        reference: str,
        reason: str,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.MadeGood]:
        """Give protocol fees to a user.

        So a wrong result that was paid is made good from nobody else. Two operators agree on it.

        amount: How much of the protocol fees, in micro-USDC
        reference: The operator's own name for it: it is given once, and a repeat gets the first
            answer
        reason: Why
        """
        body = {"amount": amount, "reference": reference, "reason": reason}
        call = Call(
            "POST",
            path_of("admin", "users", user, "make-good"),
            json_of(body),
            effect="exactly-once",
            wrapped=True,
        )
        return await self._calls.send(call, answers.MadeGood, deadline)

    async def set_series(
        self,
        *,
        series_id: str,
        event: requests.SeriesTemplate,
        period_seconds: int,
        first_start: int,
        lead_seconds: int,
        ends_at: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.Series]:
        """Have events made, one each period.

        Another one of the same id takes its place: events that are made stay. With `ends_at` in the
        past no more are made.

        series_id: The series
        event: 
        period_seconds: From one start to the next; an event closes when the next begins
        first_start: When its first event begins, in Unix seconds
        lead_seconds: How long before it begins an event is made, and opens
        ends_at: No event begins then or later, in Unix seconds; without it the series goes on
        """
        body = {
            "series_id": series_id,
            "event": event,
            "period_seconds": period_seconds,
            "first_start": first_start,
            "lead_seconds": lead_seconds,
            "ends_at": ends_at,
        }
        call = Call("PUT", "/admin/series", json_of(body), wrapped=True)
        return await self._calls.send(call, answers.Series, deadline)

    async def credit(
        self,
        *,
        user: str,
        amount: int,
        reference: str,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.Credited]:
        """Give a user test money.

        On the test network alone. Each `reference` is credited once.

        user: The user's public key, in base58 or hex
        amount: How much, in micro-USDC
        reference: The operator's own name for it: a repeat gives nothing more
        """
        body = {"user": user, "amount": amount, "reference": reference}
        call = Call("POST", "/admin/credit", json_of(body), effect="exactly-once", wrapped=True)
        return await self._calls.send(call, answers.Credited, deadline)

    async def set_mode(
        self,
        *,
        mode: ExchangeMode,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.ModeChange]:
        """Set the mode of the exchange.

        mode: `cancel_only` takes no new orders, `halted` nothing
        """
        body = {"mode": mode}
        call = Call("POST", "/admin/mode", json_of(body), wrapped=True)
        return await self._calls.send(call, answers.ModeChange, deadline)

    async def set_fees(
        self,
        *,
        categories: List[requests.FeesRequestCategories],
        deadline: Optional[float] = None,
    ) -> Receipt[answers.FeeSchedule]:
        """Set the schedule of fees.

        Markets that exist keep their rates.

        categories: All categories: the first that fits a market counts
        """
        body = {"categories": categories}
        call = Call("PUT", "/admin/fees", json_of(body), wrapped=True)
        return await self._calls.send(call, answers.FeeSchedule, deadline)

    async def set_user_limits(
        self,
        user: str,
        *,
        max_open_orders: Optional[int],
        deadline: Optional[float] = None,
    ) -> Receipt[answers.UserLimits]:
        """Set a user's limits.

        max_open_orders: How many orders of this user may be open at once, whatever the user's
            funds; null: the funds decide
        """
        body = {"max_open_orders": max_open_orders}
        call = Call(
            "PUT",
            path_of("admin", "users", user, "limits"),
            json_of(body, nullable=["max_open_orders"]),
            wrapped=True,
        )
        return await self._calls.send(call, answers.UserLimits, deadline)

    async def create_builder(
        self,
        *,
        name: str,
        max_fee_bps: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.Builder]:
        """Make a builder.

        Each call makes another one.

        name: For people
        max_fee_bps: The highest `fee_bps` its orders may carry; 100 without it
        """
        body = {"name": name, "max_fee_bps": max_fee_bps}
        call = Call("POST", "/admin/builders", json_of(body), effect="once", wrapped=True)
        return await self._calls.send(call, answers.Builder, deadline)

    async def create_key(
        self,
        *,
        builder_id: str,
        scopes: Optional[List[str]] = None,
        orders_per_second: Optional[int] = None,
        daily_outflow_micro_usdc: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.IssuedKey]:
        """Issue the first API key of a builder.

        The secrets are shown this once, and can do nothing but be replaced by the builder: `POST
        /v1/builder/keys/{key_id}/rotate` at the signer. It has the scope `keys` too: all other keys
        the builder makes, and no operator.

        builder_id: Whose key
        scopes: Of `read`, `trade`, `withdraw`, `keys`; without it `trade` alone
        orders_per_second: Orders a second through this key
        daily_outflow_micro_usdc: With the scope `withdraw`: what may be withdrawn through it on
            a UTC day, in micro-USDC
        """
        body = {
            "builder_id": builder_id,
            "scopes": scopes,
            "orders_per_second": orders_per_second,
            "daily_outflow_micro_usdc": daily_outflow_micro_usdc,
        }
        call = Call("POST", "/admin/keys", json_of(body), effect="once", wrapped=True)
        return await self._calls.send(call, answers.IssuedKey, deadline)

    async def revoke_key(
        self,
        key_id: str,
        *,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.RevokedKey]:
        """Stop an API key.

        It ends within 2 seconds, on every signer, until it is restored.
        """
        call = Call("DELETE", path_of("admin", "keys", key_id), "{}", wrapped=True)
        return await self._calls.send(call, answers.RevokedKey, deadline)

    async def restore_key(
        self,
        key_id: str,
        *,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.RestoredKey]:
        """Let a stopped API key work again.

        One that an operator has revoked, with the credential that its builder has. What the builder
        has revoked stays so.
        """
        call = Call("POST", path_of("admin", "keys", key_id, "restore"), "{}", wrapped=True)
        return await self._calls.send(call, answers.RestoredKey, deadline)

    async def keys(
        self,
        *,
        builder_id: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> answers.ApiKeysPage:
        """List API keys.

        Oldest first.

        builder_id: Keys of this builder alone
        after: The `next_cursor` of the page before
        limit: How many entries at most
        """
        query: Query = {"builder_id": builder_id, "after": after, "limit": limit}
        return await self._calls.read(
            "/admin/keys",
            answers.ApiKeysPage,
            query,
            wrapped=True,
            deadline=deadline,
        )

    def each_key(
        self,
        *,
        builder_id: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.ApiKey]:
        """All entries of ``keys``, page by page."""

        async def read(after: Optional[str]) -> Tuple[Sequence[answers.ApiKey], Page]:
            page = await self.keys(
                builder_id=builder_id,
                after=after,
                limit=limit,
                deadline=deadline,
            )
            return page.keys, page

        return each(read, after)

    async def builders(
        self,
        *,
        q: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> answers.BuildersPage:
        """List the builders.

        Oldest first.

        q: Builders with this text in their name, or with this id
        after: The `next_cursor` of the page before
        limit: How many entries at most
        """
        query: Query = {"q": q, "after": after, "limit": limit}
        return await self._calls.read(
            "/admin/builders",
            answers.BuildersPage,
            query,
            wrapped=True,
            deadline=deadline,
        )

    def each_builder(
        self,
        *,
        q: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.ListedBuilder]:
        """All entries of ``builders``, page by page."""

        async def read(after: Optional[str]) -> Tuple[Sequence[answers.ListedBuilder], Page]:
            page = await self.builders(q=q, after=after, limit=limit, deadline=deadline)
            return page.builders, page

        return each(read, after)

    async def set_tier(
        self,
        *,
        user: str,
        tier: int,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.TierChange]:
        """Set a user's tier.

        A transaction on the main chain: the answer comes when it is final.

        user: The user's public key, in base58 or hex
        tier: 0: everyone; 1: liquidity providers; 2: institutions
        """
        body = {"user": user, "tier": tier}
        call = Call("POST", "/admin/bridge/user-tier", json_of(body), wrapped=True)
        return await self._calls.send(call, answers.TierChange, deadline)

    async def refresh_tier(
        self,
        *,
        user: str,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.TierRead]:
        """Read a user's tier again.

        In place of the value that is cached for a minute.

        user: The user's public key, in base58 or hex
        """
        body = {"user": user}
        call = Call("POST", "/admin/bridge/invalidate-tier-cache", json_of(body), wrapped=True)
        return await self._calls.send(call, answers.TierRead, deadline)

    async def set_bridge_executor(
        self,
        *,
        enabled: bool,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.BridgeExecutor]:
        """Switch the bridge.

        Off: new deposits are queued.

        enabled: Whether new deposits are sent over the bridge
        """
        body = {"enabled": enabled}
        call = Call("POST", "/admin/bridge/executor", json_of(body), wrapped=True)
        return await self._calls.send(call, answers.BridgeExecutor, deadline)

    async def set_daily_cap(
        self,
        *,
        micro_usdc: int,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.DailyCap]:
        """Set the daily cap of the bridge.

        micro_usdc: What all users together may bring a day, in micro-USDC; 0 lets nothing in
        """
        body = {"micro_usdc": micro_usdc}
        call = Call("PUT", "/admin/bridge/daily-cap", json_of(body), wrapped=True)
        return await self._calls.send(call, answers.DailyCap, deadline)

    async def step_over_block(
        self,
        *,
        chain: SteppedBlockChain,
        slot: int,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.SteppedBlock]:
        """Let the scan of a chain step over a block that it cannot read.

        Nothing in it is read for deposits. What it held is recorded, and balances that it changed
        are found by comparing them. The same request again shows what became of it.

        chain: Whose scan it is: `ext`, where deposits come in, or `main`
        slot: The slot of the block, as the alarm `block_unreadable` names it
        """
        body = {"chain": chain, "slot": slot}
        call = Call("POST", "/admin/scan/step-over", json_of(body), wrapped=True)
        return await self._calls.send(call, answers.SteppedBlock, deadline)

    async def queues(
        self,
        *,
        phase: Optional[DepositPhase] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.QueuesPage:
        """List deposits of a phase.

        phase: Deposits of this phase
        limit: How many entries at most
        before: The `next_cursor` of the page before: what comes after it in the list
        """
        query: Query = {"phase": phase, "limit": limit, "before": before}
        return await self._calls.read(
            "/admin/queues",
            answers.QueuesPage,
            query,
            wrapped=True,
            deadline=deadline,
        )

    def each_queue_deposit(
        self,
        *,
        phase: Optional[DepositPhase] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.QueuedDeposit]:
        """All entries of ``queues``, page by page."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.QueuedDeposit], Page]:
            page = await self.queues(phase=phase, limit=limit, before=before, deadline=deadline)
            return page.deposits, page

        return each(read, before)

    async def release_deposit(
        self,
        deposit_id: str,
        *,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.ReleasedDeposit]:
        """Let a queued deposit pass the daily cap."""
        call = Call(
            "POST",
            path_of("admin", "queues", deposit_id, "release"),
            "{}",
            effect="exactly-once",
            wrapped=True,
        )
        return await self._calls.send(call, answers.ReleasedDeposit, deadline)

    async def reject_deposit(
        self,
        deposit_id: str,
        *,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.RejectedDeposit]:
        """Take a deposit out of the queue.

        It ends `rejected` and stays at its address, for its user, or its builder, to recover.
        """
        call = Call(
            "POST",
            path_of("admin", "queues", deposit_id, "reject"),
            "{}",
            effect="exactly-once",
            wrapped=True,
        )
        return await self._calls.send(call, answers.RejectedDeposit, deadline)

    async def pause_withdrawals(
        self,
        *,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.WithdrawalsPaused]:
        """Take no more withdrawals.

        What was accepted before is paid all the same.
        """
        call = Call("POST", "/admin/withdrawals/pause", "{}", wrapped=True)
        return await self._calls.send(call, answers.WithdrawalsPaused, deadline)

    async def resume_withdrawals(
        self,
        *,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.WithdrawalsPaused]:
        """Take withdrawals again."""
        call = Call("POST", "/admin/withdrawals/resume", "{}", wrapped=True)
        return await self._calls.send(call, answers.WithdrawalsPaused, deadline)

    async def treasury(self, *, deadline: Optional[float] = None) -> answers.Treasury:
        """Read what the exchange earned and can be paid out."""
        return await self._calls.read(
            "/admin/treasury",
            answers.Treasury,
            wrapped=True,
            deadline=deadline,
        )

    async def pay_treasury(
        self,
        *,
        source: TreasuryPayoutRequestSource,
        reference: str,
        amount: int,
        recipient_main: Optional[str] = None,
        recipient_ext: Optional[str] = None,
        user: Optional[str] = None,
        max_gas_fee: Optional[int] = None,
        allow_program_address: Optional[bool] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.TreasuryPayout]:
        """Pay out what the exchange earned.

        To a wallet it goes the way of a withdrawal; to a user it is in the balance at once. It is
        paid once for each source and reference.

        source: What is paid out: fees of trades less rebates, or what gas fees brought
        reference: The sender's own name for the payout, which is paid once; a repeat gets the
            first answer
        amount: What leaves the revenue, in micro-USDC
        recipient_main: The wallet on the main chain that is paid
        recipient_ext: In its place a wallet on the chain to deposit from
        user: Or in its place a user, whose balance gets it at once, without gas
        max_gas_fee: The most that the gas fee may be, in micro-USDC; 0: any. A fee above it is
            `FEE_ABOVE_MAX`; absent: `0`
        allow_program_address: The recipient may be an address off the curve, which a program
            signs for, such as a multisig; absent: `false`
        """
        body = {
            "source": source,
            "reference": reference,
            "amount": amount,
            "recipient_main": recipient_main,
            "recipient_ext": recipient_ext,
            "user": user,
            "max_gas_fee": max_gas_fee,
            "allow_program_address": allow_program_address,
        }
        call = Call(
            "POST",
            "/admin/treasury/payout",
            json_of(body),
            effect="exactly-once",
            wrapped=True,
        )
        return await self._calls.send(call, answers.TreasuryPayout, deadline)

    async def treasury_payouts(
        self,
        *,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        reference: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.TreasuryPayoutsPage:
        """List payouts of what the exchange earned.

        Newest first.

        limit: How many entries at most
        before: The `next_cursor` of the page before: what comes after it in the list
        reference: Only payouts with this reference: at most one for each source
        """
        query: Query = {"limit": limit, "before": before, "reference": reference}
        return await self._calls.read(
            "/admin/treasury/payouts",
            answers.TreasuryPayoutsPage,
            query,
            wrapped=True,
            deadline=deadline,
        )

    def each_treasury_payout(
        self,
        *,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        reference: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.TreasuryPayout]:
        """All entries of ``treasury_payouts``, page by page."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.TreasuryPayout], Page]:
            page = await self.treasury_payouts(
                limit=limit,
                before=before,
                reference=reference,
                deadline=deadline,
            )
            return page.payouts, page

        return each(read, before)

    async def audit(
        self,
        *,
        operator: Optional[str] = None,
        kind: Optional[ListAuditQueryKind] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.AuditPage:
        """List what operators did.

        Newest first.

        operator: Calls of this operator alone
        kind: `changes` leaves out calls that only read
        limit: How many entries at most
        before: The `next_cursor` of the page before: what comes after it in the list
        """
        query: Query = {"operator": operator, "kind": kind, "limit": limit, "before": before}
        return await self._calls.read(
            "/admin/audit",
            answers.AuditPage,
            query,
            wrapped=True,
            deadline=deadline,
        )

    def each_audit_entry(
        self,
        *,
        operator: Optional[str] = None,
        kind: Optional[ListAuditQueryKind] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.AuditEntry]:
        """All entries of ``audit``, page by page."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.AuditEntry], Page]:
            page = await self.audit(
                operator=operator,
                kind=kind,
                limit=limit,
                before=before,
                deadline=deadline,
            )
            return page.entries, page

        return each(read, before)

    async def users(
        self,
        *,
        address: Optional[str] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.KnownUsersPage:
        """List the users who ever had money.

        Newest first; or the one with an address. Moments behind the exchange.

        address: The user with this public key, or with this deposit address, alone
        limit: How many entries at most
        before: The `next_cursor` of the page before: what comes after it in the list
        """
        query: Query = {"address": address, "limit": limit, "before": before}
        return await self._calls.read(
            "/admin/users",
            answers.KnownUsersPage,
            query,
            wrapped=True,
            deadline=deadline,
        )

    def each_user(
        self,
        *,
        address: Optional[str] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.KnownUser]:
        """All entries of ``users``, page by page."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.KnownUser], Page]:
            page = await self.users(address=address, limit=limit, before=before, deadline=deadline)
            return page.users, page

        return each(read, before)

    async def withdrawals(
        self,
        *,
        status: Optional[ListAllWithdrawalsQueryStatus] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.WithdrawalsPage:
        """List the withdrawals of all users.

        Newest first.

        status: Withdrawals of this status; `open` is all that have not ended
        limit: How many entries at most
        before: The `next_cursor` of the page before: what comes after it in the list
        """
        query: Query = {"status": status, "limit": limit, "before": before}
        return await self._calls.read(
            "/admin/withdrawals",
            answers.WithdrawalsPage,
            query,
            wrapped=True,
            deadline=deadline,
        )

    def each_withdrawal(
        self,
        *,
        status: Optional[ListAllWithdrawalsQueryStatus] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.Withdrawal]:
        """All entries of ``withdrawals``, page by page."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.Withdrawal], Page]:
            page = await self.withdrawals(
                status=status,
                limit=limit,
                before=before,
                deadline=deadline,
            )
            return page.withdrawals, page

        return each(read, before)

    async def alarms(
        self,
        *,
        app: Optional[ListAlarmsQueryApp] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.AlarmsPage:
        """List what people have to look at.

        Alarms of the funding apps. The same one again is counted, and comes first. Of an app the
        last thousand are stored.

        app: Alarms of this app alone
        limit: How many entries at most
        before: The `next_cursor` of the page before: what comes after it in the list
        """
        query: Query = {"app": app, "limit": limit, "before": before}
        return await self._calls.read(
            "/admin/alarms",
            answers.AlarmsPage,
            query,
            wrapped=True,
            deadline=deadline,
        )

    def each_alarm(
        self,
        *,
        app: Optional[ListAlarmsQueryApp] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.Alarm]:
        """All entries of ``alarms``, page by page."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.Alarm], Page]:
            page = await self.alarms(app=app, limit=limit, before=before, deadline=deadline)
            return page.alarms, page

        return each(read, before)

    async def begin_session(
        self,
        *,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.OperatorSession]:
        """Log in.

        With `X-Admin-Key`, this once. Calls after it carry the cookie, and those that change
        something `X-CSRF-Token`. A session ends after 15 minutes without a call, and after 12
        hours.
        """
        call = Call("POST", "/admin/session", "{}", effect="once", wrapped=True)
        return await self._calls.send(call, answers.OperatorSession, deadline)

    async def who_am_i(self, *, deadline: Optional[float] = None) -> answers.WhoAmI:
        """Who the caller is."""
        return await self._calls.read(
            "/admin/session",
            answers.WhoAmI,
            wrapped=True,
            deadline=deadline,
        )

    async def end_session(
        self,
        *,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.EndedSession]:
        """Log out."""
        call = Call("DELETE", "/admin/session", "{}", wrapped=True)
        return await self._calls.send(call, answers.EndedSession, deadline)

    async def operators(self, *, deadline: Optional[float] = None) -> answers.OperatorsList:
        """List the operators.

        With the one whose key is in the configuration, whom only it changes.
        """
        return await self._calls.read(
            "/admin/operators",
            answers.OperatorsList,
            wrapped=True,
            deadline=deadline,
        )

    async def add_operator(
        self,
        *,
        name: str,
        roles: List[OperatorRole],
        key_sha256: str,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.AddedOperator]:
        """Add an operator.

        Who is added makes the key `bw_operator_<name>_<64 characters of hex>` and gives its SHA-256
        alone: both who add compare it with the person. A name is given once, for ever.

        name: The name of the operator, as the audit trail has it
        roles: What the operator may do; `admin` may do all of it
        key_sha256: SHA-256 of the key that the new operator has made, in hex
        """
        body = {"name": name, "roles": roles, "key_sha256": key_sha256}
        call = Call("POST", "/admin/operators", json_of(body), effect="once", wrapped=True)
        return await self._calls.send(call, answers.AddedOperator, deadline)

    async def rotate_operator(
        self,
        name: str,
        *,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.OperatorKey]:
        """Replace the own key.

        The one before ends at once, and so do its sessions. Nobody replaces the key of another: who
        has both could confirm the own acts. Revoke it, and add the person anew.
        """
        call = Call(
            "POST",
            path_of("admin", "operators", name, "rotate"),
            "{}",
            effect="once",
            wrapped=True,
        )
        return await self._calls.send(call, answers.OperatorKey, deadline)

    async def revoke_operator(
        self,
        name: str,
        *,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.RevokedOperator]:
        """Revoke an operator.

        Key and sessions end within 2 seconds, on every gateway. One alone may revoke one other a
        day; more take a second operator.
        """
        call = Call("DELETE", path_of("admin", "operators", name), "{}", wrapped=True)
        return await self._calls.send(call, answers.RevokedOperator, deadline)

    async def confirmations(
        self,
        *,
        state: Optional[ListConfirmationsQueryState] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.ConfirmationsPage:
        """List acts that wait for another operator.

        Newest first.

        state: Those that wait for a decision, or all
        limit: How many entries at most
        before: The `next_cursor` of the page before: what comes after it in the list
        """
        query: Query = {"state": state, "limit": limit, "before": before}
        return await self._calls.read(
            "/admin/confirmations",
            answers.ConfirmationsPage,
            query,
            wrapped=True,
            deadline=deadline,
        )

    def each_confirmation(
        self,
        *,
        state: Optional[ListConfirmationsQueryState] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.Confirmation]:
        """All entries of ``confirmations``, page by page."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.Confirmation], Page]:
            page = await self.confirmations(
                state=state,
                limit=limit,
                before=before,
                deadline=deadline,
            )
            return page.confirmations, page

        return each(read, before)

    async def confirm_act(
        self,
        confirmation_id: int,
        *,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.Confirmation]:
        """Confirm an act of another operator.

        With the role that the act asks for. Nothing happens yet: who asked sends the same request
        again, and it is carried out, once.
        """
        call = Call(
            "POST",
            path_of("admin", "confirmations", confirmation_id, "confirm"),
            "{}",
            wrapped=True,
        )
        return await self._calls.send(call, answers.Confirmation, deadline)

    async def reject_act(
        self,
        confirmation_id: int,
        *,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.Confirmation]:
        """Reject an act of another operator, or take back an own one."""
        call = Call(
            "POST",
            path_of("admin", "confirmations", confirmation_id, "reject"),
            "{}",
            wrapped=True,
        )
        return await self._calls.send(call, answers.Confirmation, deadline)
