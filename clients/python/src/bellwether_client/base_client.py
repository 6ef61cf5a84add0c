"""What all clients have: a pool of connections, which is closed with the client."""

from types import TracebackType
from typing import Optional, Type, TypeVar

import httpx

from .http.caller import Caller, Credentials
from .http.retry import RetryPolicy

C = TypeVar("C", bound="BaseClient")


class BaseClient:
    """Use it with ``async with``, or call ``aclose`` at the end."""

    _calls: Caller

    def __init__(self, retry: Optional[RetryPolicy], http: Optional[httpx.AsyncClient]) -> None:
        self._retry = retry or RetryPolicy()
        self._owns_http = http is None
        self._http = http or httpx.AsyncClient()

    def _caller(self, url: str, credentials: Credentials = Credentials()) -> Caller:
        return Caller(url, self._http, self._retry, credentials)

    async def aclose(self) -> None:
        """Closes the connections, unless the caller gave them."""
        if self._owns_http:
            await self._http.aclose()

    async def __aenter__(self: C) -> C:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.aclose()
