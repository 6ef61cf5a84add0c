"""The terms of an order that only its full form has."""

from typing import Any, Mapping

from .errors import InvalidInputError
from .generated.forms import FULL_TERMS


def full_terms(terms: Mapping[str, Any]) -> Mapping[str, Any]:
    """They were given as keywords: another one would be thought to be sent."""
    for name, value in terms.items():
        if name not in FULL_TERMS:
            raise InvalidInputError(name, value, f"absent: the terms are {', '.join(FULL_TERMS)}")
    return terms
