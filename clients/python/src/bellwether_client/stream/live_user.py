"""A user's money, positions and open orders."""

from typing import Callable, Dict, List, Optional, Union

from ..answer import changed
from ..generated.answers import Order
from ..generated.stream_data import (
    EndedOrder,
    FilledOrder,
    UserBalance,
    UserPosition,
    UserSnapshot,
    UserUpdate,
)
from .live_view import LiveView

_OPEN = ("resting", "partially_filled")


class LiveUser(LiveView[UserSnapshot, UserUpdate]):
    """Updates (``on_update``) also have fills, refusals, credits, payouts and withdrawals."""

    snapshot_model = UserSnapshot
    update_model = UserUpdate

    def __init__(self, public_key: str, end: Callable[[], None]) -> None:
        super().__init__(f"user:{public_key}", end)
        self.public_key = public_key
        #: None before the first snapshot.
        self.balance: Optional[UserBalance] = None
        #: False if there were more open orders or positions than a snapshot holds.
        self.is_complete = False
        self._positions: Dict[str, UserPosition] = {}
        self._orders: Dict[int, Order] = {}

    def position(self, market_id: str) -> Optional[UserPosition]:
        """None if there are no contracts."""
        return self._positions.get(market_id.lower())

    @property
    def positions(self) -> List[UserPosition]:
        """Those that are not all zeros."""
        return list(self._positions.values())

    @property
    def open_orders(self) -> List[Order]:
        """In the order in which they were placed."""
        return sorted(self._orders.values(), key=lambda order: order.seq)

    def open_order(self, order_id: int) -> Optional[Order]:
        """None if it is not open."""
        return self._orders.get(order_id)

    def _replace(self, snapshot: UserSnapshot) -> None:
        self.balance = snapshot.balance
        self._positions = {}
        self._orders = {}
        for position in snapshot.positions:
            self._set_position(position)
        for order in snapshot.orders:
            self._set_order(order)
        self.is_complete = not snapshot.has_more and not snapshot.more_positions

    def _merge(self, update: UserUpdate) -> None:
        self.balance = update.balance or self.balance
        for position in update.positions or []:
            self._set_position(position)
        for order in update.orders or []:
            self._merge_order(order)

    def _set_position(self, position: UserPosition) -> None:
        if position.yes_contracts == 0 and position.no_contracts == 0:
            self._positions.pop(position.market_id, None)
        else:
            self._positions[position.market_id] = position

    def _set_order(self, order: Order) -> None:
        if order.status in _OPEN:
            self._orders[order.order_id] = order
        else:
            self._orders.pop(order.order_id, None)

    def _merge_order(self, order: Union[Order, FilledOrder, EndedOrder]) -> None:
        if isinstance(order, Order):
            self._set_order(order)
            return
        known = self._orders.get(order.order_id)
        if known is None:
            return
        if isinstance(order, EndedOrder) or order.filled >= known.size:
            del self._orders[order.order_id]
            return
        self._orders[order.order_id] = changed(
            known,
            filled=order.filled,
            remaining=known.size - order.filled,
            status="partially_filled",
        )
