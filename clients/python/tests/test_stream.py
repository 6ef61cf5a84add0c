"""Live views over a real WebSocket whose server follows a script: gaps, breaks, refusals."""

import asyncio
import random
import unittest
from typing import Any, Dict, List

from bellwether_client import BellwetherError, Gap, Lost, MarketStream
from bellwether_client.errors import ConnectionFailedError, InvalidAnswerError
from bellwether_client.stream.connection import reconnect_pause

from .scripted_gateway import ScriptedGateway

MARKET = "ab" * 32
CHANNEL = f"book:{MARKET}"


def level(price: int, size: int) -> Dict[str, int]:
    return {"price": price, "size": size, "orders": 1 if size else 0}


def snapshot(seq: int, bids: List[Any], asks: List[Any]) -> Dict[str, Any]:
    data = {
        "market_id": MARKET,
        "status": "active",
        "yes": {"bids": bids, "asks": asks},
        "last_price": None,
    }
    return _message("snapshot", seq, 0, data)


def update(seq: int, prev_seq: int, bids: List[Any]) -> Dict[str, Any]:
    return _message("update", seq, prev_seq, {"yes": {"bids": bids, "asks": []}})


def _message(kind: str, seq: int, prev_seq: int, data: Any) -> Dict[str, Any]:
    place = {"seq": seq, "prev_seq": prev_seq, "timestamp": 1}
    return {"type": kind, "channel": CHANNEL, **place, "data": data}


class Streams(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.gateway = await ScriptedGateway().__aenter__()
        self.gaps: List[Gap] = []
        self.lost: List[Lost] = []
        self.stream = MarketStream(
            self.gateway.url, on_gap=self.gaps.append, on_disconnected=self.lost.append
        )

    async def asyncTearDown(self) -> None:
        await self.stream.aclose()
        await self.gateway.__aexit__()

    async def begun(self, resumed: bool = False) -> None:
        await self.gateway.say(type="subscribed", id=None, channel=CHANNEL, resumed=resumed)

    async def live_book(self) -> Any:
        book = self.stream.book(MARKET.upper())
        heard = await self.gateway.heard.get()
        self.assertEqual(heard, {"op": "subscribe", "channels": [CHANNEL]})
        await self.begun()
        await self.gateway.say(**snapshot(5, [level(4300, 10)], [level(4500, 7)]))
        return await book.ready()

    async def until(self, view: Any, seq: int) -> None:
        async for state in view.changes():
            if state.seq >= seq:
                return

    async def test_a_book_follows_its_messages(self) -> None:
        book = await self.live_book()
        self.assertIs(self.stream.book(MARKET), book)
        self.assertEqual((book.seq, book.midpoint, book.spread), (5, 4400, 200))
        seen: List[int] = []
        book.on_update(lambda changes: seen.append(len(changes.yes.bids)))
        await self.gateway.say(**update(7, 5, [level(4300, 0), level(4310, 2)]))
        await self.until(book, 7)
        self.assertEqual([one.price for one in book.bids()], [4310])
        self.assertEqual(book.best_ask("no").price, 5690)
        self.assertEqual(seen, [1 + 1])
        self.assertTrue(book.is_live)

    async def test_a_lost_message_is_noticed_by_the_next_and_asked_for(self) -> None:
        book = await self.live_book()
        await self.gateway.say(**update(9, 8, [level(4300, 99)]))
        asked = await self.gateway.heard.get()
        expected = {"op": "resume", "channels": [{"channel": CHANNEL, "seq": 5}]}
        self.assertEqual(asked, expected)
        self.assertEqual(self.gaps, [Gap(CHANNEL, 5, 8)])
        self.assertFalse(book.is_live)
        # What was on its way before the answer is of the old subscription.
        await self.gateway.say(**update(10, 9, [level(4300, 98)]))
        await self.begun(resumed=True)
        await self.gateway.say(**update(8, 5, [level(4300, 11)]))
        await self.gateway.say(**update(9, 8, [level(4300, 12)]))
        await self.until(book, 9)
        self.assertEqual(book.best_bid().size, 12)
        self.assertTrue(book.is_live)

    async def test_a_lost_last_message_is_noticed_by_the_heartbeat(self) -> None:
        await self.live_book()
        beat = {"type": "heartbeat", "time": 1, "seq": 9, "lag": 0}
        await self.gateway.say(**beat, channels={CHANNEL: 5})
        await self.gateway.say(**beat, channels={CHANNEL: 9})
        asked = await self.gateway.heard.get()
        self.assertEqual(asked["op"], "resume")
        self.assertEqual(self.gaps, [Gap(CHANNEL, 5, 9)])

    async def test_after_a_break_it_goes_on_where_it_was(self) -> None:
        book = await self.live_book()
        await self.gateway.connections[-1].close(1001, "GATEWAY_STOPPING")
        asked = await self.gateway.heard.get()
        expected = {"op": "resume", "channels": [{"channel": CHANNEL, "seq": 5}]}
        self.assertEqual(asked, expected)
        self.assertEqual(self.lost, [Lost(1001, "GATEWAY_STOPPING")])
        await self.begun()
        await self.gateway.say(**snapshot(20, [level(1, 1)], []))
        await self.until(book, 20)
        self.assertEqual([one.price for one in book.bids()], [1])
        self.assertEqual(book.asks(), [])

    async def test_silence_is_a_break(self) -> None:
        async with MarketStream(
            self.gateway.url, silence_seconds=0.2, on_disconnected=self.lost.append
        ) as stream:
            stream.book(MARKET)
            first = await self.gateway.heard.get()
            self.assertEqual(first, await self.gateway.heard.get())
        self.assertEqual(self.lost[0], Lost(1006, "SILENCE"))

    async def test_a_refused_channel_says_why(self) -> None:
        book = self.stream.book(MARKET)
        await self.gateway.heard.get()
        error = {
            "code": "MARKET_NOT_FOUND",
            "message": "There is none.",
            "details": {},
            "retryable": False,
            "request_id": "r-1",
        }
        await self.gateway.say(type="error", id=None, channel=CHANNEL, error=error)
        with self.assertRaises(BellwetherError) as caught:
            await book.ready()
        self.assertEqual(
            (caught.exception.code, caught.exception.request_id), ("MARKET_NOT_FOUND", "r-1")
        )

    async def test_what_is_no_message_of_this_interface_ends_the_view(self) -> None:
        book = self.stream.book(MARKET)
        await self.gateway.heard.get()
        await self.begun()
        await self.gateway.say(**_message("snapshot", 1, 0, {"market_id": MARKET}))
        with self.assertRaises(InvalidAnswerError):
            await book.ready()
        self.assertEqual((await self.gateway.heard.get())["op"], "unsubscribe")

    async def test_a_listener_that_raises_stops_nothing(self) -> None:
        book = await self.live_book()
        reported: List[Any] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, context: reported.append(context["exception"]))
        book.on_update(lambda _update: [][0])
        await self.gateway.say(**update(6, 5, []))
        await self.until(book, 6)
        self.assertIsInstance(reported[0], IndexError)

    async def test_closing_while_messages_come_ends(self) -> None:
        for turns in range(20):
            async with MarketStream(self.gateway.url) as stream:
                stream.book(MARKET)
                await self.gateway.heard.get()
                await self.gateway.say(type="pong")
                for _ in range(turns):
                    await asyncio.sleep(0)

    async def test_closing_ends_at_any_moment_of_a_connection_that_breaks(self) -> None:
        seed = random.randrange(1 << 32)
        chance = random.Random(seed)

        async def disturb() -> None:
            while True:
                await asyncio.sleep(chance.random() * 0.004)
                if self.gateway.connections:
                    await self.gateway.connections[-1].close(1001, "GATEWAY_STOPPING")

        disturbing = asyncio.ensure_future(disturb())
        for _ in range(60):
            stream = MarketStream(self.gateway.url, silence_seconds=chance.random() * 0.01)
            stream.book(MARKET)
            await asyncio.sleep(chance.random() * 0.02)
            closing = asyncio.ensure_future(stream.aclose())
            await asyncio.wait([closing], timeout=20)
            self.assertTrue(closing.done(), f"seed {seed}")
        disturbing.cancel()

    async def test_closing_ends_iterations_and_waits(self) -> None:
        book = await self.live_book()
        other = self.stream.trades(MARKET)
        waiting = asyncio.ensure_future(other.ready())
        following = asyncio.ensure_future(self.until(book, 1_000))
        await asyncio.sleep(0)
        await self.stream.aclose()
        await following
        with self.assertRaises(ConnectionFailedError):
            await waiting


class Pauses(unittest.TestCase):
    def test_a_stopping_gateway_is_left_at_once_and_a_busy_one_spared(self) -> None:
        self.assertLess(reconnect_pause(1001, 0), 0.1)
        self.assertGreaterEqual(reconnect_pause(4429, 0), 1)
        self.assertLessEqual(reconnect_pause(1006, 50), 30)


if __name__ == "__main__":
    unittest.main()
