"""What is sent again and what is not: a scripted server answers, and the bytes are compared."""

import asyncio
import json
import unittest
from typing import Any, Callable, Dict, List

import httpx

from bellwether_client import (
    BuilderClient,
    ConflictError,
    ConnectionFailedError,
    BellwetherError,
    InvalidAnswerError,
    InvalidInputError,
    KeyPair,
    OutcomeUnknownError,
    PreparedRequest,
    PublicClient,
    RateLimitedError,
    RefusedError,
    RetryPolicy,
    Trader,
)
from bellwether_client.envelope import Envelope

from .tree import ROOT

Answerer = Callable[[httpx.Request], httpx.Response]
MARKET = "ab" * 32
ORDER: Dict[str, Any] = {
    "market_id": MARKET,
    "side": "buy",
    "outcome": "yes",
    "price": 4_500,
    "size": 10,
}
QUICK = RetryPolicy(first_pause=0.001, longest_pause=0.002, max_attempts=4)
SECRET = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="


def example(app: str, path: str, method: str = "post") -> Any:
    """The documented answer of an endpoint."""
    document = json.loads((ROOT / "docs" / "api" / f"{app}.openapi.json").read_text("utf-8"))
    answers = document["paths"][path][method]["responses"]
    answer: Any = next(one for status, one in answers.items() if status.startswith("2"))
    return answer["content"]["application/json"]["example"]


SUBMITTED = example("gateway", "/v1/orders")
NONCES = example("gateway", "/v1/nonce/{public_key}", "get")


def failure(status: int, code: str, retryable: bool = False, **details: Any) -> httpx.Response:
    error = {
        "code": code,
        "message": "No.",
        "details": details,
        "retryable": retryable,
        "request_id": "from-the-exchange",
    }
    return httpx.Response(status, json={"error": error})


class Scripted(unittest.IsolatedAsyncioTestCase):
    """Answers changes one after the other; reads get their examples."""

    def setUp(self) -> None:
        self.sent: List[httpx.Request] = []
        self.script: List[Answerer] = []
        self.http = httpx.AsyncClient(transport=httpx.MockTransport(self.answered))
        self.trader = Trader(
            "http://gateway.test", key=KeyPair.random(), network="test", retry=QUICK, http=self.http
        )

    def answered(self, request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            return httpx.Response(200, json={**NONCES, "order": 6})
        self.sent.append(request)
        return self.script.pop(0)(request)

    async def asyncTearDown(self) -> None:
        await self.http.aclose()

    def say(self, *answers: Any) -> None:
        self.script.extend(
            answer if callable(answer) else (lambda _request, one=answer: one) for answer in answers
        )

    @property
    def bodies(self) -> List[Any]:
        return [json.loads(request.content) for request in self.sent]


def cut(request: httpx.Request) -> httpx.Response:
    raise httpx.ReadError("cut", request=request)


def unreachable(request: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("refused", request=request)


def done() -> httpx.Response:
    return httpx.Response(200, json=SUBMITTED, headers={"X-Request-Id": "r-1"})


class Resending(Scripted):
    async def test_the_same_bytes_until_there_is_an_answer(self) -> None:
        replayed = done()
        replayed.headers["Idempotent-Replay"] = "true"
        self.say(cut, failure(503, "OVERLOADED", True), failure(504, "OUTCOME_UNKNOWN"), replayed)
        receipt = await self.trader.place_order(**ORDER)
        self.assertEqual(
            (receipt.replayed, receipt.attempts, receipt.request_id), (True, 4, "r-1")
        )
        self.assertEqual(len({request.content for request in self.sent}), 1)
        self.assertEqual(self.bodies[0]["nonce"], 7)
        self.assertEqual(len({request.headers["x-request-id"] for request in self.sent}), 1)

    async def test_an_unknown_outcome_names_the_request_which_may_be_sent_again(self) -> None:
        kept: List[PreparedRequest] = []
        trader = Trader(
            "http://gateway.test",
            key=KeyPair.random(),
            network="test",
            retry=QUICK,
            http=self.http,
            before_send=kept.append,
        )
        self.say(cut, cut, cut, cut)
        with self.assertRaises(OutcomeUnknownError) as caught:
            await trader.place_order(**ORDER)
        error = caught.exception
        self.assertTrue(error.safe_to_resend)
        self.assertEqual(error.request_id, self.sent[0].headers["x-request-id"])
        assert error.nonce_query is not None
        self.assertEqual(
            (error.nonce_query.user, error.nonce_query.kind, error.nonce_query.nonce),
            (trader.user, "order", 7),
        )
        self.say(done())
        await trader.send(kept[0])
        self.assertEqual(len({request.content for request in self.sent}), 1)

    async def test_a_refusal_after_a_doubtful_attempt_settles_it_or_does_not(self) -> None:
        self.say(cut, failure(422, "INSUFFICIENT_BALANCE", shortfall=1))
        with self.assertRaises(RefusedError) as refused:
            await self.trader.place_order(**ORDER)
        self.assertEqual(refused.exception.details, {"shortfall": 1})
        self.assertFalse(refused.exception.safe_to_resend)
        # A door that is closed now says nothing of the attempt before it.
        self.say(cut, failure(403, "DELEGATED_USER"))
        with self.assertRaises(OutcomeUnknownError):
            await self.trader.place_order(**ORDER)

    async def test_what_was_never_sent_is_no_unknown_outcome(self) -> None:
        self.say(*[unreachable] * 4)
        with self.assertRaises(ConnectionFailedError) as caught:
            await self.trader.place_order(**ORDER)
        self.assertEqual(
            (caught.exception.may_be_sent, caught.exception.safe_to_resend), (False, True)
        )

    async def test_a_rate_limit_is_waited_for(self) -> None:
        limited = failure(429, "RATE_LIMITED", True)
        limited.headers["Retry-After"] = "40"
        self.say(limited)
        with self.assertRaises(RateLimitedError) as caught:
            await self.trader.place_order(**ORDER)
        self.assertEqual((caught.exception.retry_after, len(self.sent)), (40, 1))
        self.assertEqual(caught.exception.request_id, "from-the-exchange")

    async def test_another_servers_page_is_no_answer(self) -> None:
        self.say(httpx.Response(200, text="<html>"))
        with self.assertRaises(OutcomeUnknownError) as caught:
            await self.trader.place_order(**ORDER)
        self.assertIsInstance(caught.exception.__cause__, InvalidAnswerError)


class Nonces(Scripted):
    async def test_count_up_from_the_exchanges(self) -> None:
        self.say(done(), done(), done())
        for _ in range(2):
            await self.trader.place_order(**ORDER)
        await self.trader.amend_order(market_id=MARKET, order_id=1, price=1, size=1, filled=0)
        self.assertEqual([body["nonce"] for body in self.bodies], [7, 8, 9])

    async def test_another_process_was_faster(self) -> None:
        self.say(failure(409, "NONCE_TOO_LOW", last_nonce=30, fate="never_used"), done())
        await self.trader.place_order(**ORDER)
        self.assertEqual([body["nonce"] for body in self.bodies], [7, 31])

    async def test_a_nonce_of_the_caller_is_never_replaced(self) -> None:
        self.say(failure(409, "NONCE_REUSED", last_nonce=30))
        with self.assertRaises(ConflictError):
            await self.trader.place_order(**ORDER, nonce=7)
        self.assertEqual(len(self.sent), 1)

    async def test_each_request_says_who_sent_it_and_a_repeat_says_the_same(self) -> None:
        kept: List[PreparedRequest] = []
        trader = Trader(
            "http://gateway.test",
            key=KeyPair.random(),
            network="test",
            http=self.http,
            before_send=kept.append,
            signs_texts=True,
        )
        reused = failure(409, "NONCE_REUSED", last_nonce=30)
        self.say(reused, done(), done())
        await trader.place_order(**ORDER)
        await trader.place_order(**ORDER)
        withdrawn = httpx.Response(200, json=example("gateway", "/v1/withdraw"))
        self.say(withdrawn)
        await trader.withdraw(amount=1, max_gas_fee=1)
        first, again, second, withdrawal = (body["client_id"] for body in self.bodies)
        self.assertEqual(first, again)
        self.assertEqual(len({first, second, withdrawal}), 3)
        self.assertEqual([one.client_id for one in kept], [first, again, second, withdrawal])
        self.assertRegex(first, "^[0-9a-f]{32}$")

    async def test_a_forgotten_nonce_is_an_unknown_outcome_once_it_was_sent(self) -> None:
        self.say(cut, failure(409, "NONCE_TOO_LOW", last_nonce=30, fate="forgotten"))
        with self.assertRaises(OutcomeUnknownError):
            await self.trader.place_order(**ORDER)

    async def test_one_order_of_a_user_after_the_other(self) -> None:
        self.say(*[done()] * 5)
        await asyncio.gather(*(self.trader.place_order(**ORDER) for _ in range(5)))
        self.assertEqual([body["nonce"] for body in self.bodies], [7, 8, 9, 10, 11])


class Bodies(Scripted):
    async def test_absent_terms_are_not_sent(self) -> None:
        self.say(done(), done())
        await self.trader.place_order(**ORDER)
        await self.trader.place_order(**ORDER, reduce_only=True)
        short, full = self.bodies
        self.assertEqual(
            set(short), {*ORDER, "user", "order_type", "nonce", "client_id", "signature"}
        )
        self.assertEqual(set(full) - set(short), {"reduce_only"})

    async def test_nothing_is_sent_of_what_has_no_bytes(self) -> None:
        with self.assertRaises(InvalidInputError):
            wrong: Any = {**ORDER, "price": 45.5}
            await self.trader.place_order(**wrong)
        self.assertEqual(self.sent, [])
        with self.assertRaises(InvalidInputError):
            PublicClient("gateway.example")

    async def test_a_batch_has_what_each_operation_would_have_alone(self) -> None:
        results = [
            {"status": 200, "replayed": False, "body": SUBMITTED},
            {"status": 404, "replayed": False, "body": {"error": {"code": "ORDER_NOT_FOUND"}}},
        ]
        self.say(httpx.Response(200, json={"results": results}))
        terms: Any = ORDER
        receipt = await self.trader.batch(
            [{"place": terms}, {"cancel": {"market_id": MARKET, "order_id": 3}}]
        )
        place, cancel = self.bodies[0]["operations"]
        self.assertEqual((place["place"]["nonce"], place["place"]["order_type"]), (7, "gtc"))
        self.assertEqual(set(cancel["cancel"]), {"user", "market_id", "order_id", "signature"})
        placed, refused = receipt.answer
        self.assertEqual((placed.error, placed.answer.order_id), (None, SUBMITTED["order_id"]))  # type: ignore[union-attr]
        assert refused.error is not None
        self.assertEqual((refused.answer, refused.error.code), (None, "ORDER_NOT_FOUND"))


class Builders(Scripted):
    def setUp(self) -> None:
        super().setUp()
        self.builder = BuilderClient(
            "http://signer.test",
            "http://gateway.test",
            api_key="key",
            secret=SECRET,
            retry=QUICK,
            http=self.http,
        )

    def test_the_envelope_is_the_documented_one(self) -> None:
        body = '{"user":"u","price":5000}'
        headers = Envelope("key", SECRET).headers_at(1_700_000_000, "POST", "/v1/submit", body)
        self.assertEqual(
            headers["X-Signature"],
            "cdabcf75d5c0d31af201aeec9527b8fa29b10e877d64c60ef082478006f54752",
        )
        with self.assertRaises(InvalidInputError):
            Envelope("key", "c2hvcnQ=")

    async def test_a_batch_is_of_several_users(self) -> None:
        self.say(httpx.Response(200, json={"results": []}))
        place: Any = ORDER
        amend: Any = {"market_id": MARKET, "order_id": 1, "price": 1, "size": 1, "filled": "any"}
        await self.builder.batch(
            [
                {"user": "alice", "place": place},
                {"user": "bob", "amend": amend},
                {"user": "bob", "cancel_all": {}},
            ]
        )
        bodies = [next(iter(one.values())) for one in self.bodies[0]["operations"]]
        self.assertEqual([body["user"] for body in bodies], ["alice", "bob", "bob"])
        self.assertEqual([body["nonce"] for body in bodies[:2]], [7, 7])
        self.assertNotIn("filled", bodies[1])
        self.assertEqual(len({body["client_id"] for body in bodies}), 3)

    async def test_a_wrong_clock_is_corrected_and_the_body_stays(self) -> None:
        skew = failure(401, "TIMESTAMP_SKEW", server_time=2_000_000_000)
        self.say(skew, done())
        await self.builder.submit_order("alice", **ORDER, fee_bps=10)
        first, second = self.sent
        self.assertEqual(first.content, second.content)
        self.assertLess(abs(int(second.headers["x-timestamp"]) - 2_000_000_000), 5)
        self.assertEqual(self.bodies[0]["fee_bps"], 10)
        self.assertNotIn("signature", self.bodies[0])

    async def test_calls_by_the_key_alone_carry_no_signature(self) -> None:
        self.say(httpx.Response(200, json=example("signer", "/v1/keys")))
        await self.builder.create_user_key(user_id="alice")
        self.assertNotIn("x-signature", self.sent[0].headers)


class Answers(Scripted):
    async def test_fields_and_codes_of_newer_exchanges_are_kept(self) -> None:
        self.say(httpx.Response(200, json={**SUBMITTED, "status": "parked", "colour": "red"}))
        answer: Any = (await self.trader.place_order(**ORDER)).answer
        self.assertEqual((answer.status, answer.colour), ("parked", "red"))
        self.say(failure(418, "TEAPOT"))
        with self.assertRaises(BellwetherError) as caught:
            await self.trader.place_order(**ORDER)
        self.assertEqual((caught.exception.code, caught.exception.status), ("TEAPOT", 418))

    async def test_money_that_is_no_integer_is_no_answer(self) -> None:
        for size in (1.5, "10", True, None):
            self.say(httpx.Response(200, json={**SUBMITTED, "size": size}))
            with self.assertRaises(OutcomeUnknownError):
                await self.trader.place_order(**ORDER)


if __name__ == "__main__":
    unittest.main()
