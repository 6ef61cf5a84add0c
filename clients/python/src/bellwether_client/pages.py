"""Lists that come page by page."""

from typing import AsyncIterator, Awaitable, Callable, Optional, Protocol, Sequence, TypeVar

E = TypeVar("E")


class Page(Protocol):
    """The end of every list's page."""

    @property
    def next_cursor(self) -> Optional[str]:
        """Goes into ``before`` or ``after`` of the next page."""

    @property
    def has_more(self) -> bool:
        """Whether there is one."""


P = TypeVar("P", bound=Page)


async def each(
    read: Callable[[Optional[str]], Awaitable[P]],
    entries_of: Callable[[P], Sequence[E]],
    cursor: Optional[str],
) -> AsyncIterator[E]:
    """The entries of a list from a cursor on, page by page, as far as the caller goes."""
    while True:
        page = await read(cursor)
        for entry in entries_of(page):
            yield entry
        if not page.has_more or page.next_cursor is None:
            return
        cursor = page.next_cursor
