"""On a really running exchange: BELLWETHER_EXCHANGE is the path of its exchange.json."""

import asyncio
import json
import os
import secrets
import time
import unittest
from pathlib import Path
from typing import Any, Dict, List

import httpx

from bellwether_client import (
    AccessError,
    AdminClient,
    BuilderClient,
    ConflictError,
    BellwetherError,
    InvalidInputError,
    KeyPair,
    MarketStream,
    OutcomeUnknownError,
    PreparedRequest,
    PublicClient,
    RefusedError,
    RequestError,
    RetryPolicy,
    Trader,
    TradingKeys,
)

FILE = os.environ.get("BELLWETHER_EXCHANGE")
USD = 1_000_000


@unittest.skipIf(FILE is None, "BELLWETHER_EXCHANGE names no running exchange")
class OnAnExchange(unittest.IsolatedAsyncioTestCase):
    """Each test has a market and users of its own."""

    async def asyncSetUp(self) -> None:
        self.local = json.loads(Path(FILE or "").read_text("utf-8"))
        self.url = self.local["gateway_url"]
        self.http = httpx.AsyncClient(timeout=30)
        self.admin = AdminClient(self.url, admin_key=self.local["admin_key"], http=self.http)
        self.market_id = await self.new_market()

    async def asyncTearDown(self) -> None:
        await self.http.aclose()

    async def new_market(self) -> str:
        made = await self.admin.create_event(
            question=f"A question of the Python client, {secrets.token_hex(8)}?",
            category={"name": "tests", "sub": "python"},
            expiry=int(time.time()) + 86_400,
            outcomes=[{"label": "Yes"}],
        )
        return made.answer.outcomes[0].market_id

    async def credit(self, user: str, amount: int = 1_000 * USD) -> None:
        await self.admin.credit(user=user, amount=amount, reference=secrets.token_hex(8))

    async def new_trader(self, **options: Any) -> Trader:
        trader = Trader(
            self.url, key=KeyPair.random(), network="test", http=self.http, **options
        )
        await self.credit(trader.user)
        return trader

    def order(self, **terms: Any) -> Dict[str, Any]:
        order = {"market_id": self.market_id, "side": "buy", "outcome": "yes", "price": 3_000}
        return {**order, "size": 10, **terms}

    async def history(self, read: Any) -> Any:
        """History is moments behind the engine: asked again until it has it."""
        while True:
            try:
                return await read()
            except RequestError as error:
                if error.code != "ORDER_NOT_FOUND":
                    raise
                await asyncio.sleep(0.1)


class Trading(OnAnExchange):
    async def test_orders_of_both_forms_are_placed_changed_and_cancelled(self) -> None:
        trader = await self.new_trader()
        short = (await trader.place_order(**self.order())).answer
        ends = int(time.time()) + 3_600
        full = (
            await trader.place_order(**self.order(self_trade="cancel_taker", expires_at=ends))
        ).answer
        self.assertEqual((short.status, full.status, full.nonce), ("resting", "resting", 2))
        shown = await trader.gateway.order(trader.user, full.order_id)
        self.assertEqual(getattr(shown, "expires_at", ends), ends)

        amended = await trader.amend_order(
            market_id=self.market_id, order_id=short.order_id, price=3_100, size=4, filled=0
        )
        self.assertEqual((amended.answer.order_id, amended.answer.price), (short.order_id, 3_100))
        cancelled = await trader.cancel_order(market_id=self.market_id, order_id=short.order_id)
        self.assertEqual(cancelled.answer.cancelled_size, 4)
        with self.assertRaises(ConflictError) as caught:
            await trader.cancel_order(market_id=self.market_id, order_id=short.order_id)
        self.assertEqual(caught.exception.code, "ORDER_NOT_OPEN")
        everything = await trader.cancel_all()
        self.assertEqual(everything.answer.count, 1)
        self.assertEqual((await trader.balance()).available, 1_000 * USD)

    async def test_a_batch_has_a_result_for_each_operation(self) -> None:
        trader = await self.new_trader()
        place: Any = self.order(order_type="post_only")
        receipt = await trader.batch(
            [
                {"place": place},
                {"cancel": {"market_id": self.market_id, "order_id": 1}},
                {"place": {**place, "price": 2_900}},
                {"cancel_all": {"market_id": self.market_id}},
            ]
        )
        first, refused, second, all_gone = receipt.answer
        self.assertIsNone(first.error or second.error or all_gone.error)
        assert refused.error is not None
        self.assertEqual(refused.error.code, "ORDER_NOT_FOUND")
        answer: Any = all_gone.answer
        self.assertEqual(answer.count, 2)

    async def test_pairs_are_redeemed_and_a_refusal_has_its_facts(self) -> None:
        trader, other = await self.new_trader(), await self.new_trader()
        for outcome, price in (("yes", 3_000), ("no", 7_000)):
            against = "no" if outcome == "yes" else "yes"
            await other.place_order(**self.order(outcome=against, price=10_000 - price))
            bought = await trader.place_order(
                **self.order(outcome=outcome, price=price, order_type="ioc")
            )
            self.assertEqual((bought.answer.status, bought.answer.filled), ("filled", 10))
        redeemed = await trader.redeem(market_id=self.market_id, size=10)
        self.assertEqual(redeemed.answer.paid_micro_usdc, 10 * USD)
        with self.assertRaises(RefusedError) as caught:
            await trader.redeem(market_id=self.market_id, size=1)
        error = caught.exception
        self.assertEqual((error.code, error.status), ("INSUFFICIENT_POSITION", 422))
        self.assertFalse(error.safe_to_resend)
        self.assertTrue(error.request_id)

    async def test_the_dead_mans_switch_cancels(self) -> None:
        trader = await self.new_trader()
        order = (await trader.place_order(**self.order())).answer
        armed = await trader.cancel_after(5)
        self.assertEqual(armed.answer.seconds, 5)
        async with MarketStream(self.url, sessions=trader.gateway.sessions) as stream:
            user = await stream.user(trader.user).ready()
            async for state in user.changes():
                if state.open_order(order.order_id) is None:
                    break
        off = await trader.cancel_after(0)
        self.assertEqual((off.answer.nonce, off.answer.seconds), (2, 0))

    async def test_an_amend_that_meets_a_fill_changes_nothing(self) -> None:
        trader, other = await self.new_trader(), await self.new_trader()
        order = (await trader.place_order(**self.order())).answer
        await other.place_order(**self.order(outcome="no", price=7_000, size=6))
        amend: Any = {"market_id": self.market_id, "order_id": order.order_id, "price": 3_000}
        with self.assertRaises(ConflictError) as caught:
            await trader.amend_order(**amend, size=5, filled=0)
        error = caught.exception
        self.assertEqual(error.code, "FILLED_MEANWHILE")
        self.assertEqual(error.details, {"expected": 0, "filled": 6})
        moved = (await trader.amend_order(**amend, size=4, filled=6)).answer
        self.assertEqual((moved.filled, moved.remaining), (6, 4))

    async def test_a_budget_is_never_exceeded(self) -> None:
        buyer, maker = await self.new_trader(), await self.new_trader()
        for price in (7_000, 6_000):
            await maker.place_order(**self.order(outcome="no", price=price))
        terms: Any = {"market_id": self.market_id, "outcome": "yes", "price": 9_999}
        before = (await buyer.balance()).total
        bought = (await buyer.buy_for(**terms, budget_micro_usdc=4 * USD)).answer
        self.assertGreater(bought.filled, 10)
        self.assertLessEqual(before - (await buyer.balance()).total, 4 * USD)
        with self.assertRaises(BellwetherError) as caught:
            await buyer.buy_for(**terms, budget_micro_usdc=1)
        self.assertEqual((caught.exception.code, caught.exception.status), ("ORDER_TOO_SMALL", 0))

    async def test_a_lost_answer_is_asked_for_with_the_same_bytes(self) -> None:
        trader = await self.new_trader()
        prepared = await trader.prepare_order(self.order())  # type: ignore[arg-type]

        async def cut(request: httpx.Request) -> httpx.Response:
            await self.http.request(
                request.method, str(request.url), content=request.content, headers=request.headers
            )
            raise httpx.ReadError("cut", request=request)

        async with httpx.AsyncClient(transport=httpx.MockTransport(cut)) as line:
            hasty = Trader(
                self.url,
                key=KeyPair.random(),
                network="test",
                http=line,
                retry=RetryPolicy(max_attempts=1),
            )
            with self.assertRaises(OutcomeUnknownError) as caught:
                await hasty.send(prepared)
        self.assertTrue(caught.exception.safe_to_resend)
        receipt = await trader.send(prepared)
        self.assertTrue(receipt.replayed)
        outcome = await self.history(lambda: trader.order_by_nonce(prepared.nonce))
        self.assertEqual(outcome.order.order_id, receipt.answer.order_id)
        self.assertEqual(outcome.client_id, prepared.client_id)

    async def test_many_at_once_and_two_processes_of_one_user(self) -> None:
        key = KeyPair.random()
        await self.credit(key.public_key)
        traders = [
            Trader(self.url, key=key, network="test", http=self.http, in_flight=count)
            for count in (1, 8)
        ]
        sizes = list(range(1_000, 1_020))
        await asyncio.gather(
            *(
                traders[size % 2].place_order(**self.order(size=size, price=10))
                for size in sizes
            )
        )
        open_sizes: List[int] = [order.size async for order in traders[0].open_orders()]
        self.assertEqual(sorted(open_sizes), sizes)

    async def test_a_withdrawal_is_signed_quoted_and_followed(self) -> None:
        trader = await self.new_trader()
        quote = await trader.gateway.quote_withdrawal(trader.user, {"amount": 20 * USD})
        self.assertEqual(quote.amount, 20 * USD)
        with self.assertRaises(ConflictError) as caught:
            await trader.withdraw(amount=20 * USD, max_gas_fee=1)
        self.assertEqual(caught.exception.code, "FEE_ABOVE_MAX")
        accepted = (await trader.withdraw(amount=20 * USD)).answer
        self.assertLessEqual(accepted.gas_fee, quote.gas_fee)
        self.assertEqual(accepted.withdrawal_id, trader.withdrawal_id(2))
        followed = await trader.gateway.withdrawal(accepted.withdrawal_id)
        self.assertEqual(followed.amount, 20 * USD)


class KeysThatTrade(OnAnExchange):
    async def test_a_key_is_allowed_trades_and_ends(self) -> None:
        owner = KeyPair.random()
        await self.credit(owner.public_key)
        key, other = KeyPair.random(), KeyPair.random()
        until = int(time.time()) + 86_400
        async with TradingKeys(self.url, network="test", http=self.http) as keys:
            allowed = await keys.allow(owner, trading_key=key.public_key, until=until)
            self.assertEqual((allowed.answer.state, allowed.answer.until), ("active", until))
            await keys.allow(owner, trading_key=other.public_key, until=until)
            listed = (await keys.list(owner.public_key)).trading_keys
            self.assertEqual(
                [one.trading_key for one in listed], [other.public_key, key.public_key]
            )

            own = Trader(self.url, key=owner, network="test", http=self.http)
            trader = Trader(
                self.url,
                key=key,
                account=owner.public_key,
                sessions=own.gateway.sessions,
                network="test",
                http=self.http,
            )
            short = (await trader.place_order(**self.order())).answer
            full = (await trader.place_order(**self.order(reduce_only=False))).answer
            moved = await trader.amend_order(
                market_id=self.market_id, order_id=short.order_id, price=3_100, size=4, filled=0
            )
            self.assertEqual(moved.answer.price, 3_100)
            place: Any = self.order(order_type="post_only", price=2_000)
            cancel: Any = {"market_id": self.market_id, "order_id": full.order_id}
            batch = await trader.batch([{"place": place}, {"cancel": cancel}])
            self.assertEqual([result.error for result in batch.answer], [None, None])
            self.assertEqual([one.price async for one in trader.open_orders()], [2_000, 3_100])
            await trader.cancel_after(0)
            await trader.cancel_order(market_id=self.market_id, order_id=short.order_id)
            self.assertEqual((await trader.cancel_all()).answer.count, 1)
            with self.assertRaises(InvalidInputError):
                await trader.withdraw(amount=20 * USD)

            revoked = await keys.revoke(owner, trading_key=key.public_key)
            self.assertEqual(revoked.answer.state, "revoked")
            itself = await keys.revoke_itself(other, account=owner.public_key)
            self.assertEqual(itself.answer.state, "revoked")
            ended = (await keys.list(owner.public_key)).trading_keys
            self.assertEqual(
                {one.trading_key: one.state for one in ended},
                {key.public_key: "revoked", other.public_key: "revoked_by_key"},
            )
            with self.assertRaises(AccessError) as caught:
                await trader.place_order(**self.order())
            self.assertEqual(caught.exception.code, "TRADING_KEY_ENDED")
            with self.assertRaises(InvalidInputError):
                await keys.revoke_itself(other, account=owner.public_key)

    async def test_a_withdrawal_is_signed_as_a_text(self) -> None:
        kept: List[PreparedRequest] = []
        trader = await self.new_trader(signs_texts=True, before_send=kept.append)
        accepted = (await trader.withdraw(amount=20 * USD, max_gas_fee=5 * USD)).answer
        self.assertEqual(accepted.withdrawal_id, trader.withdrawal_id(1))
        again = await trader.send(kept[0])
        self.assertTrue(again.replayed)


class Reading(OnAnExchange):
    async def test_positions_have_what_they_cost_and_brought(self) -> None:
        trader, other = await self.new_trader(), await self.new_trader()
        await other.place_order(**self.order(outcome="no", price=7_000))
        await trader.place_order(**self.order(order_type="ioc"))
        await other.place_order(**self.order(price=3_500, size=4))
        sold = await trader.place_order(
            **self.order(side="sell", price=3_500, size=4, order_type="ioc")
        )
        page = await trader.gateway.positions(trader.user)
        while page.seq < sold.answer.seq:  # history follows by moments
            await asyncio.sleep(0.1)
            page = await trader.gateway.positions(trader.user)
        (one,) = page.positions
        self.assertEqual((one.market_id, one.market_status), (self.market_id, "active"))
        self.assertEqual((one.yes_contracts, one.yes_average_price), (6, 3_000))
        self.assertEqual((one.yes_cost, one.realised), (6 * 300_000, 4 * 50_000))
        held = trader.gateway.each_position(trader.user, status="open", limit=1)
        listed = [position.market_id async for position in held]
        self.assertEqual(listed, [self.market_id])
        closed = await trader.gateway.positions(trader.user, status="closed")
        self.assertEqual(closed.positions, [])

    async def test_lists_go_through_all_pages(self) -> None:
        trader = await self.new_trader()
        for size in range(11, 16):
            await trader.place_order(**self.order(size=size))
        gateway = trader.gateway
        listed = [one.size async for one in gateway.each_order(trader.user, status="open", limit=2)]
        self.assertEqual(listed, [15, 14, 13, 12, 11])

    async def test_public_reads_are_answered(self) -> None:
        gateway = PublicClient(self.url, http=self.http)
        market = await gateway.market(self.market_id)
        self.assertEqual((market.market_id, market.status), (self.market_id, "active"))
        self.assertEqual((await gateway.event(market.event_id)).event_id, market.event_id)
        page = await gateway.markets(event_id=market.event_id)
        self.assertEqual(page.markets[0].outcomes[0].market_id, self.market_id)
        self.assertEqual((await gateway.candles(self.market_id, interval="1m")).candles, [])
        self.assertEqual((await gateway.status()).network, "test")
        self.assertEqual((await gateway.solvency()).difference, 0)
        self.assertTrue((await gateway.fees()).categories)
        names = [one.name for one in (await gateway.categories()).categories]
        self.assertIn("tests", names)
        newest = await gateway.markets(sort="newest", category="tests/python", limit=1)
        self.assertEqual(len(newest.markets), 1)
        preview = await gateway.preview_order(self.order(order_type="gtc"))  # type: ignore[arg-type]
        assert preview.order is not None
        self.assertEqual(preview.order.status, "resting")
        with self.assertRaises(RequestError) as caught:
            await gateway.book("00" * 32)
        self.assertEqual(caught.exception.code, "MARKET_NOT_FOUND")


class Streaming(OnAnExchange):
    async def test_book_trades_and_user_are_what_the_reads_say(self) -> None:
        maker, taker = await self.new_trader(), await self.new_trader()
        async with MarketStream(self.url, sessions=maker.gateway.sessions) as stream:
            book = await stream.book(self.market_id).ready()
            trades = await stream.trades(self.market_id).ready()
            user = await stream.user(maker.user).ready()
            sizes: List[int] = []
            trades.on_trade(lambda trade: sizes.append(trade.size))
            for price in (2_000, 3_000, 4_000):
                await maker.place_order(**self.order(price=price))
            sold = await taker.place_order(**self.order(outcome="no", price=6_000, size=4))
            for view in (book, trades, user):
                async for state in view.changes():
                    if state.seq >= sold.answer.seq:
                        break
            read = await maker.gateway.book(self.market_id)
            self.assertEqual((book.bids(), book.asks()), (read.yes.bids, read.yes.asks))
            self.assertEqual((book.bids("no"), book.asks("no")), (read.no.bids, read.no.asks))
            self.assertEqual(sizes, [4])
            balance = await maker.balance()
            assert user.balance is not None
            self.assertEqual(user.balance.available, balance.available)
            filled = [(order.price, order.filled) for order in user.open_orders]
            self.assertEqual(filled, [(2_000, 0), (3_000, 0), (4_000, 4)])
            position = user.position(self.market_id)
            self.assertEqual(position and position.yes_contracts, 4)


def sum_of(fills: Any) -> int:
    return sum(fill.builder_fee for fill in fills)


class Building(OnAnExchange):
    async def test_a_builder_submits_for_its_user(self) -> None:
        maker = await self.new_trader()
        await maker.place_order(**self.order(outcome="no", price=5_500))
        async with BuilderClient(
            self.local["signer_url"],
            self.url,
            api_key=self.local["api_key"],
            secret=self.local["secret"],
        ) as builder:
            made = await builder.create_user_key(user_id=f"python-{secrets.token_hex(8)}")
            user = made.public_key
            await self.credit(user)
            order = self.order(price=4_500, fee_bps=10)
            bought = await builder.submit_order(user, **order)
            self.assertEqual((bought.answer.filled, bought.answer.nonce), (10, 1))
            with self.assertRaises(ConflictError) as caught:
                await builder.submit_order(user, **order, nonce=1)
            self.assertEqual(caught.exception.code, "NONCE_REUSED")
            resting = (await builder.submit_order(user, **self.order())).answer
            place: Any = self.order(price=2_000)
            batch = await builder.batch([{"user": user, "place": place}])
            self.assertIsNone(batch.answer[0].error)
            cancelled = await builder.cancel_order(
                user, market_id=self.market_id, order_id=resting.order_id
            )
            self.assertEqual(cancelled.answer.cancelled_size, 10)
            self.assertEqual((await builder.cancel_all(user)).answer.count, 1)
            self.assertTrue((await builder.deposit_address(user=user, chain="ext")).address)
            quote = await builder.quote_withdrawal(user, {"amount": 20 * USD})
            self.assertEqual(quote.amount, 20 * USD)
            page = await builder.trades(limit=10)
            while not page.trades:  # history follows by moments
                await asyncio.sleep(0.1)
                page = await builder.trades(limit=10)
            self.assertEqual(page.trades[0].builder_fee, sum_of(bought.answer.fills))
            itself = await builder.builder()
            self.assertIn(itself.key_id, [key.key_id for key in itself.keys])
            users = [one.public_key async for one in builder.each_user(limit=1)]
            self.assertIn(user, users)
            self.assertEqual(len((await builder.users(limit=1)).users), 1)
            earned = await builder.revenue(market_id=self.market_id)
            self.assertEqual(earned.total.builder_fees, sum_of(bought.answer.fills))
            self.assertEqual([day.contracts for day in earned.days], [10])
            await self.is_paid(builder, user)

    async def is_paid(self, builder: BuilderClient, user: str) -> None:
        key = (await builder.create_key(scopes=["payout"])).answer
        async with BuilderClient(
            self.local["signer_url"], self.url, api_key=key.api_key, secret=key.secret
        ) as payer:
            reference = f"python-{secrets.token_hex(8)}"
            paid = await payer.pay_out(reference=reference, amount=1, user=user)
            self.assertEqual((paid.answer.status, paid.answer.net_amount), ("completed", 1))
            again = await payer.pay_out(reference=reference, amount=1, user=user)
            self.assertEqual(again.answer.seq, paid.answer.seq)
            self.assertEqual((await builder.payout(reference)).reference, reference)
            self.assertGreater((await builder.payouts(limit=1)).available, 0)
            self.assertGreaterEqual((await self.admin.treasury()).protocol_fees, 0)


if __name__ == "__main__":
    unittest.main()
