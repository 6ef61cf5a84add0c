"""All errors of the client. Each has a code, the request's id, and whether it may be sent again.

``safe_to_resend``: the very same request may be sent again. It cannot act twice, and may succeed
or bring the true answer.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Dict, Mapping, Optional, Type

from .generated.error_details import WithDetails
from .limits import MAX_SHOWN_CHARACTERS


class ClientError(Exception):
    """The base of all of them."""

    code: str
    request_id: str
    safe_to_resend: bool

    def __init__(self, message: str, *, code: str, request_id: str, safe_to_resend: bool) -> None:
        super().__init__(message)
        self.code = code
        self.request_id = request_id
        self.safe_to_resend = safe_to_resend


class InvalidInputError(ClientError, ValueError):
    """The input cannot be signed or encoded. Nothing was sent."""

    def __init__(self, field: str, value: object, expected: str) -> None:
        super().__init__(
            f"{field} must be {expected}", code="INVALID_INPUT", request_id="", safe_to_resend=False
        )
        self.field = field
        self.value = value
        self.expected = expected


class BellwetherError(WithDetails, ClientError):
    """The exchange said no, and did nothing.

    ``details_of`` a code gives its ``details``, typed.
    """

    #: Which class an answer becomes, by its status.
    by_status: ClassVar[Dict[int, Type["BellwetherError"]]] = {}

    def __init__(
        self,
        *,
        status: int,
        code: str,
        message: str,
        details: Mapping[str, Any],
        retryable: bool,
        request_id: str,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(
            f"{code}: {message}", code=code, request_id=request_id, safe_to_resend=retryable
        )
        #: 0 if it came over a stream.
        self.status = status
        self.message = message
        self.details = details
        #: The exchange asks to wait so many seconds.
        self.retry_after = retry_after


class RequestError(BellwetherError):
    """400, 404, 405, 413, 415: the request is wrong, or what it names does not exist."""


class AccessError(BellwetherError):
    """401, 403: a signature, a key, a scope or a clock is wrong."""


class ConflictError(BellwetherError):
    """409: not in the present state: a used nonce, an order that has ended."""


class RefusedError(BellwetherError):
    """422: the exchange's rules refuse it: too little money, a post-only order that would match."""


class RateLimitedError(BellwetherError):
    """429: too many requests. Nothing was done, and no nonce used."""


class UnavailableError(BellwetherError):
    """503: not now. Nothing was done."""


class ServerFaultError(BellwetherError):
    """500: a fault of the exchange, logged under the request's id."""


for _statuses, _class in (
    ((400, 404, 405, 413, 415, 426), RequestError),
    ((401, 403), AccessError),
    ((409,), ConflictError),
    ((422,), RefusedError),
    ((429,), RateLimitedError),
    ((500,), ServerFaultError),
    ((503,), UnavailableError),
):
    for _status in _statuses:
        BellwetherError.by_status[_status] = _class


class ConnectionFailedError(ClientError):
    """No answer arrived: no connection, a broken one, or a time-out."""

    def __init__(self, message: str, *, request_id: str, may_be_sent: bool) -> None:
        super().__init__(
            message, code="CONNECTION_FAILED", request_id=request_id, safe_to_resend=True
        )
        #: False: no connection was made, so nothing was sent.
        self.may_be_sent = may_be_sent


class InvalidAnswerError(ClientError):
    """The answer is none of this interface: a proxy's page, another server, a truncated answer."""

    def __init__(self, reason: str, *, status: int, text: str, request_id: str) -> None:
        super().__init__(
            f"{reason} (HTTP {status})",
            code="INVALID_ANSWER",
            request_id=request_id,
            safe_to_resend=True,
        )
        self.status = status
        self.shown = text[:MAX_SHOWN_CHARACTERS]


@dataclass(frozen=True)
class NonceQuery:
    """Names a request to the exchange for ever: ask for its outcome with it.

    What became of the nonce is the outcome of this request only where the exchange shows this
    ``client_id``, or none, which it forgets in time.
    """

    user: str
    kind: str
    nonce: int
    client_id: str


class OutcomeUnknownError(ClientError):
    """The request was sent, and what became of it is not known.

    Send the very same request again (``send``), or ask by its nonce (``order_by_nonce``). A new
    request under another nonce may act twice.
    """

    def __init__(
        self,
        *,
        nonce_query: Optional[NonceQuery],
        attempts: int,
        request_id: str,
        safe_to_resend: bool,
    ) -> None:
        named = ""
        if nonce_query is not None:
            named = f" ({nonce_query.kind} {nonce_query.nonce} of {nonce_query.user})"
        super().__init__(
            f"the outcome is not known after {attempts} attempts{named}",
            code="OUTCOME_UNKNOWN",
            request_id=request_id,
            safe_to_resend=safe_to_resend,
        )
        #: None for a request without a nonce.
        self.nonce_query = nonce_query
        self.attempts = attempts
