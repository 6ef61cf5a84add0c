"""A market's newest trades."""

from typing import Callable, List, Optional

from ..generated.answers import Trade
from ..generated.stream_data import TradesSnapshot, TradesUpdate
from ..limits import MAX_LIVE_TRADES
from .listeners import Unlisten
from .live_view import LiveView


class LiveTrades(LiveView[TradesSnapshot, TradesUpdate]):
    """The newest trades, and each new one exactly once, also after a broken connection."""

    snapshot_model = TradesSnapshot
    update_model = TradesUpdate

    def __init__(self, market_id: str, end: Callable[[], None]) -> None:
        super().__init__(f"trades:{market_id}", end)
        self.market_id = market_id
        #: Newest first; None before the first snapshot.
        self._recent: Optional[List[Trade]] = None

    @property
    def recent(self) -> List[Trade]:
        """Newest first."""
        return list(self._recent or [])

    def on_trade(self, listener: Callable[[Trade], None]) -> Unlisten:
        """Each trade from now on, in order."""
        return self._listeners.add("trade", listener)

    def on_missed(self, listener: Callable[[Trade, Trade], None]) -> Unlisten:
        """After so long a break that the stream no longer has the trades between these two.

        ``each_market_trade`` has them.
        """
        return self._listeners.add("missed", listener)

    def _replace(self, snapshot: TradesSnapshot) -> None:
        if self._recent is None:
            self._recent = list(snapshot.trades[:MAX_LIVE_TRADES])
            return
        new = self._new(snapshot.trades[::-1])
        if self._recent and new and snapshot.has_more and len(new) == len(snapshot.trades):
            self._listeners.tell("missed", self._recent[0], new[0])
        self._add(new)

    def _merge(self, update: TradesUpdate) -> None:
        self._add(self._new(update.trades))

    def _new(self, trades: List[Trade]) -> List[Trade]:
        last = self._recent[0].trade_id if self._recent else 0
        return [trade for trade in trades if trade.trade_id > last]

    def _add(self, trades: List[Trade]) -> None:
        self._recent = (trades[::-1] + (self._recent or []))[:MAX_LIVE_TRADES]
        for trade in trades:
            self._listeners.tell("trade", trade)
