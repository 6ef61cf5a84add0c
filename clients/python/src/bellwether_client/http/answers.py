"""From a received answer to a model or an error."""

import json
from typing import Any, Dict, Optional, Type, TypeVar

import httpx

from ..answer import Answer, parsed
from ..errors import BellwetherError, InvalidAnswerError

A = TypeVar("A", bound=Answer)


def answer_of(response: httpx.Response, model: Type[A], *, wrapped: bool, request_id: str) -> A:
    """The model of a success. Raises BellwetherError or InvalidAnswerError."""
    request_id = response.headers.get("x-request-id", request_id)
    body = _object(response.text)
    if response.is_success:
        content = body.get("data") if wrapped and body is not None else body
        try:
            return parsed(model, content)
        except ValueError as misfit:
            raise _invalid(f"no {model.__name__}", response, request_id) from misfit
    error = None if body is None else exchange_error_of(body.get("error"), response.status_code)
    if error is None:
        raise _invalid("no error of this interface", response, request_id)
    error.request_id = error.request_id or request_id
    error.retry_after = _retry_after(response)
    raise error


def exchange_error_of(error: Any, status: int) -> Optional[BellwetherError]:
    """None if it is none."""
    if not isinstance(error, dict) or not isinstance(error.get("code"), str):
        return None
    details = error.get("details")
    kind = BellwetherError.by_status.get(status, BellwetherError)
    return kind(
        status=status,
        code=error["code"],
        message=str(error.get("message", "")),
        details=details if isinstance(details, dict) else {},
        retryable=error.get("retryable") is True,
        request_id=str(error.get("request_id", "")),
    )


def _object(text: str) -> Optional[Dict[str, Any]]:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _invalid(reason: str, response: httpx.Response, request_id: str) -> InvalidAnswerError:
    return InvalidAnswerError(
        reason, status=response.status_code, text=response.text, request_id=request_id
    )


def _retry_after(response: httpx.Response) -> Optional[float]:
    """Whole seconds; this interface does not use the form with a date."""
    text = response.headers.get("retry-after", "")
    return float(text) if text.isascii() and text.isdigit() and len(text) < 7 else None
