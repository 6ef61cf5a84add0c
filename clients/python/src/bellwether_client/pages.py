"""Lists that come page by page."""

from typing import AsyncIterator, Awaitable, Callable, Optional, Protocol, Sequence, Tuple, TypeVar

E = TypeVar("E")


class Page(Protocol):
    """The end of every list's page."""

    @property
    def next_cursor(self) -> Optional[str]:
        """Goes into ``before`` of the next page."""

    @property
    def has_more(self) -> bool:
        """Whether there is one."""


async def each(
    read: Callable[[Optional[str]], Awaitable[Tuple[Sequence[E], Page]]],
    before: Optional[str] = None,
) -> AsyncIterator[E]:
    """The entries of a list, page by page, as far as the caller goes."""
    while True:
        entries, page = await read(before)
        for entry in entries:
            yield entry
        if not page.has_more or page.next_cursor is None:
            return
        before = page.next_cursor
