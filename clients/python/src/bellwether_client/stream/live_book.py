"""A market's order book."""

from typing import Callable, Dict, List, Optional

from ..answer import changed
from ..generated.answers import BookLevel
from ..generated.stream_data import BookSnapshot, BookUpdate, ChangedLevel
from ..generated.words import MarketStatus, OutcomeSide
from ..money import opposite_price
from .live_view import LiveView


class LiveBook(LiveView[BookSnapshot, BookUpdate]):
    """The whole book, in both outcomes. Levels are best first."""

    snapshot_model = BookSnapshot
    update_model = BookUpdate

    def __init__(self, market_id: str, end: Callable[[], None]) -> None:
        super().__init__(f"book:{market_id}", end)
        self.market_id = market_id
        #: None before the first snapshot.
        self.status: Optional[MarketStatus] = None
        #: Of the last trade, in YES terms.
        self.last_price: Optional[int] = None
        #: In YES terms, by price.
        self._bids: Dict[int, BookLevel] = {}
        self._asks: Dict[int, BookLevel] = {}

    def bids(self, outcome: OutcomeSide = "yes", depth: Optional[int] = None) -> List[BookLevel]:
        """Buyers, the highest price first."""
        if outcome == "yes":
            return _sorted(self._bids, highest_first=True)[:depth]
        return [_mirrored(level) for level in self.asks(depth=depth)]

    def asks(self, outcome: OutcomeSide = "yes", depth: Optional[int] = None) -> List[BookLevel]:
        """Sellers, the lowest price first."""
        if outcome == "yes":
            return _sorted(self._asks, highest_first=False)[:depth]
        return [_mirrored(level) for level in self.bids(depth=depth)]

    def best_bid(self, outcome: OutcomeSide = "yes") -> Optional[BookLevel]:
        """None if nobody buys."""
        if outcome == "no":
            ask = self.best_ask()
            return None if ask is None else _mirrored(ask)
        return self._bids[max(self._bids)] if self._bids else None

    def best_ask(self, outcome: OutcomeSide = "yes") -> Optional[BookLevel]:
        """None if nobody sells."""
        if outcome == "no":
            bid = self.best_bid()
            return None if bid is None else _mirrored(bid)
        return self._asks[min(self._asks)] if self._asks else None

    @property
    def midpoint(self) -> Optional[int]:
        """Of YES, rounded down as in the interface; None if a side is empty."""
        if not self._bids or not self._asks:
            return None
        return (max(self._bids) + min(self._asks)) // 2

    @property
    def spread(self) -> Optional[int]:
        """None if a side is empty."""
        return min(self._asks) - max(self._bids) if self._bids and self._asks else None

    def _replace(self, snapshot: BookSnapshot) -> None:
        self._bids = {level.price: level for level in snapshot.yes.bids}
        self._asks = {level.price: level for level in snapshot.yes.asks}
        self.status = snapshot.status
        self.last_price = snapshot.last_price

    def _merge(self, update: BookUpdate) -> None:
        for level in update.yes.bids:
            _set(self._bids, level)
        for level in update.yes.asks:
            _set(self._asks, level)
        self.status = update.status or self.status
        self.last_price = update.last_price or self.last_price


def _set(side: Dict[int, BookLevel], level: ChangedLevel) -> None:
    """A level's new total; without contracts the level is gone."""
    if level.size == 0:
        side.pop(level.price, None)
    else:
        side[level.price] = BookLevel(price=level.price, size=level.size, orders=level.orders)


def _sorted(side: Dict[int, BookLevel], *, highest_first: bool) -> List[BookLevel]:
    return [side[price] for price in sorted(side, reverse=highest_first)]


def _mirrored(level: BookLevel) -> BookLevel:
    return changed(level, price=opposite_price(level.price))
