"""The channel of a user: when its session is sent, again, or not, over a real WebSocket."""

import asyncio
import unittest
from typing import Any, Dict, List, Optional

from bellwether_client import AccountSessions, ConnectionFailedError, BellwetherError, MarketStream
from bellwether_client.generated import answers

from .scripted_gateway import ScriptedGateway
from .test_documents import document
from .test_sessions import STRANGER, USER, opened

CHANNEL = f"user:{USER}"
SUBSCRIBE = {"op": "subscribe", "channels": [CHANNEL]}


class Streams(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.gateway = await ScriptedGateway().__aenter__()
        self.made = 0
        self.hold: Optional[asyncio.Event] = None
        self.errors: List[BellwetherError] = []
        self.stream = MarketStream(
            self.gateway.url, sessions=AccountSessions(self.open), on_error=self.errors.append
        )

    async def asyncTearDown(self) -> None:
        await self.stream.aclose()
        await self.gateway.__aexit__()

    async def open(self, user: str) -> Optional[answers.AccountSession]:
        self.made += 1
        made = self.made
        if self.hold is not None:
            await self.hold.wait()
        return opened(f"token {made}") if user == USER else None

    async def refuse(self, code: str, channel: str = CHANNEL) -> None:
        error = {
            "code": code,
            "message": "No.",
            "details": {},
            "retryable": False,
            "request_id": "r",
        }
        await self.gateway.say(type="error", id=None, channel=channel, error=error)

    async def hears(self, *expected: Any) -> None:
        heard = [await self.gateway.heard.get() for _ in expected]
        self.assertEqual(heard, list(expected))

    def token(self, number: int) -> Dict[str, str]:
        return {"op": "session", "token": f"token {number}"}

    async def live(self) -> Any:
        message = document("streams.asyncapi")["components"]["messages"]["UserSnapshot"]
        data = message["examples"][0]["payload"]["data"]
        place = {"seq": 5, "prev_seq": 0, "timestamp": 1}
        await self.gateway.say(type="subscribed", id=None, channel=CHANNEL, resumed=False)
        await self.gateway.say(type="snapshot", channel=CHANNEL, **place, data=data)

    async def test_it_is_sent_when_asked_for_and_again_on_a_new_connection(self) -> None:
        self.stream.user(USER)
        await self.hears(SUBSCRIBE)
        await self.refuse("SESSION_REQUIRED")
        await self.hears(self.token(1), SUBSCRIBE)
        await self.gateway.connections[-1].close(1001, "GATEWAY_STOPPING")
        await self.hears(SUBSCRIBE)
        await self.refuse("SESSION_REQUIRED")
        await self.hears(self.token(1), SUBSCRIBE)
        self.assertEqual((self.made, self.errors), (1, []))

    async def test_deposits_take_the_same_session_and_every_message_is_told(self) -> None:
        channel = f"deposits:{USER}"
        subscribe = {"op": "subscribe", "channels": [channel]}
        view = self.stream.deposits(USER)
        await self.hears(subscribe)
        await self.refuse("SESSION_REQUIRED", channel)
        await self.hears(self.token(1), subscribe)
        message = document("streams.asyncapi")["components"]["messages"]["DepositsSnapshot"]
        data = message["examples"][0]["payload"]["data"]
        await self.gateway.say(type="subscribed", id=None, channel=channel, resumed=False)
        seen: List[int] = []
        # Two of them may have the same seq: the exchange was quiet, a phase has changed.
        for deposits in ([], data["deposits"]):
            place = {"seq": 5, "prev_seq": 0, "timestamp": 1}
            changed = {**data, "deposits": deposits}
            await self.gateway.say(type="snapshot", channel=channel, **place, data=changed)
        async for state in view.changes():
            seen.append(len(state.deposits))
            if seen[-1] == 1:
                break
        first = view.deposits[0]
        self.assertEqual(view.deposit(first.deposit_id), first)
        self.assertIsNone(view.deposit("00" * 32))

    async def test_one_that_has_ended_is_replaced(self) -> None:
        self.stream.user(USER)
        await self.hears(SUBSCRIBE)
        await self.refuse("SESSION_REQUIRED")
        for number in (1, 2, 3):
            await self.hears(self.token(number), SUBSCRIBE)
            await self.refuse("SESSION_INVALID")
        await self.hears(self.token(4), SUBSCRIBE)

    async def test_one_that_does_not_help_ends_the_view(self) -> None:
        view = self.stream.user(USER)
        await self.hears(SUBSCRIBE)
        await self.refuse("SESSION_REQUIRED")
        await self.hears(self.token(1), SUBSCRIBE)
        await self.refuse("SESSION_REQUIRED")
        with self.assertRaises(BellwetherError) as caught:
            await view.ready()
        self.assertEqual(caught.exception.code, "SESSION_REQUIRED")
        self.assertEqual([error.code for error in self.errors], ["SESSION_REQUIRED"])

    async def test_another_account_and_a_stream_without_sessions_are_refused(self) -> None:
        async with MarketStream(self.gateway.url) as without:
            for stream, user in ((self.stream, STRANGER), (without, USER)):
                view = stream.user(user)
                name = f"user:{user}"
                await self.hears({"op": "subscribe", "channels": [name]})
                await self.refuse("SESSION_REQUIRED", name)
                with self.assertRaises(BellwetherError) as caught:
                    await view.ready()
                self.assertEqual(caught.exception.code, "SESSION_REQUIRED")

    async def test_what_the_callers_own_signer_raises_is_the_cause(self) -> None:
        async def open_session(user: str) -> Optional[answers.AccountSession]:
            raise RuntimeError("the device is locked")

        sessions = AccountSessions(open_session)
        async with MarketStream(self.gateway.url, sessions=sessions) as stream:
            view = stream.user(USER)
            await self.hears(SUBSCRIBE)
            await self.refuse("SESSION_REQUIRED")
            with self.assertRaises(BellwetherError) as caught:
                await view.ready()
        self.assertIsInstance(caught.exception.__cause__, RuntimeError)

    async def test_an_opening_that_outlasts_its_connection_serves_the_next(self) -> None:
        self.hold = asyncio.Event()
        view = self.stream.user(USER)
        await self.hears(SUBSCRIBE)
        await self.refuse("SESSION_REQUIRED")
        await self.gateway.connections[-1].close(1001, "GATEWAY_STOPPING")
        await self.hears(SUBSCRIBE)
        self.hold.set()
        await self.refuse("SESSION_REQUIRED")
        await self.hears(self.token(1), SUBSCRIBE)
        await self.live()
        await view.ready()
        self.assertTrue(self.gateway.heard.empty())

    async def test_closing_while_one_is_opened_ends(self) -> None:
        self.hold = asyncio.Event()
        view = self.stream.user(USER)
        await self.hears(SUBSCRIBE)
        await self.refuse("SESSION_REQUIRED")
        while self.made == 0:
            await asyncio.sleep(0)
        await self.stream.aclose()
        self.hold.set()
        with self.assertRaises(ConnectionFailedError):
            await view.ready()


if __name__ == "__main__":
    unittest.main()
