"""The most that a gas fee may be, where the caller names none: what the exchange quotes now."""

from typing import Any, Awaitable, Callable, Dict

from .generated import answers

#: 0 would bind no fee.
_LEAST = 1


async def with_quoted_fee(
    terms: Dict[str, Any],
    user: str,
    quote: Callable[[str, Any], Awaitable[answers.WithdrawalQuote]],
) -> Any:
    """A withdrawal, for at most what it is quoted for."""
    if "max_gas_fee" in terms:
        return terms
    return {**terms, "max_gas_fee": max(_LEAST, (await quote(user, terms)).gas_fee)}


async def with_listed_fee(
    terms: Dict[str, Any], price: Callable[[], Awaitable[answers.GasPrice]]
) -> Dict[str, Any]:
    """A recovery has no quote of its own: the dearest one of the price list."""
    if "max_gas_fee" in terms:
        return terms
    listed = (await price()).actions
    fees = [one.gas_micro_usdc for one in listed if one.action.startswith("recover")]
    return {**terms, "max_gas_fee": max([_LEAST, *fees])}
