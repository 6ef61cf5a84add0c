"""What is said of orders and their changes, as it is sent."""

from typing import Any, Awaitable, Callable, Dict, Literal, Mapping, Union

from typing_extensions import NotRequired, TypedDict

from .errors import BellwetherError, InvalidInputError
from .generated import answers
from .generated.forms import FULL_TERMS
from .generated.words import SelfTradeMode
from .limits import DEFAULT_BUDGET_ORDER_TYPE, DEFAULT_ORDER_TYPE, MAX_INTEGER

#: How many contracts are filled, as far as the caller knows. ``any``: whatever it is.
Filled = Union[int, Literal["any"]]


class Amendment(TypedDict):
    """Another price or size of a resting order."""

    market_id: str
    order_id: int
    price: int
    #: What is open after it.
    size: int
    #: If it is more by now, nothing is changed (``FILLED_MEANWHILE``): the total never grows.
    filled: Filled


class BudgetTerms(TypedDict):
    """Terms of a buy for a budget, which is its ``max_cost``."""

    self_trade: NotRequired[SelfTradeMode]
    reduce_only: NotRequired[bool]
    expires_at: NotRequired[int]


def full_terms(terms: Mapping[str, Any]) -> Mapping[str, Any]:
    """They were given as keywords: another one would be thought to be sent."""
    for name, value in terms.items():
        if name not in FULL_TERMS:
            raise InvalidInputError(name, value, f"absent: the terms are {', '.join(FULL_TERMS)}")
    return terms


def order_terms(order: Mapping[str, Any]) -> Dict[str, Any]:
    """Of an order, alone or in a batch."""
    return {**order, "order_type": order.get("order_type") or DEFAULT_ORDER_TYPE}


def amend_terms(amend: Mapping[str, Any]) -> Dict[str, Any]:
    """Without ``filled``, whatever it is."""
    terms = dict(amend)
    filled = terms.pop("filled", None)
    if filled == "any":
        return terms
    if type(filled) is int and 0 <= filled <= MAX_INTEGER:
        return {**terms, "filled": filled}
    raise InvalidInputError("filled", filled, "how many contracts are filled, or `any`")


async def budget_order(
    terms: Mapping[str, Any],
    budget_micro_usdc: int,
    preview: Callable[[Any], Awaitable[answers.Preview]],
) -> Dict[str, Any]:
    """The buy of as many contracts as a budget pays for now.

    It signs the budget as the most that they may cost, so that no later book makes them dearer.
    What refuses an order of any other size too is left to the exchange. Raises BellwetherError of
    status 0 where the preview names no size.
    """
    given = {name: value for name, value in terms.items() if value is not None}
    order = {"order_type": DEFAULT_BUDGET_ORDER_TYPE, **given, "side": "buy"}
    shown = await preview({**order, "budget_micro_usdc": budget_micro_usdc})
    predicted, refusal = shown.order, shown.refusal
    if refusal is not None and (predicted is None or refusal.code == "ORDER_TOO_SMALL"):
        raise BellwetherError(
            status=0,
            code=refusal.code,
            message=refusal.message,
            details=refusal.details,
            retryable=False,
            request_id="",
        )
    assert predicted is not None
    return {**order, "size": predicted.size, "max_cost": budget_micro_usdc}
