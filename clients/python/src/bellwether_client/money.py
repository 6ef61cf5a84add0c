"""Text to integers of the interface and back, exactly: a value that does not fit is refused.

Money is whole micro-USDC (1 USD is 1,000,000), prices are basis points of a dollar.
"""

import re
from typing import Optional

from .errors import InvalidInputError
from .limits import MAX_INTEGER

#: A price of this would be certainty.
PRICE_SCALE_BPS = 10_000
MICRO_USDC_PER_USDC = 1_000_000
#: The cost of one basis point of one contract.
MICRO_USDC_PER_CONTRACT_BP = 100
_USDC_DECIMALS = 6
_PRICE_DECIMALS = 4
_DECIMAL = re.compile(r"(0|[1-9][0-9]{0,15})(?:\.([0-9]+))?")


def parse_usdc(text: str) -> int:
    """``"12.5"`` is 12500000."""
    scaled = _scaled(text, _USDC_DECIMALS)
    if scaled is None or scaled > MAX_INTEGER:
        raise InvalidInputError("amount", text, "USDC as a decimal with at most 6 places")
    return scaled


def format_usdc(micro_usdc: int) -> str:
    """12500000 is ``"12.50"``: at least two decimal places, and no digit is dropped."""
    return _decimal(micro_usdc, _USDC_DECIMALS)


def parse_price(text: str) -> int:
    """``"0.45"`` dollars a contract is 4500."""
    scaled = _scaled(text, _PRICE_DECIMALS)
    if scaled is None or not 0 < scaled < PRICE_SCALE_BPS:
        expected = "dollars from 0.0001 to 0.9999 with at most 4 places"
        raise InvalidInputError("price", text, expected)
    return scaled


def format_price(price_bps: int) -> str:
    """4500 is ``"0.45"``."""
    return _decimal(price_bps, _PRICE_DECIMALS)


def opposite_price(price_bps: int) -> int:
    """The same price in terms of the other outcome: YES at 4500 is NO at 5500."""
    return PRICE_SCALE_BPS - price_bps


def cost_micro_usdc(price_bps: int, size: int) -> int:
    """What ``size`` contracts cost at a price, without fees."""
    return price_bps * size * MICRO_USDC_PER_CONTRACT_BP


def _scaled(text: str, decimals: int) -> Optional[int]:
    match = _DECIMAL.fullmatch(text)
    if match is None:
        return None
    whole, fraction = match[1], match[2] or ""
    return None if len(fraction) > decimals else int(whole + fraction.ljust(decimals, "0"))


def _decimal(value: int, decimals: int) -> str:
    digits = str(abs(value)).rjust(decimals + 1, "0")
    fraction = digits[-decimals:].rstrip("0").ljust(2, "0")
    return f"{'-' if value < 0 else ''}{digits[:-decimals]}.{fraction}"
