"""Nonces: each must be greater than all earlier ones of its user and kind; gaps are fine."""

import asyncio
from typing import Dict, Literal, Protocol, Tuple

from .limits import MAX_REMEMBERED_USERS
from .public_client import PublicClient

NonceKind = Literal["order", "cancel_all", "withdraw", "recover", "cancel_after"]


class NonceSource(Protocol):
    """One serves a whole process.

    Several processes may share a user: the exchange refuses the later one for certain, which then
    takes a new nonce.
    """

    async def next(self, user: str, kind: NonceKind) -> int:
        """A nonce that was never given before."""

    def learn(self, user: str, kind: NonceKind, used: int) -> None:
        """This one is used: only greater ones are free."""


class GatewayNonces:
    """Counts up from the highest used nonce that the exchange reports. It uses no clock."""

    def __init__(self, gateway: PublicClient) -> None:
        self._gateway = gateway
        #: Oldest first. For a dropped one the exchange is asked again.
        self._last: Dict[Tuple[str, NonceKind], int] = {}
        self._asking: Dict[Tuple[str, NonceKind], "asyncio.Lock"] = {}

    async def next(self, user: str, kind: NonceKind) -> int:
        """A nonce that was never given before."""
        name = (user, kind)
        if name not in self._last:
            await self._ask(user, kind)
        # No await from here on: two callers must not read the same number.
        self._last[name] = self._last.get(name, 0) + 1
        return self._last[name]

    def learn(self, user: str, kind: NonceKind, used: int) -> None:
        """This one is used: only greater ones are free."""
        name = (user, kind)
        self._last[name] = max(used, self._last.get(name, 0))
        if len(self._last) > MAX_REMEMBERED_USERS:
            del self._last[next(iter(self._last))]

    async def _ask(self, user: str, kind: NonceKind) -> None:
        """Those who ask at the same time share one question."""
        name = (user, kind)
        async with self._asking.setdefault(name, asyncio.Lock()):
            if name not in self._last:
                nonces = await self._gateway.nonces(user)
                self.learn(user, kind, int(getattr(nonces, kind)))
        self._asking.pop(name, None)
