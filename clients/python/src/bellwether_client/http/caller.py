"""Sends one request until it has an answer. Every attempt sends the same bytes."""

import asyncio
import json
import secrets
import time
from dataclasses import dataclass
from typing import (
    Any,
    Dict,
    Generic,
    Literal,
    Mapping,
    Optional,
    Sequence,
    Type,
    TypeVar,
    Union,
)
from urllib.parse import quote, urlencode

import httpx

from ..answer import Answer
from ..deadline import within
from ..errors import (
    ClientError,
    ConnectionFailedError,
    BellwetherError,
    InvalidInputError,
    OutcomeUnknownError,
    NonceQuery,
)
from .answers import answer_of
from .retry import RetryPolicy, Tells, verdict_of

A = TypeVar("A", bound=Answer)
T = TypeVar("T")

#: - ``read`` changes nothing
#: - ``exactly-once``: however often it is sent, it is carried out once and has one answer
#: - ``once``: a repeat would act again, so only an attempt that certainly did nothing is repeated
Effect = Literal["read", "exactly-once", "once"]
Headers = Mapping[str, str]
#: What is None is left out.
Query = Mapping[str, Union[str, int, None]]

_UNSENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.UnsupportedProtocol,
    httpx.ProxyError,
)


@dataclass(frozen=True)
class Receipt(Generic[T]):
    """The answer to a change, and how it was obtained."""

    answer: T
    #: It is the answer of an earlier, equal request: sending it again had no further effect.
    replayed: bool
    attempts: int
    #: Names the request to an operator.
    request_id: str


class Credentials:
    """Headers for each attempt, and what is learned from a refusal. These add none."""

    def headers_for(self, method: str, path: str, body: str) -> Headers:
        """Made for each attempt: an envelope carries the time."""
        return {}

    def correct(self, error: BellwetherError) -> bool:
        """Whether the request can be repeated at once."""
        return False


@dataclass(frozen=True)
class Call:
    """A request as it is sent."""

    method: str
    #: With its query.
    path: str
    #: JSON, byte for byte.
    body: Optional[str] = None
    effect: Effect = "read"
    wrapped: bool = False
    nonce_query: Optional[NonceQuery] = None
    #: In the place of the caller's own.
    credentials: Optional[Credentials] = None


class Caller:
    """The requests to one server."""

    def __init__(
        self,
        url: str,
        http: httpx.AsyncClient,
        retry: RetryPolicy,
        credentials: Credentials = Credentials(),
    ) -> None:
        if not url.startswith(("http://", "https://")):
            raise InvalidInputError("url", url, "a URL, as https://gateway.example")
        self._url = url.rstrip("/")
        self._http = http
        self._retry = retry
        self._credentials = credentials

    async def read(
        self,
        path: str,
        model: Type[A],
        query: Query = {},
        *,
        wrapped: bool = False,
        credentials: Optional[Credentials] = None,
        deadline: Optional[float] = None,
    ) -> A:
        """The answer to a GET."""
        given = {name: value for name, value in query.items() if value is not None}
        target = f"{path}?{urlencode(given)}" if given else path
        call = Call("GET", target, wrapped=wrapped, credentials=credentials)
        return (await self.send(call, model, deadline)).answer

    async def send(
        self, call: Call, model: Type[A], deadline: Optional[float] = None
    ) -> Receipt[A]:
        """Sends until there is an answer, at most until the deadline, in seconds from now."""
        seconds = self._retry.deadline if deadline is None else deadline
        return await _Attempts(self, call, time.monotonic() + seconds).made(model)

    async def attempt(
        self, call: Call, request_id: str, until: float
    ) -> httpx.Response:
        """One attempt. Raises ConnectionFailedError."""
        patience = max(0.001, min(self._retry.attempt_timeout, until - time.monotonic()))
        headers: Dict[str, str] = {"X-Request-Id": request_id}
        content = None
        if call.body is not None:
            headers["Content-Type"] = "application/json"
            content = call.body.encode()
        credentials = self.credentials_of(call)
        headers.update(credentials.headers_for(call.method, call.path, call.body or ""))
        # Half of it for the connection: without one nothing was sent.
        timeout = httpx.Timeout(None, connect=patience / 2, pool=patience / 2)
        request = self._http.request(
            call.method, self._url + call.path, content=content, headers=headers, timeout=timeout
        )
        try:
            return await within(patience, request)
        except TimeoutError as error:
            raise _failed("no answer in time", request_id, True) from error
        except httpx.HTTPError as error:
            reason = str(error) or type(error).__name__
            raise _failed(reason, request_id, not isinstance(error, _UNSENT)) from error

    def credentials_of(self, call: Call) -> Credentials:
        """Those that the call goes with."""
        return self._credentials if call.credentials is None else call.credentials

    @property
    def policy(self) -> RetryPolicy:
        """Attempts, pauses and the deadline."""
        return self._retry


class _Attempts:
    """The attempts of one call."""

    def __init__(self, caller: Caller, call: Call, until: float) -> None:
        self._caller = caller
        self._call = call
        self._until = until
        self._request_id = secrets.token_hex(16)
        self._made = 0
        #: An attempt may have been carried out.
        self._in_doubt = False

    async def made(self, model: Type[A]) -> Receipt[A]:
        while True:
            self._made += 1
            try:
                response = await self._caller.attempt(self._call, self._request_id, self._until)
                answer = answer_of(
                    response, model, wrapped=self._call.wrapped, request_id=self._request_id
                )
            except ClientError as error:
                await self._before_next(error)
                continue
            return Receipt(
                answer=answer,
                replayed=response.headers.get("idempotent-replay") == "true",
                attempts=self._made,
                request_id=response.headers.get("x-request-id", self._request_id),
            )

    async def _before_next(self, error: ClientError) -> None:
        """Waits until the next attempt is due, or raises the call's final error."""
        call, policy = self._call, self._caller.policy
        verdict = verdict_of(error)
        settled = verdict.tells is Tells.EVERYTHING
        settled = settled or (verdict.tells is Tells.ITSELF and not self._in_doubt)
        self._in_doubt = self._in_doubt or verdict.tells is Tells.NOTHING
        retry_after = error.retry_after if isinstance(error, BellwetherError) else None
        more = self._made < policy.max_attempts
        credentials = self._caller.credentials_of(call)
        if more and isinstance(error, BellwetherError) and credentials.correct(error):
            return
        safe = call.effect != "once" or verdict.tells is Tells.ITSELF
        pause = policy.pause_after(self._made, retry_after)
        allowed = verdict.may_repeat and safe and more
        if allowed and time.monotonic() + pause < self._until:
            await asyncio.sleep(pause)
            return
        if settled or call.effect == "read":
            raise error
        raise OutcomeUnknownError(
            nonce_query=call.nonce_query,
            attempts=self._made,
            request_id=error.request_id,
            safe_to_resend=call.effect == "exactly-once",
        ) from error


def _failed(reason: str, request_id: str, may_be_sent: bool) -> ConnectionFailedError:
    return ConnectionFailedError(reason, request_id=request_id, may_be_sent=may_be_sent)


def path_of(*parts: Union[str, int]) -> str:
    """``/a/b/c``, each part escaped."""
    return "".join(f"/{quote(str(part), safe='')}" for part in parts)


def given_of(fields: Mapping[str, Any], nullable: Sequence[str] = ()) -> Dict[str, Any]:
    """Without what is absent. ``nullable``: fields whose None says something."""
    return {
        name: value for name, value in fields.items() if value is not None or name in nullable
    }


def json_of(fields: Mapping[str, Any], nullable: Sequence[str] = ()) -> str:
    """The JSON of the fields that are given: the exchange takes no null for an absent one."""
    return json.dumps(given_of(fields, nullable), separators=(",", ":"))
