"""A real WebSocket server that sends a test's script, and notes what it receives."""

import asyncio
import json
from typing import Any, Dict, List

import websockets

_serve: Any = getattr(websockets, "serve")


class ScriptedGateway:
    """Use it with ``async with``. It serves one connection after the other."""

    def __init__(self) -> None:
        self.heard: "asyncio.Queue[Dict[str, Any]]" = asyncio.Queue()
        self.connections: List[Any] = []
        self.url = ""

    async def __aenter__(self) -> "ScriptedGateway":
        self._server = await _serve(self._connected, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *error: Any) -> None:
        self._server.close()
        await self._server.wait_closed()

    async def say(self, **message: Any) -> None:
        """On the newest connection."""
        await self.connections[-1].send(json.dumps(message))

    async def _connected(self, socket: Any) -> None:
        self.connections.append(socket)
        try:
            while True:
                self.heard.put_nowait(json.loads(await socket.recv()))
        except websockets.exceptions.ConnectionClosed:
            return
