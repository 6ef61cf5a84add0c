"""A user's deposits."""

from typing import Callable, List, Optional

from ..generated.answers import Deposit
from ..generated.stream_data import DepositsSnapshot
from .live_view import LiveView


class LiveDeposits(LiveView[DepositsSnapshot, DepositsSnapshot]):
    """The last ten deposits with their phases.

    Each message has all of them: there are no updates. ``seq`` says how far the gateway was when it
    read them; deposits themselves have none.
    """

    snapshot_model = DepositsSnapshot
    update_model = DepositsSnapshot

    def __init__(self, public_key: str, end: Callable[[], None]) -> None:
        super().__init__(f"deposits:{public_key}", end)
        self.public_key = public_key
        self._deposits: List[Deposit] = []

    @property
    def deposits(self) -> List[Deposit]:
        """Newest first."""
        return list(self._deposits)

    def deposit(self, deposit_id: str) -> Optional[Deposit]:
        """None: it is not among the last ten."""
        return next((one for one in self._deposits if one.deposit_id == deposit_id), None)

    def _replace(self, snapshot: DepositsSnapshot) -> None:
        self._deposits = list(snapshot.deposits)

    def _merge(self, update: DepositsSnapshot) -> None:
        self._replace(update)
