"""A WebSocket that connects again until it is stopped, and takes silence for a failure."""

import asyncio
import json
import random
from dataclasses import dataclass
from typing import Any, Callable, Dict, Optional

import websockets
from websockets.exceptions import ConnectionClosed, WebSocketException

from .. import limits
from ..deadline import within

_GATEWAY_STOPPING = 1001
_ABNORMAL = 1006
_RATE_LIMITED = 4429
#: Another gateway is there at once: spread the clients just enough not to arrive together.
_SCATTER_SECONDS = 0.1
_RATE_PAUSE_SECONDS = 1.0
#: The asyncio client of websockets 10 to 13 and of its newer lines: imported when it is used.
_connect: Any = getattr(websockets, "connect")
#: The other side may be gone: nobody waits longer for its goodbye.
_CLOSE_SECONDS = 1.0


@dataclass(frozen=True)
class Lost:
    """How a connection ended."""

    #: Of the close frame; 1006 without one.
    code: int
    #: Begins with the name of the code; ``SILENCE`` if nothing came for too long.
    reason: str


def reconnect_pause(code: int, failures: int) -> float:
    """A random part of a bound that doubles with each connection that brought no message."""
    if code == _GATEWAY_STOPPING and failures == 0:
        return random.random() * _SCATTER_SECONDS
    first, last = limits.RECONNECT_PAUSE_SECONDS, limits.LONGEST_RECONNECT_PAUSE_SECONDS
    extra = _RATE_PAUSE_SECONDS if code == _RATE_LIMITED else 0.0
    return extra + random.random() * limits.backoff(first, last, failures)


class Connection:
    """Runs as one task from ``start`` to ``stop``."""

    def __init__(
        self,
        url: str,
        *,
        silence: float,
        on_open: Callable[[], None],
        on_message: Callable[[Dict[str, Any]], None],
        on_lost: Callable[[Lost], None],
    ) -> None:
        self._url = url
        self._silence = silence
        self._on_open = on_open
        self._on_message = on_message
        self._on_lost = on_lost
        self._task: "Optional[asyncio.Task[None]]" = None
        #: To be sent; None while there is no connection. At most a few for each subscription.
        self._outgoing: "Optional[asyncio.Queue[str]]" = None
        #: Connections in a row that brought no message.
        self._failures = 0

    def start(self) -> None:
        """Connects, unless it does already."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Closes the connection."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait([task])

    def send(self, message: Dict[str, Any]) -> bool:
        """Whether there is a connection to send on."""
        if self._outgoing is None:
            return False
        self._outgoing.put_nowait(json.dumps(message, separators=(",", ":")))
        return True

    async def _run(self) -> None:
        # `stop` clears the task: opening and closing of a socket may swallow its cancellation.
        while self._task is asyncio.current_task():
            lost = await self._lifetime()
            self._on_lost(lost)
            pause = reconnect_pause(lost.code, self._failures)
            self._failures += 1
            await asyncio.sleep(pause)

    async def _lifetime(self) -> Lost:
        """One connection, from its opening to its end."""
        try:
            # The gateway pings, and its heartbeat shows more than a pong.
            async with _connect(
                self._url,
                compression=None,
                ping_interval=None,
                max_size=limits.MAX_MESSAGE_BYTES,
                open_timeout=limits.ATTEMPT_TIMEOUT_SECONDS,
                close_timeout=_CLOSE_SECONDS,
            ) as socket:
                return await self._listen(socket)
        except ConnectionClosed as error:
            frame = error.rcvd
            return Lost(_ABNORMAL, "") if frame is None else Lost(frame.code, frame.reason)
        except (OSError, WebSocketException, asyncio.TimeoutError) as error:
            return Lost(_ABNORMAL, str(error) or type(error).__name__)
        except Exception as error:  # a fault of this client: views must not wait for ever
            context = {"message": "a stream's connection failed", "exception": error}
            asyncio.get_running_loop().call_exception_handler(context)
            return Lost(_ABNORMAL, type(error).__name__)

    async def _listen(self, socket: Any) -> Lost:
        outgoing: "asyncio.Queue[str]" = asyncio.Queue()
        self._outgoing = outgoing
        writer = asyncio.get_running_loop().create_task(_write(socket, outgoing))
        try:
            self._on_open()
            while self._task is asyncio.current_task():
                try:
                    text = await within(self._silence, socket.recv())
                except TimeoutError:
                    return Lost(_ABNORMAL, "SILENCE")
                self._failures = 0
                message = _object(text)
                if message is not None:
                    self._on_message(message)
            return Lost(_ABNORMAL, "STOPPED")
        finally:
            self._outgoing = None
            writer.cancel()


async def _write(socket: Any, outgoing: "asyncio.Queue[str]") -> None:
    try:
        while True:
            await socket.send(await outgoing.get())
    except ConnectionClosed:
        return  # the reader learns why


def _object(text: Any) -> Optional[Dict[str, Any]]:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
