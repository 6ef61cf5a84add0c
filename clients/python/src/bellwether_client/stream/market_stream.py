"""The exchange's live data over one connection."""

import asyncio
import random
from types import TracebackType
from typing import Any, Callable, Dict, List, Mapping, Optional, Set, Type, TypeVar

from .. import limits
from ..errors import ClientError, BellwetherError, InvalidAnswerError, InvalidInputError
from ..http.answers import exchange_error_of
from ..keys import key_bytes, to_base58
from ..sessions import AccountSessions
from .channel import Channel, ChannelMessage, Gap, Place
from .channel_owners import ChannelOwners
from .connection import Connection, Lost
from .listeners import Listeners
from .live_book import LiveBook
from .live_deposits import LiveDeposits
from .live_trades import LiveTrades
from .live_user import LiveUser
from .live_view import LiveView

V = TypeVar("V", bound="LiveView[Any, Any]")
#: A stream has no HTTP status.
_NO_STATUS = 0


class MarketStream:
    """Books, trades and users, each updated by a channel.

    Every message names the one before it, so that a lost one is noticed (``on_gap``) and asked for
    again; so is all that was missed while a connection was broken. It connects with the first
    channel. Use it with ``async with``, or call ``aclose`` at the end.
    """

    def __init__(
        self,
        gateway_url: str,
        *,
        #: For ``user`` and ``deposits``: that of a client, as ``trader.gateway.sessions``.
        sessions: Optional[AccountSessions] = None,
        #: After so much silence a connection counts as broken. Default: two heartbeats.
        silence_seconds: float = limits.SILENCE_SECONDS,
        on_gap: Optional[Callable[[Gap], None]] = None,
        on_disconnected: Optional[Callable[[Lost], None]] = None,
        #: The exchange refused something: an unknown channel, too many channels.
        on_error: Optional[Callable[[BellwetherError], None]] = None,
    ) -> None:
        if not gateway_url.startswith(("http://", "https://")):
            raise InvalidInputError("gateway_url", gateway_url, "as https://gateway.example")
        self._listeners = Listeners()
        told = (("gap", on_gap), ("error", on_error), ("disconnected", on_disconnected))
        for name, listener in told:
            if listener is not None:
                self._listeners.add(name, listener)
        self._channels: Dict[str, Channel] = {}
        self._views: Dict[str, "LiveView[Any, Any]"] = {}
        self._retries: Dict[str, asyncio.TimerHandle] = {}
        #: By channel, where a session is being opened.
        self._openings: "Dict[str, asyncio.Task[None]]" = {}
        #: Sent together, as the exchange limits messages.
        self._to_ask: Dict[str, Channel] = {}
        self._to_leave: Set[str] = set()
        self._connection = Connection(
            f"ws{gateway_url.rstrip('/')[len('http'):]}/v1/ws",
            silence=silence_seconds,
            on_open=self._connected,
            on_message=self._read,
            on_lost=self._lost,
        )
        self._owners = ChannelOwners(sessions, self._connection.send)

    def book(self, market_id: str) -> LiveBook:
        """A market's order book. The same market is always the same object."""
        name = market_id.lower()
        return self._view(LiveBook, f"book:{name}", name)

    def trades(self, market_id: str) -> LiveTrades:
        """A market's trades."""
        name = market_id.lower()
        return self._view(LiveTrades, f"trades:{name}", name)

    def user(self, public_key: str) -> LiveUser:
        """A user's money, positions and open orders."""
        name = to_base58(key_bytes("public_key", public_key))
        return self._view(LiveUser, f"user:{name}", name)

    def deposits(self, public_key: str) -> LiveDeposits:
        """A user's deposits with their phases."""
        name = to_base58(key_bytes("public_key", public_key))
        return self._view(LiveDeposits, f"deposits:{name}", name)

    async def aclose(self) -> None:
        """Closes the connection and ends all channels."""
        for timer in self._retries.values():
            timer.cancel()
        self._retries.clear()
        self._stop_opening()
        for channel in self._channels.values():
            channel.interrupt()
            channel.reader.ended()
        self._channels.clear()
        self._views.clear()
        await self._connection.stop()

    async def __aenter__(self) -> "MarketStream":
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.aclose()

    def _view(self, kind: Type[V], name: str, subject: str) -> V:
        known = self._views.get(name)
        if isinstance(known, kind):
            return known
        make: Any = kind
        view: V = make(subject, lambda: self._leave(name))
        channel = Channel(name, view)
        self._views[name] = view
        self._channels[name] = channel
        self._connection.start()
        self._ask_soon(channel)
        return view

    def _leave(self, name: str) -> None:
        self._forget(name)
        self._to_leave.add(name)
        self._send_soon()

    def _forget(self, name: str) -> None:
        self._views.pop(name, None)
        self._channels.pop(name, None)
        retry = self._retries.pop(name, None)
        if retry is not None:
            retry.cancel()
        opening = self._openings.pop(name, None)
        if opening is not None:
            opening.cancel()

    def _ask_soon(self, channel: Channel) -> None:
        self._to_ask[channel.name] = channel
        self._send_soon()

    def _send_soon(self) -> None:
        if len(self._to_ask) + len(self._to_leave) == 1:
            asyncio.get_running_loop().call_soon(self._send_all)

    def _send_all(self) -> None:
        """Leaving goes first, as the same channel may be asked for again."""
        left, asked = list(self._to_leave), list(self._to_ask.values())
        self._to_leave.clear()
        self._to_ask.clear()
        for names in _pieces(left):
            self._connection.send({"op": "unsubscribe", "channels": names})
        self._ask([one for one in asked if self._channels.get(one.name) is one])

    def _ask(self, channels: List[Channel]) -> None:
        """From where each is. Without a connection nothing is sent: opening one asks for all."""
        for some in _pieces([one for one in channels if one.known is not None]):
            entries: List[Any] = [{"channel": one.name, "seq": one.known} for one in some]
            self._send("resume", entries, some)
        for some in _pieces([one for one in channels if one.known is None]):
            self._send("subscribe", [one.name for one in some], some)

    def _send(self, op: str, entries: List[Any], channels: List[Channel]) -> None:
        if self._connection.send({"op": op, "channels": entries}):
            for channel in channels:
                channel.asked()

    def _connected(self) -> None:
        self._owners.connected()
        self._ask(list(self._channels.values()))

    def _lost(self, lost: Lost) -> None:
        self._stop_opening()  # the next connection asks for all channels
        for channel in self._channels.values():
            channel.interrupt()
        self._listeners.tell("disconnected", lost)

    def _read(self, message: Dict[str, Any]) -> None:
        kind, channel = message.get("type"), self._channels.get(str(message.get("channel")))
        if kind == "heartbeat":
            self._hear_heartbeat(message.get("channels"))
        elif kind == "error":
            self._hear_error(exchange_error_of(message.get("error"), _NO_STATUS), channel)
        elif channel is not None and kind == "subscribed":
            channel.begun(message.get("resumed") is True)
        elif channel is not None and kind in ("snapshot", "update"):
            self._deliver(message, channel)

    def _deliver(self, message: Dict[str, Any], channel: Channel) -> None:
        try:
            self._heal(channel, channel.take(_channel_message(message)))
        except ValueError as misfit:
            # It is of another version than this client, or none of this interface at all.
            error = InvalidAnswerError(
                str(misfit), status=_NO_STATUS, text=str(message), request_id=""
            )
            self._leave(channel.name)
            channel.reader.refused(error)

    def _hear_heartbeat(self, sent: Any) -> None:
        if not isinstance(sent, dict):
            return
        for channel in list(self._channels.values()):
            self._heal(channel, channel.compare(sent.get(channel.name)))

    def _hear_error(self, error: Optional[BellwetherError], channel: Optional[Channel]) -> None:
        if error is None:
            return
        if channel is not None:
            channel.interrupt()
            if error.safe_to_resend:
                self._ask_later(channel)
                return
            if self._owners.may_open(channel.name, error):
                self._open_session(channel, error)
                return
            self._refuse(channel, error)
            return
        self._listeners.tell("error", error)

    def _refuse(self, channel: Channel, error: ClientError) -> None:
        self._forget(channel.name)
        channel.reader.refused(error)
        if isinstance(error, BellwetherError):
            self._listeners.tell("error", error)

    def _open_session(self, channel: Channel, refusal: BellwetherError) -> None:
        """The exchange wants a session of the account before it sends its channel."""
        if channel.name not in self._openings:
            opening = asyncio.get_running_loop().create_task(self._opened(channel, refusal))
            self._openings[channel.name] = opening

    async def _opened(self, channel: Channel, refusal: ClientError) -> None:
        token: Optional[str] = None
        try:
            token = await self._owners.token_of(channel.name)
        except ClientError as error:
            refusal = error
        except Exception as error:  # of the caller's own signer
            refusal.__cause__ = error
        del self._openings[channel.name]
        if token is not None:
            self._owners.send(channel.name, token)
            self._ask_soon(channel)
        elif refusal.safe_to_resend:
            self._ask_later(channel)
        else:
            self._refuse(channel, refusal)

    def _stop_opening(self) -> None:
        for opening in self._openings.values():
            opening.cancel()
        self._openings.clear()

    def _heal(self, channel: Channel, gap: Optional[Gap]) -> None:
        if gap is None:
            return
        self._listeners.tell("gap", gap)
        self._ask_soon(channel)

    def _ask_later(self, channel: Channel) -> None:
        pause = limits.CHANNEL_RETRY_PAUSE_SECONDS * (1 + random.random())

        def ask() -> None:
            self._retries.pop(channel.name, None)
            self._ask_soon(channel)

        earlier = self._retries.get(channel.name)
        if earlier is not None:
            earlier.cancel()
        self._retries[channel.name] = asyncio.get_running_loop().call_later(pause, ask)


def _channel_message(message: Mapping[str, Any]) -> ChannelMessage:
    numbers = [message.get(name) for name in ("seq", "timestamp", "prev_seq")]
    data = message.get("data")
    if not all(isinstance(one, int) for one in numbers) or not isinstance(data, dict):
        raise ValueError("a message without seq, prev_seq, timestamp or data")
    seq, timestamp, prev_seq = numbers
    kind: Any = message["type"]
    return ChannelMessage(kind, Place(seq, timestamp), prev_seq, data)  # type: ignore[arg-type]


T = TypeVar("T")


def _pieces(entries: List[T]) -> List[List[T]]:
    """As many as one message may name."""
    size = limits.MAX_CHANNELS_PER_MESSAGE
    return [entries[start : start + size] for start in range(0, len(entries), size)]
