"""Defaults of a client, with the reason for each. All can be set where clients are made."""

from typing import Final

#: An answer takes milliseconds; a page of 500 markets over a slow line, or a connection that is
#: opened while all clients come back, takes seconds.
ATTEMPT_TIMEOUT_SECONDS = 10.0
#: A failed part of the exchange is replaced within ten seconds: a call outlasts that with a margin.
DEADLINE_SECONDS = 30.0
#: With pauses up to the longest, these attempts fill the deadline.
MAX_ATTEMPTS = 12
FIRST_PAUSE_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 4.0
#: How often one call takes a new nonce after another process of the same user was faster. Two
#: processes that send all the time lose every other race; this many in a row are lost once in
#: 65,000 calls.
MAX_NONCES_A_CALL = 16
#: Bounds of the random pause after a lost race. The bound doubles, so that two processes fall out
#: of step.
FIRST_RACE_PAUSE_SECONDS = 0.01
LONGEST_RACE_PAUSE_SECONDS = 0.5
#: Users whose nonces a process remembers. For a dropped one the gateway is asked again.
MAX_REMEMBERED_USERS = 100_000
#: A session is replaced so long before its end.
SESSION_RENEWAL_SECONDS = 60.0
#: The part of an unreadable answer that an error shows.
MAX_SHOWN_CHARACTERS = 500
#: Of an order that names none.
DEFAULT_ORDER_TYPE: Final = "gtc"
#: Of a buy for a budget, which is meant to be spent now.
DEFAULT_BUDGET_ORDER_TYPE: Final = "ioc"
#: The bounds of a trading key that its owner does not name: micro-USDC a day, and basis points
#: around the market.
DEFAULT_KEY_AT_MOST = 100_000_000
DEFAULT_KEY_PRICE_BAND = 1_000
#: The largest integer that JSON carries exactly to every reader.
MAX_INTEGER = 2**53 - 1
#: Two heartbeats of a stream: after this much silence the client connects again.
SILENCE_SECONDS = 10.0
#: The bound of the random pause before a stream connects again; it doubles with each failure.
RECONNECT_PAUSE_SECONDS = 1.0
LONGEST_RECONNECT_PAUSE_SECONDS = 30.0
#: The pause before a channel that was refused for now is asked for again.
CHANNEL_RETRY_PAUSE_SECONDS = 2.0
#: The gateway's limit for one message.
MAX_CHANNELS_PER_MESSAGE = 100
#: Larger than any message of the gateway, which closes a connection with more than 1 MiB unread.
MAX_MESSAGE_BYTES = 8 * 2**20
#: Trades in a live list, as many as its first page has.
MAX_LIVE_TRADES = 100


def backoff(first: float, last: float, failures: int) -> float:
    """The bound of a pause: it doubles with each failure in a row, from 0, up to the last."""
    return min(last, first * 2.0 ** min(failures, 30))
