"""Requests with nonces, each carried out exactly once.

Those of one user and kind are sent one after the other, because a nonce that arrives after a
higher one is refused. Several may be in flight: the exchange then says for certain that the
refused nonce was never used, and the request is made again with a higher one.
"""

import asyncio
import inspect
import random
from dataclasses import dataclass
from functools import partial
from typing import (
    Any,
    Awaitable,
    Callable,
    Dict,
    Literal,
    Mapping,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
)

from . import limits
from .answer import Answer
from .errors import BellwetherError, NonceQuery
from .generated import answers
from .http.caller import Call, Caller, Receipt
from .nonces import NonceKind, NonceSource

T = TypeVar("T")

RequestKind = Literal[
    "order", "cancel_all", "withdraw", "recover", "redeem", "cancel_after", "amend", "challenge"
]


@dataclass(frozen=True)
class PreparedRequest:
    """A request with its nonce, as plain data.

    Who stores it before sending can send it again after any crash, and gets its one answer.
    """

    kind: RequestKind
    user: str
    nonce: int
    #: As the exchange shows it with the answer.
    client_id: str
    path: str
    #: JSON, byte for byte as it is sent.
    body: str


#: Called before a request is sent. If it raises, the request is not sent.
BeforeSend = Callable[[PreparedRequest], Union[None, Awaitable[None]]]


@dataclass(frozen=True)
class Draft:
    """A request without its nonce."""

    kind: RequestKind
    user: str
    #: Part of the body, whatever its nonce: see ``new_client_id``.
    client_id: str
    #: The body in JSON, signed if its user signs it.
    body_for: Callable[[int], Awaitable[str]]
    #: Default: that of its kind.
    path: Optional[str] = None


_WRAPPED = ("withdraw", "recover")
_ANSWERS: Mapping[RequestKind, Type[Answer]] = {
    "order": answers.SubmittedOrder,
    "amend": answers.SubmittedOrder,
    "cancel_all": answers.CancelledOrders,
    "cancel_after": answers.CancelAfter,
    "redeem": answers.Redeemed,
    "challenge": answers.Challenged,
    "withdraw": answers.AcceptedWithdrawal,
    "recover": answers.Recovery,
}


def nonce_kind_of(kind: RequestKind) -> NonceKind:
    """Redemptions, amendments and challenges use nonces of orders."""
    return "order" if kind in ("redeem", "amend", "challenge") else kind  # type: ignore[return-value]


class Submissions:
    """Gives requests their nonces and sends them."""

    def __init__(
        self,
        caller: Caller,
        nonces: NonceSource,
        paths: Mapping[RequestKind, str],
        *,
        before_send: Optional[BeforeSend],
        in_flight: int,
    ) -> None:
        self._caller = caller
        self._nonces = nonces
        self._paths = paths
        self._before_send = before_send
        self._in_flight = in_flight
        #: By user and kind: a queue, and how many use it.
        self._queues: Dict[Tuple[str, NonceKind], Tuple[asyncio.Semaphore, int]] = {}

    async def submit(
        self, draft: Draft, nonce: Optional[int] = None, deadline: Optional[float] = None
    ) -> Receipt[Any]:
        """Under a new nonce in its turn; a given nonce is never replaced, and does not queue."""
        if nonce is not None:
            return await self._send_new(await self.prepare(draft, nonce), deadline)
        work = partial(self._under_new_nonces, draft, deadline)
        return await self.in_turn(draft.user, draft.kind, work)

    async def in_turn(
        self, user: str, kind: RequestKind, work: Callable[[], Awaitable[T]]
    ) -> T:
        """Work that takes nonces, when its turn among the user's requests of a kind comes."""
        name = (user, nonce_kind_of(kind))
        queue, users = self._queues.get(name) or (asyncio.Semaphore(self._in_flight), 0)
        self._queues[name] = (queue, users + 1)
        try:
            async with queue:
                return await work()
        finally:
            queue, users = self._queues.pop(name)
            if users > 1:
                self._queues[name] = (queue, users - 1)

    async def prepare(self, draft: Draft, nonce: Optional[int] = None) -> PreparedRequest:
        """Ready to be sent, and not sent."""
        if nonce is None:
            nonce = await self.next_nonce(draft)
        body = await draft.body_for(nonce)
        path = draft.path or self._paths[draft.kind]
        return PreparedRequest(draft.kind, draft.user, nonce, draft.client_id, path, body)

    async def next_nonce(self, draft: Draft) -> int:
        """A new nonce of its user and kind."""
        return await self._nonces.next(draft.user, nonce_kind_of(draft.kind))

    def learn(self, user: str, kind: RequestKind, used: int) -> None:
        """This nonce is used: only greater ones are free."""
        self._nonces.learn(user, nonce_kind_of(kind), used)

    async def send(
        self, request: PreparedRequest, deadline: Optional[float] = None
    ) -> Receipt[Any]:
        """Exactly this request, for the first time or again: it has one answer."""
        kind = nonce_kind_of(request.kind)
        self._nonces.learn(request.user, kind, request.nonce)
        call = Call(
            "POST",
            request.path,
            request.body,
            effect="exactly-once",
            wrapped=request.kind in _WRAPPED,
            nonce_query=NonceQuery(request.user, kind, request.nonce, request.client_id),
        )
        return await self._caller.send(call, _ANSWERS[request.kind], deadline)

    async def _send_new(
        self, request: PreparedRequest, deadline: Optional[float]
    ) -> Receipt[Any]:
        if self._before_send is not None:
            stored = self._before_send(request)
            if inspect.isawaitable(stored):
                await stored
        return await self.send(request, deadline)

    async def _under_new_nonces(self, draft: Draft, deadline: Optional[float]) -> Receipt[Any]:
        taken = 0
        while True:
            taken += 1
            try:
                return await self._send_new(await self.prepare(draft), deadline)
            except BellwetherError as error:
                used = _used_by_others(error)
                if used is None:
                    raise
                self._nonces.learn(draft.user, nonce_kind_of(draft.kind), used)
                if taken >= limits.MAX_NONCES_A_CALL:
                    raise
            first, last = limits.FIRST_RACE_PAUSE_SECONDS, limits.LONGEST_RACE_PAUSE_SECONDS
            await asyncio.sleep(random.random() * limits.backoff(first, last, taken))


def _used_by_others(error: BellwetherError) -> Optional[int]:
    """The last used nonce, if this request was certainly not carried out and never will be.

    Others used its nonce, so that a new one cannot act twice. A request in doubt never gets here:
    it ends as OutcomeUnknownError.
    """
    last = error.details.get("last_nonce")
    is_race = error.code in ("NONCE_TOO_LOW", "NONCE_REUSED")
    return last if is_race and isinstance(last, int) else None
