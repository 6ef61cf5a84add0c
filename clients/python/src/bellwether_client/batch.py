"""Batches: up to 20 operations that are carried out together, each with a result of its own."""

from dataclasses import dataclass
from typing import Any, Awaitable, Callable, List, Literal, Mapping, Sequence, Tuple, Type, Union

from typing_extensions import TypedDict

from .answer import Answer, parsed
from .errors import BellwetherError
from .generated import answers
from .generated.requests import BuilderOrderTerms, CancelAllTerms, CancelTerms
from .http.answers import exchange_error_of
from .order_terms import Amendment


class Place(TypedDict):
    """``{"place": {"market_id": …, "side": "buy", …}}``"""

    place: BuilderOrderTerms


class Cancel(TypedDict):
    """``{"cancel": {"market_id": …, "order_id": 1}}``"""

    cancel: CancelTerms


class Amend(TypedDict):
    """``{"amend": {"market_id": …, "order_id": 1, …, "filled": 0}}``"""

    amend: Amendment


class CancelAll(TypedDict):
    """``{"cancel_all": {}}``"""

    cancel_all: CancelAllTerms


Operation = Union[Place, Cancel, Amend, CancelAll]


class UserPlace(Place):
    """The same of a builder's user, who is named in each operation."""

    user: str


class UserCancel(Cancel):
    """As above."""

    user: str


class UserAmend(Amend):
    """As above."""

    user: str


class UserCancelAll(CancelAll):
    """As above."""

    user: str


UserOperation = Union[UserPlace, UserCancel, UserAmend, UserCancelAll]
AnyOperation = Union[Operation, UserOperation]
OperationAnswer = Union[answers.SubmittedOrder, answers.CancelledOrder, answers.CancelledOrders]

_ANSWERS: Mapping[str, Type[Answer]] = {
    "place": answers.SubmittedOrder,
    "amend": answers.SubmittedOrder,
    "cancel": answers.CancelledOrder,
    "cancel_all": answers.CancelledOrders,
}


@dataclass(frozen=True)
class OperationResult:
    """What became of one operation."""

    #: It is the answer of an earlier, equal operation.
    replayed: bool
    answer: Union[OperationAnswer, None]
    #: Why it was refused; the others were carried out all the same.
    error: Union[BellwetherError, None]


async def batch_body(
    operations: Sequence[AnyOperation], body_of: Callable[[str, Any, Any], Awaitable[str]]
) -> str:
    """The JSON: ``body_of`` a name, what it says, and the operation.

    Nonces are taken in the order of the operations.
    """
    parts: List[str] = []
    for operation in operations:
        name, terms = _said_in(operation)
        parts.append(f'{{"{name}":{await body_of(name, terms, operation)}}}')
    return f'{{"operations":[{",".join(parts)}]}}'


def results_of(
    operations: Sequence[AnyOperation], results: answers.BatchResults
) -> List[OperationResult]:
    """Each result beside its operation."""
    return [
        _result_of(_said_in(operation)[0], result)
        for operation, result in zip(operations, results.results)
    ]


def used_nonces(
    operations: Sequence[AnyOperation], results: Sequence[OperationResult]
) -> List[Tuple[Literal["order", "cancel_all"], int]]:
    """The last used nonces that refusals name, by which the next ones are chosen."""
    return [
        ("cancel_all" if "cancel_all" in operation else "order", result.error.details["last_nonce"])
        for operation, result in zip(operations, results)
        if result.error is not None and isinstance(result.error.details.get("last_nonce"), int)
    ]


def _said_in(operation: AnyOperation) -> Tuple[str, Any]:
    ((name, terms),) = [one for one in operation.items() if one[0] != "user"]
    return name, terms


def _result_of(name: str, result: answers.OperationResult) -> OperationResult:
    if 200 <= result.status < 300:
        answer: Any = parsed(_ANSWERS[name], result.body)
        return OperationResult(result.replayed, answer, None)
    error = exchange_error_of(result.body.get("error"), result.status)
    return OperationResult(result.replayed, None, error)
