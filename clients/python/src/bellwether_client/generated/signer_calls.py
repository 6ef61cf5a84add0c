# Made of docs/api by `node tools/documents.mjs`. Not to be edited.
"""What builders may call."""

from typing import AsyncIterator, List, Optional, Sequence, Tuple

from ..base_client import BaseClient
from ..http.caller import Call, Credentials, Query, Receipt, json_of, path_of
from ..pages import Page, each
from . import answers
from .words import GetBuilderRevenueQueryInterval


class SignerCalls(BaseClient):
    """What builders may call."""

    _key_alone: Credentials

    async def create_user_key(
        self,
        *,
        user_id: str,
        deadline: Optional[float] = None,
    ) -> answers.UserKey:
        """Make a user's key.

        The same `user_id` always has the same key.

        user_id: The builder's own name for the user, of 1 to 128 bytes: the same name, the same
            key
        """
        body = {"user_id": user_id}
        call = Call("POST", "/v1/keys", json_of(body), credentials=self._key_alone)
        return (await self._calls.send(call, answers.UserKey, deadline)).answer

    async def deposit_address(
        self,
        *,
        user: str,
        chain: str,
        deadline: Optional[float] = None,
    ) -> answers.DepositAddress:
        """Read a user's deposit address.

        On the chain to deposit from the deposit address, on the main chain the proxy wallet. Both
        are watched from then on.

        user: The user's public key, in base58 or hex
        chain: Which chain, by its public name: `ext` and `main` unless the operator says
            otherwise
        """
        body = {"user": user, "chain": chain}
        call = Call("POST", "/v1/deposit/address", json_of(body), credentials=self._key_alone)
        return (await self._calls.send(call, answers.DepositAddress, deadline)).answer

    async def create_key(
        self,
        *,
        scopes: Optional[List[str]] = None,
        orders_per_second: Optional[int] = None,
        daily_outflow_micro_usdc: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.IssuedKey]:
        """Make a key of the builder.

        The calling key needs the scope `keys`. What the new one may do is yours to say; its orders
        a second are at most those of the calling key. The secrets are shown this once.

        scopes: Of `read`, `trade`, `withdraw`, `keys`; without it `trade` alone
        orders_per_second: Orders a second through this key
        daily_outflow_micro_usdc: With the scope `withdraw`: what may be withdrawn through it on
            a UTC day, in micro-USDC
        """
        body = {
            "scopes": scopes,
            "orders_per_second": orders_per_second,
            "daily_outflow_micro_usdc": daily_outflow_micro_usdc,
        }
        call = Call("POST", "/v1/builder/keys", json_of(body), effect="once")
        return await self._calls.send(call, answers.IssuedKey, deadline)

    async def rotate_key(
        self,
        key_id: str,
        *,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.RotatedKey]:
        """Replace a credential.

        Of any key of the builder, the calling one too, which needs the scope `keys`. The credential
        before works on for 24 hours; the first one, which an operator has seen, can do nothing but
        this, and ends at once.
        """
        call = Call("POST", path_of("v1", "builder", "keys", key_id, "rotate"), "{}", effect="once")
        return await self._calls.send(call, answers.RotatedKey, deadline)

    async def revoke_key(
        self,
        key_id: str,
        *,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.RevokedKey]:
        """Revoke a key.

        Any key of the builder, the calling one too, which needs the scope `keys`. It ends within 2
        seconds, on every signer, for ever.
        """
        call = Call("DELETE", path_of("v1", "builder", "keys", key_id), "{}")
        return await self._calls.send(call, answers.RevokedKey, deadline)

    async def trades(
        self,
        *,
        limit: Optional[int] = None,
        market_id: Optional[str] = None,
        before: Optional[str] = None,
        from_: Optional[int] = None,
        to: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> answers.BuilderTradesPage:
        """List the trades of a builder's users.

        Of the users that the calling key has made, with the sums of all fees that match. Newest
        first.

        limit: How many entries at most; absent: `100`
        market_id: Trades of this market alone
        before: The `next_cursor` of the page before: what comes after it in the list
        from_: Trades from this time on, in Unix seconds
        to: Trades before this time, in Unix seconds
        """
        body = {"limit": limit, "market_id": market_id, "before": before, "from": from_, "to": to}
        call = Call("POST", "/v1/trades", json_of(body))
        return (await self._calls.send(call, answers.BuilderTradesPage, deadline)).answer

    def each_trade(
        self,
        *,
        limit: Optional[int] = None,
        market_id: Optional[str] = None,
        before: Optional[str] = None,
        from_: Optional[int] = None,
        to: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.Trade]:
        """All entries of ``trades``, page by page."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.Trade], Page]:
            page = await self.trades(
                limit=limit,
                market_id=market_id,
                before=before,
                from_=from_,
                to=to,
                deadline=deadline,
            )
            return page.trades, page

        return each(read, before)

    async def builder(self, *, deadline: Optional[float] = None) -> answers.OwnBuilder:
        """Read the own name, limits and keys.

        The scope `read` alone is enough, as for users, revenue and trades of the builder.
        """
        return await self._calls.read("/v1/builder", answers.OwnBuilder, deadline=deadline)

    async def users(
        self,
        *,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> answers.BuilderUsersPage:
        """List the own users.

        All users of the builder, through whichever of its keys they were made.

        after: The `next_cursor` of the page before: users after this key
        limit: How many entries at most
        """
        query: Query = {"after": after, "limit": limit}
        return await self._calls.read(
            "/v1/builder/users",
            answers.BuilderUsersPage,
            query,
            deadline=deadline,
        )

    def each_user(
        self,
        *,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.BuilderUser]:
        """All entries of ``users``, page by page."""

        async def read(after: Optional[str]) -> Tuple[Sequence[answers.BuilderUser], Page]:
            page = await self.users(after=after, limit=limit, deadline=deadline)
            return page.users, page

        return each(read, after)

    async def revenue(
        self,
        *,
        interval: Optional[GetBuilderRevenueQueryInterval] = None,
        from_: Optional[int] = None,
        to: Optional[int] = None,
        market_id: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.BuilderRevenue:
        """Read the own revenue by day and by market.

        What all keys of the builder earned, revoked ones too. Moments behind the exchange, as all
        history is.

        interval: How long a bucket is: a UTC day
        from_: From the UTC day with this time on, in Unix seconds; without it 30 days back
        to: Up to this time, in Unix seconds; a day that has begun by then counts as a whole;
            without it now
        market_id: Of this market alone
        """
        query: Query = {"interval": interval, "from": from_, "to": to, "market_id": market_id}
        return await self._calls.read(
            "/v1/builder/revenue",
            answers.BuilderRevenue,
            query,
            deadline=deadline,
        )

    async def own_trades(
        self,
        *,
        market_id: Optional[str] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.TradesPage:
        """List the trades of the own users.

        Newest first. Of all users of the builder, through whichever of its keys they were made.

        market_id: Trades of this market alone
        limit: How many entries at most
        before: The `next_cursor` of the page before: what comes after it in the list
        """
        query: Query = {"market_id": market_id, "limit": limit, "before": before}
        return await self._calls.read(
            "/v1/builder/trades",
            answers.TradesPage,
            query,
            deadline=deadline,
        )

    def each_own_trade(
        self,
        *,
        market_id: Optional[str] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.Trade]:
        """All entries of ``own_trades``, page by page."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.Trade], Page]:
            page = await self.own_trades(
                market_id=market_id,
                limit=limit,
                before=before,
                deadline=deadline,
            )
            return page.trades, page

        return each(read, before)

    async def pay_out(
        self,
        *,
        reference: str,
        amount: int,
        recipient_main: Optional[str] = None,
        recipient_ext: Optional[str] = None,
        user: Optional[str] = None,
        max_gas_fee: Optional[int] = None,
        allow_program_address: Optional[bool] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.Payout]:
        """Pay out the own revenue.

        Needs the scope `payout`. To a user it is in the balance at once; to a wallet it goes the
        way of a withdrawal, and what cannot be paid is revenue again.

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
            "reference": reference,
            "amount": amount,
            "recipient_main": recipient_main,
            "recipient_ext": recipient_ext,
            "user": user,
            "max_gas_fee": max_gas_fee,
            "allow_program_address": allow_program_address,
        }
        call = Call("POST", "/v1/builder/payout", json_of(body), effect="exactly-once")
        return await self._calls.send(call, answers.Payout, deadline)

    async def payouts(
        self,
        *,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> answers.PayoutsPage:
        """List the own payouts.

        Newest first, and what can be paid out now. The scope `read` alone is enough.

        limit: How many entries at most
        before: The `next_cursor` of the page before: what comes after it in the list
        """
        query: Query = {"limit": limit, "before": before}
        return await self._calls.read(
            "/v1/builder/payouts",
            answers.PayoutsPage,
            query,
            deadline=deadline,
        )

    def each_payout(
        self,
        *,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[answers.Payout]:
        """All entries of ``payouts``, page by page."""

        async def read(before: Optional[str]) -> Tuple[Sequence[answers.Payout], Page]:
            page = await self.payouts(limit=limit, before=before, deadline=deadline)
            return page.payouts, page

        return each(read, before)

    async def payout(self, reference: str, *, deadline: Optional[float] = None) -> answers.Payout:
        """Read one of the own payouts.

        The scope `read` alone is enough.
        """
        return await self._calls.read(
            path_of("v1", "builder", "payouts", reference),
            answers.Payout,
            deadline=deadline,
        )
