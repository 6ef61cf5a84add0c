"""How often one call is attempted, and what each failure proves."""

import random
from dataclasses import dataclass
from enum import Enum
from typing import Optional

from .. import limits
from ..errors import ClientError, ConnectionFailedError, BellwetherError, InvalidAnswerError

#: Checked before the exchange looks the request up, so they prove nothing about earlier attempts.
_AT_THE_DOOR = (401, 403)


@dataclass(frozen=True)
class RetryPolicy:
    """Seconds, and a number of attempts."""

    attempt_timeout: float = limits.ATTEMPT_TIMEOUT_SECONDS
    #: Covers all attempts and pauses of a call.
    deadline: float = limits.DEADLINE_SECONDS
    max_attempts: int = limits.MAX_ATTEMPTS
    first_pause: float = limits.FIRST_PAUSE_SECONDS
    longest_pause: float = limits.LONGEST_PAUSE_SECONDS

    def pause_after(self, attempt: int, retry_after: Optional[float]) -> float:
        """A random part of a bound that doubles, on top of what the exchange asks for.

        So clients that failed together do not come back together.
        """
        bound = limits.backoff(self.first_pause, self.longest_pause, attempt - 1)
        return (retry_after or 0.0) + random.random() * bound


class Tells(Enum):
    """What a failed attempt proves."""

    #: It settles earlier attempts of the same request too.
    EVERYTHING = "everything"
    #: This attempt did nothing; an earlier one may have.
    ITSELF = "itself"
    #: This attempt may have been carried out.
    NOTHING = "nothing"


@dataclass(frozen=True)
class Verdict:
    """What a failed attempt proves, and whether the same request may succeed later."""

    tells: Tells
    may_repeat: bool


def verdict_of(error: ClientError) -> Verdict:
    """What an attempt that failed so proves."""
    if isinstance(error, BellwetherError):
        return _verdict_of_answer(error)
    if isinstance(error, InvalidAnswerError):
        return _verdict_of_status(error.status)
    unsent = isinstance(error, ConnectionFailedError) and not error.may_be_sent
    return Verdict(Tells.ITSELF if unsent else Tells.NOTHING, True)


def _verdict_of_answer(error: BellwetherError) -> Verdict:
    if error.code == "OUTCOME_UNKNOWN":
        return Verdict(Tells.NOTHING, True)
    if error.safe_to_resend:
        return Verdict(Tells.ITSELF, True)
    if _is_at_the_door(error) or _is_forgotten(error):
        return Verdict(Tells.ITSELF, False)
    return Verdict(Tells.NOTHING if error.code == "INTERNAL" else Tells.EVERYTHING, False)


def _is_at_the_door(error: BellwetherError) -> bool:
    """Checked before the exchange looks the request up, so it proves nothing of earlier attempts.

    A key's bounds are checked after.
    """
    return error.status in _AT_THE_DOOR and error.code != "TRADING_KEY_BOUND"


def _is_forgotten(error: BellwetherError) -> bool:
    """The nonce is too low to be remembered: this very request may have used it."""
    return error.code == "NONCE_TOO_LOW" and error.details.get("fate") != "never_used"


def _verdict_of_status(status: int) -> Verdict:
    """For an answer that is not ours: with a 4xx a proxy did not forward the request."""
    if status >= 500:
        return Verdict(Tells.NOTHING, True)
    if status >= 400:
        return Verdict(Tells.ITSELF, status == 429)
    return Verdict(Tells.NOTHING, False)
