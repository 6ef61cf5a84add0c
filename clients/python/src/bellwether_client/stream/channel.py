"""One channel: checks that its messages follow one another, and what to ask for after a gap."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal, Mapping, Optional, Protocol

from ..errors import ClientError


@dataclass(frozen=True)
class Place:
    """The command as of which a message holds, and its time in Unix seconds."""

    seq: int
    timestamp: int


@dataclass(frozen=True)
class ChannelMessage:
    """A snapshot or an update with a checked envelope."""

    type: Literal["snapshot", "update"]
    place: Place
    prev_seq: int
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Gap:
    """A message was lost; the channel asks for what followed ``known``."""

    channel: str
    #: The last command that came.
    known: int
    #: The command that should have come, by the next message or by a heartbeat.
    sent: int


class Reader(Protocol):
    """Takes the messages of a channel."""

    def snapshot(self, data: Mapping[str, Any], place: Place) -> None:
        """The whole state."""

    def update(self, data: Mapping[str, Any], place: Place) -> None:
        """What one command changed."""

    def turned(self, live: bool) -> None:
        """Up to date from now on, or not."""

    def gap(self, gap: Gap) -> None:
        """A message was lost and is being asked for."""

    def refused(self, error: ClientError) -> None:
        """There will be no messages: the exchange refused the channel."""

    def ended(self) -> None:
        """There will be no more messages: the stream was closed."""


class _State(Enum):
    IDLE = "idle"
    ASKED = "asked"
    BEGUN = "begun"
    LIVE = "live"


class Channel:
    """The state of one subscription."""

    def __init__(self, name: str, reader: Reader) -> None:
        self.name = name
        self.reader = reader
        #: The command up to which everything came; None before the first snapshot.
        self.known: Optional[int] = None
        self._state = _State.IDLE

    def asked(self) -> None:
        """The subscription was sent."""
        self._state = _State.ASKED

    def interrupt(self) -> None:
        """The connection broke, or the exchange cannot serve the channel now."""
        if self._state is _State.LIVE:
            self.reader.turned(False)
        self._state = _State.IDLE

    def begun(self, resumed: bool) -> None:
        """The exchange answered. ``resumed``: the next message goes on from ``known``."""
        if self._state is not _State.ASKED:
            return
        self._state = _State.BEGUN
        if resumed and self.known is not None:
            self._live()

    def take(self, message: ChannelMessage) -> Optional[Gap]:
        """The gap, if a message was lost and the channel must be asked for again."""
        if self._state in (_State.ASKED, _State.IDLE):
            return None  # what comes between a request and its answer is of the one before
        if message.type == "snapshot":
            self.reader.snapshot(message.data, message.place)
            self.known = message.place.seq
            self._live()
            return None
        if self._state is not _State.LIVE or self.known is None:
            return None
        if message.prev_seq != self.known:
            return self._lost(message.prev_seq)
        self.reader.update(message.data, message.place)
        self.known = message.place.seq
        return None

    def compare(self, sent: Optional[int]) -> Optional[Gap]:
        """As ``take``, with the last ``seq`` that a heartbeat says was sent."""
        if self._state is not _State.LIVE or self.known is None or sent == self.known:
            return None
        return self._lost(sent or 0)

    def _lost(self, sent: int) -> Gap:
        gap = Gap(self.name, self.known or 0, sent)
        self.interrupt()
        self.reader.gap(gap)
        return gap

    def _live(self) -> None:
        if self._state is not _State.LIVE:
            self._state = _State.LIVE
            self.reader.turned(True)
