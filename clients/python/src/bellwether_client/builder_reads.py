"""What a builder reads of itself. A key with the scope ``read`` alone is enough."""

from typing import AsyncIterator, Optional, Sequence, Tuple

from .base_client import BaseClient
from .envelope import Envelope
from .generated import answers
from .http.caller import Caller
from .pages import Page, each


class BuilderReads(BaseClient):
    """The part of ``BuilderClient`` that changes nothing."""

    _calls: Caller
    _envelope: Envelope

    async def builder(self) -> answers.OwnBuilder:
        """Name, limits and keys of the builder."""
        return await self._calls.read(
            "/v1/builder", answers.OwnBuilder, credentials=self._envelope
        )

    async def users(
        self, *, limit: Optional[int] = None, after: Optional[str] = None
    ) -> answers.BuilderUsersPage:
        """A page of the builder's users; its ``next_cursor`` goes into ``after``."""
        query = {"limit": limit, "after": after}
        return await self._calls.read(
            "/v1/builder/users", answers.BuilderUsersPage, query, credentials=self._envelope
        )

    def each_user(
        self, *, limit: Optional[int] = None
    ) -> AsyncIterator[answers.BuilderUser]:
        """All users of the builder."""

        async def read(
            after: Optional[str],
        ) -> Tuple[Sequence[answers.BuilderUser], Page]:
            page = await self.users(limit=limit, after=after)
            return page.users, page

        return each(read)

    async def revenue(
        self,
        *,
        from_: Optional[int] = None,
        to: Optional[int] = None,
        market_id: Optional[str] = None,
    ) -> answers.BuilderRevenue:
        """What all keys of the builder earned, by day and by market.

        UTC days: ``from_`` the one with this time on, ``to`` excluded, in Unix seconds.
        """
        query = {"from": from_, "to": to, "market_id": market_id}
        return await self._calls.read(
            "/v1/builder/revenue", answers.BuilderRevenue, query, credentials=self._envelope
        )

    async def own_trades(
        self,
        *,
        market_id: Optional[str] = None,
        limit: Optional[int] = None,
        before: Optional[str] = None,
    ) -> answers.TradesPage:
        """A page of trades of all users of the builder, newest first.

        Through whichever key the users were made; ``trades`` has those of this key alone, with sums.
        """
        query = {"market_id": market_id, "limit": limit, "before": before}
        return await self._calls.read(
            "/v1/builder/trades", answers.TradesPage, query, credentials=self._envelope
        )
