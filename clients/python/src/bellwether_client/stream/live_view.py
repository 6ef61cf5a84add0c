"""A part of the exchange's state, updated by a channel."""

import asyncio
from typing import Any, AsyncIterator, Callable, Generic, Mapping, Optional, Type, TypeVar

from ..answer import Answer, parsed
from ..errors import ClientError, ConnectionFailedError
from .channel import Gap, Place
from .listeners import Listeners, Unlisten

S = TypeVar("S", bound=Answer)
U = TypeVar("U", bound=Answer)
V = TypeVar("V", bound="LiveView[Any, Any]")


class LiveView(Generic[S, U]):
    """After each message it is a state that the exchange was really in, as of its ``seq``."""

    snapshot_model: Type[S]
    update_model: Type[U]

    def __init__(self, channel: str, end: Callable[[], None]) -> None:
        self.channel = channel
        #: False while the connection is broken or a lost message is being asked for.
        self.is_live = False
        self._place = Place(0, 0)
        self._end = end
        self._begun = False
        #: So many messages: two of them may have the same seq.
        self._messages = 0
        self._error: Optional[ClientError] = None
        self._changed = asyncio.Event()
        self._ended = False
        self._listeners = Listeners()

    @property
    def seq(self) -> int:
        """The command up to which the view is current; 0 before the first snapshot."""
        return self._place.seq

    @property
    def timestamp(self) -> int:
        """The time of that command, in Unix seconds."""
        return self._place.timestamp

    async def ready(self: V) -> V:
        """Returns after the first snapshot, however long the exchange is away.

        Raises the exchange's refusal, or ConnectionFailedError if it was closed before.
        """
        while not self._begun:
            if self._error is not None:
                raise self._error
            await self._changed.wait()
        return self

    async def changes(self: V) -> AsyncIterator[V]:
        """The view, each time that it has changed, until it is closed.

        Who is slow misses states, never the last one: for every message use ``on_update``.
        """
        seen = 0
        while not self._ended:
            if self._messages != seen:
                seen = self._messages
                yield self
            elif self._error is not None:
                raise self._error
            else:
                await self._changed.wait()

    def on_update(self, listener: Callable[[U], None]) -> Unlisten:
        """Every update, in order, when it has been applied."""
        return self._listeners.add("update", listener)

    def on_gap(self, listener: Callable[[Gap], None]) -> Unlisten:
        """A message was lost and is being asked for: it heals by itself."""
        return self._listeners.add("gap", listener)

    def close(self) -> None:
        """Ends the channel; the view keeps its last state."""
        self._end()
        self.ended()

    # --- for the channel ---

    def snapshot(self, data: Mapping[str, Any], place: Place) -> None:
        self._replace(parsed(self.snapshot_model, data))
        self._place = place
        self._begun = True
        self._messages += 1
        self._wake()

    def update(self, data: Mapping[str, Any], place: Place) -> None:
        update = parsed(self.update_model, data)
        self._merge(update)
        self._place = place
        self._messages += 1
        self._listeners.tell("update", update)
        self._wake()

    def turned(self, live: bool) -> None:
        self.is_live = live

    def gap(self, gap: Gap) -> None:
        self._listeners.tell("gap", gap)

    def refused(self, error: ClientError) -> None:
        self.is_live = False
        self._error = self._error or error
        self._wake()

    def ended(self) -> None:
        self._ended = True
        closed = ConnectionFailedError(
            f"{self.channel} was closed", request_id="", may_be_sent=False
        )
        self.refused(closed)

    # --- for the kinds of views ---

    def _replace(self, snapshot: S) -> None:
        raise NotImplementedError

    def _merge(self, update: U) -> None:
        raise NotImplementedError

    def _wake(self) -> None:
        """Wakes those who wait now; later ones wait for the next change."""
        self._changed.set()
        self._changed = asyncio.Event()
