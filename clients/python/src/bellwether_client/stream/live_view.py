"""A part of the exchange's state, kept current by a channel."""

import asyncio
from typing import Any, AsyncIterator, Callable, Generic, List, Mapping, Optional, Type, TypeVar

from ..answer import Answer, parsed
from ..errors import BellwetherError, ConnectionFailedError
from .channel import Gap, Place

S = TypeVar("S", bound=Answer)
U = TypeVar("U", bound=Answer)
V = TypeVar("V", bound="LiveView[Any, Any]")
#: Removes a listener.
Unlisten = Callable[[], None]


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
        self._error: Optional[BellwetherError] = None
        self._changed = asyncio.Event()
        self._on_update: List[Callable[[U], None]] = []
        self._on_gap: List[Callable[[Gap], None]] = []

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
            await self._next_change()
        return self

    async def changes(self: V) -> AsyncIterator[V]:
        """The view, each time that it has changed. Who is slow misses states, never the last one.

        For every single message use ``on_update``.
        """
        seen = -1
        while True:
            if self._begun and self.seq != seen:
                seen = self.seq
                yield self
            else:
                await self._next_change()

    def on_update(self, listener: Callable[[U], None]) -> Unlisten:
        """Every update, in order, when it has been applied. Listeners must not raise."""
        self._on_update.append(listener)
        return lambda: self._on_update.remove(listener)

    def on_gap(self, listener: Callable[[Gap], None]) -> Unlisten:
        """A message was lost and is being asked for: it heals by itself."""
        self._on_gap.append(listener)
        return lambda: self._on_gap.remove(listener)

    def close(self) -> None:
        """Ends the channel; the view keeps its last state."""
        self._end()
        self.ended()

    # --- for the channel ---

    def snapshot(self, data: Mapping[str, Any], place: Place) -> None:
        self._replace(parsed(self.snapshot_model, data))
        self._place = place
        self._begun = True
        self._wake()

    def update(self, data: Mapping[str, Any], place: Place) -> None:
        update = parsed(self.update_model, data)
        self._merge(update)
        self._place = place
        for listener in list(self._on_update):
            listener(update)
        self._wake()

    def turned(self, live: bool) -> None:
        self.is_live = live

    def gap(self, gap: Gap) -> None:
        for listener in list(self._on_gap):
            listener(gap)

    def refused(self, error: BellwetherError) -> None:
        self.is_live = False
        self._error = self._error or error
        self._wake()

    def ended(self) -> None:
        closed = ConnectionFailedError(
            f"{self.channel} was closed", request_id="", may_be_sent=False
        )
        self.refused(closed)

    # --- for the kinds of views ---

    def _replace(self, snapshot: S) -> None:
        raise NotImplementedError

    def _merge(self, update: U) -> None:
        raise NotImplementedError

    async def _next_change(self) -> None:
        if self._error is not None:
            raise self._error
        await self._changed.wait()

    def _wake(self) -> None:
        """Wakes those who wait now; whoever comes later waits for the next change."""
        self._changed.set()
        self._changed = asyncio.Event()
