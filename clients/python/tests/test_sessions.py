"""An owner's reads: when the client opens a session, how often, and what if none can be had."""

import asyncio
import contextlib
import json
import time
import unittest
from typing import Any, Dict, List, Optional

import httpx

from bellwether_client import (
    AccessError,
    AccountSessions,
    BuilderClient,
    BellwetherError,
    InvalidAnswerError,
    InvalidInputError,
    KeyPair,
    PublicClient,
    Trader,
    UnavailableError,
    messages,
)
from bellwether_client.answer import parsed
from bellwether_client.generated import answers
from bellwether_client.keys import key_bytes

from .test_sending import QUICK, SECRET, failure
from .tree import vectors

KEY = KeyPair.random()
USER = KEY.public_key
STRANGER = KeyPair.random().public_key
NOW = 1_795_000_000
ORDERS: Dict[str, Any] = {"orders": [], "next_cursor": None, "has_more": False}
READ = f"/v1/orders/{USER}"


def session(token: str, seconds: int = 86_400) -> Dict[str, Any]:
    return {"public_key": USER, "token": token, "expires_at": int(time.time()) + seconds}


def opened(token: str, seconds: int = 86_400) -> answers.AccountSession:
    return parsed(answers.AccountSession, session(token, seconds))


class Texts(unittest.TestCase):
    def test_texts_and_signatures_are_those_of_the_vectors(self) -> None:
        entries = vectors("session-texts")
        self.assertGreaterEqual(len(entries), 4)
        for entry in entries:
            key = KeyPair.from_hex(entry["secret_key"])
            self.assertEqual(key.public_key, entry["account"])
            for user in (key.public_key, key_bytes("user", key.public_key).hex()):
                text = messages.session_text(
                    user=user, timestamp=entry["timestamp"], network=entry["network"]
                )
                self.assertEqual(text.decode(), entry["text"])
                self.assertEqual(key.sign(text).hex(), entry["signature"])

    def test_what_has_no_text_is_named(self) -> None:
        good: Dict[str, Any] = {"user": USER, "timestamp": NOW, "network": "test"}
        for field, value in (
            ("user", "me"),
            ("timestamp", -1),
            ("timestamp", 1.5),
            ("timestamp", 253_402_300_800 - 86_400),
            ("network", "main"),
        ):
            with self.subTest(field=field, value=value):
                with self.assertRaises(InvalidInputError) as caught:
                    wrong: Any = {**good, field: value}
                    messages.session_text(**wrong)
                self.assertEqual(caught.exception.field, field)


class Reads(unittest.IsolatedAsyncioTestCase):
    """A gateway and a signer that take the newest session, and open ``tokens`` in turn."""

    def setUp(self) -> None:
        self.asked: List[httpx.Request] = []
        self.tokens = ["one", "two"]
        self.valid: Optional[str] = None
        self.is_public = False
        self.http = httpx.AsyncClient(transport=httpx.MockTransport(self.answered))
        self.trader = Trader(
            "http://gateway.test", key=KEY, network="test", retry=QUICK, http=self.http
        )
        self.builder = BuilderClient(
            "http://signer.test",
            "http://gateway.test",
            api_key="key",
            secret=SECRET,
            retry=QUICK,
            http=self.http,
        )

    async def asyncTearDown(self) -> None:
        await self.http.aclose()

    def answered(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        path = request.url.path
        if path == "/v1/time":
            return httpx.Response(200, json={"time": NOW, "time_ms": NOW * 1_000})
        if path == "/v1/session":
            return self.session_for(request)
        token = request.headers.get("authorization")
        if token is None and not self.is_public:
            return failure(401, "SESSION_REQUIRED")
        if token is not None and token != f"Bearer {self.valid}":
            return failure(401, "SESSION_INVALID")
        return httpx.Response(200, json=ORDERS)

    def session_for(self, request: httpx.Request) -> httpx.Response:
        if json.loads(request.content).get("user") == STRANGER:
            return failure(403, "NOT_YOUR_USER")
        self.valid = self.tokens.pop(0)
        return httpx.Response(200, json=session(self.valid))

    @property
    def paths(self) -> List[str]:
        return [request.url.path for request in self.asked]

    async def test_one_is_opened_when_the_exchange_asks_for_it_and_kept(self) -> None:
        for _ in range(3):
            await self.trader.gateway.orders(USER, limit=5)
        self.assertEqual(self.paths, [READ, "/v1/time", "/v1/session", READ, READ, READ])
        self.assertEqual(self.asked[-1].url.query, b"limit=5")
        body = json.loads(self.asked[2].content)
        text = messages.session_text(user=USER, timestamp=NOW, network="test")
        signature = KEY.sign(text).hex()
        expected = {"public_key": USER, "timestamp": NOW, "signature": signature}
        self.assertEqual(body, expected)

    async def test_none_is_opened_where_these_reads_are_everybodys(self) -> None:
        self.is_public = True
        await self.trader.gateway.orders(USER)
        self.assertEqual(self.paths, [READ])

    async def test_one_that_the_exchange_refuses_is_replaced_once_for_all(self) -> None:
        await self.trader.gateway.orders(USER)
        self.valid = "none"
        await asyncio.gather(*(self.trader.gateway.orders(USER) for _ in range(5)))
        self.assertEqual(self.paths.count("/v1/session"), 2)
        self.assertEqual(self.asked[-1].headers["authorization"], "Bearer two")

    async def test_every_read_of_an_owner_takes_it_and_no_other(self) -> None:
        gateway = self.trader.gateway
        await gateway.orders(USER)
        self.asked.clear()
        for read in (
            gateway.order(USER, 1),
            gateway.order_by_nonce(USER, 1),
            gateway.ledger(USER),
            gateway.deposit_status(USER),
            gateway.balance(USER),
            gateway.trades(USER),
            gateway.withdrawals(USER),
        ):
            with contextlib.suppress(BellwetherError, InvalidAnswerError):
                await read  # the answer is that of `orders`: what was sent counts
        sent = ["authorization" in request.headers for request in self.asked]
        self.assertEqual(sent[:4], [True] * 4)
        self.assertFalse(any(sent[4:]))
        self.assertGreaterEqual(len(sent), 7)

    async def test_of_another_account_the_exchanges_refusal_is_told(self) -> None:
        anonymous = PublicClient("http://gateway.test", retry=QUICK, http=self.http)
        for gateway, user in (
            (self.trader.gateway, STRANGER),
            (self.builder.gateway, STRANGER),
            (anonymous, USER),
        ):
            with self.assertRaises(AccessError) as caught:
                await gateway.orders(user)
            self.assertEqual(caught.exception.code, "SESSION_REQUIRED")

    async def test_a_builder_opens_its_users_at_the_signer(self) -> None:
        await self.builder.gateway.orders(USER)
        await self.builder.gateway.orders(USER)
        self.assertEqual(self.paths, [READ, "/v1/session", READ, READ])
        asked = self.asked[1]
        self.assertEqual(asked.url.host, "signer.test")
        self.assertEqual(json.loads(asked.content), {"user": USER})
        self.assertIn("x-signature", asked.headers)
        self.assertNotIn("x-signature", self.asked[2].headers)


class Opening(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        self.opened: List[str] = []
        self.seconds = 86_400
        self.fails = False
        self.sessions = AccountSessions(self.open)

    async def open(self, user: str) -> Optional[answers.AccountSession]:
        self.opened.append(user)
        await asyncio.sleep(0)
        if self.fails:
            raise UnavailableError(
                status=503, code="X", message="", details={}, retryable=True, request_id=""
            )
        return opened(f"token {len(self.opened)}", self.seconds) if user == USER else None

    async def test_one_for_all_who_ask_at_once_and_again_after_a_failure(self) -> None:
        self.fails = True
        failed = await asyncio.gather(
            *(self.sessions.token_of(USER) for _ in range(3)), return_exceptions=True
        )
        self.assertEqual([type(one) for one in failed], [UnavailableError] * 3)
        self.fails = False
        names = (USER, key_bytes("user", USER).hex(), USER)
        tokens = await asyncio.gather(*(self.sessions.token_of(name) for name in names))
        self.assertEqual(tokens, ["token 2"] * 3)
        self.assertEqual(await self.sessions.token_of(USER), "token 2")
        self.assertEqual(self.opened, [USER] * 2)

    async def test_who_stops_waiting_does_not_take_it_from_the_others(self) -> None:
        first = asyncio.ensure_future(self.sessions.token_of(USER))
        second = asyncio.ensure_future(self.sessions.token_of(USER))
        await asyncio.sleep(0)
        first.cancel()
        self.assertEqual(await second, "token 1")
        self.assertEqual(self.opened, [USER])

    async def test_it_is_renewed_a_minute_before_its_end(self) -> None:
        for seconds, count in ((66, 1), (54, 2)):
            self.sessions = AccountSessions(self.open)
            self.opened.clear()
            self.seconds = seconds
            await self.sessions.token_of(USER)
            await self.sessions.token_of(USER)
            self.assertEqual(len(self.opened), count)

    async def test_only_the_refused_token_is_forgotten(self) -> None:
        await self.sessions.token_of(USER)
        self.sessions.forget(USER, "an older one")
        self.assertTrue(self.sessions.has(USER))
        self.sessions.forget(USER, "token 1")
        self.assertFalse(self.sessions.has(USER))
        self.assertEqual(await self.sessions.token_of(USER), "token 2")

    async def test_another_account_has_none(self) -> None:
        self.assertIsNone(await self.sessions.token_of(STRANGER))
        self.assertFalse(self.sessions.has(STRANGER))
        with self.assertRaises(InvalidInputError):
            await self.sessions.token_of("me")


if __name__ == "__main__":
    unittest.main()
