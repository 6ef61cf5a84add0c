"""Batches: up to 20 operations that are carried out together, each with a result of its own."""

from dataclasses import dataclass
from typing import Any, Awaitable, Callable, List, Mapping, Sequence, Type, Union

from typing_extensions import TypedDict

from .answer import Answer, parsed
from .errors import ExchangeError
from .generated import answers
from .generated.requests import AmendTerms, BuilderOrderTerms, CancelAllTerms, CancelTerms
from .http.answers import exchange_error_of


class Place(TypedDict):
    """``{"place": {"market_id": …, "side": "buy", …}}``"""

    place: BuilderOrderTerms


class Cancel(TypedDict):
    """``{"cancel": {"market_id": …, "order_id": 1}}``"""

    cancel: CancelTerms


class Amend(TypedDict):
    """``{"amend": {"market_id": …, "order_id": 1, "price": 4500, "size": 10}}``"""

    amend: AmendTerms


class CancelAll(TypedDict):
    """``{"cancel_all": {}}``"""

    cancel_all: CancelAllTerms


Operation = Union[Place, Cancel, Amend, CancelAll]
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
    error: Union[ExchangeError, None]


async def batch_body(
    operations: Sequence[Operation], body_of: Callable[[str, Any], Awaitable[str]]
) -> str:
    """The JSON. Nonces are taken in the order of the operations."""
    parts: List[str] = []
    for operation in operations:
        ((name, terms),) = operation.items()
        parts.append(f'{{"{name}":{await body_of(name, terms)}}}')
    return f'{{"operations":[{",".join(parts)}]}}'


def results_of(
    operations: Sequence[Operation], results: answers.BatchResults
) -> List[OperationResult]:
    """Each result beside its operation."""
    return [
        _result_of(next(iter(operation)), result)
        for operation, result in zip(operations, results.results)
    ]


def _result_of(name: str, result: answers.OperationResult) -> OperationResult:
    if 200 <= result.status < 300:
        answer: Any = parsed(_ANSWERS[name], result.body)
        return OperationResult(result.replayed, answer, None)
    error = exchange_error_of(result.body.get("error"), result.status)
    return OperationResult(result.replayed, None, error)
