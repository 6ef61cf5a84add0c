"""Functions of the caller that receive events."""

import asyncio
from typing import Any, Callable, Dict, List

#: Removes a listener.
Unlisten = Callable[[], None]


class Listeners:
    """A listener that raises stops neither the others nor the stream: its loop reports it."""

    def __init__(self) -> None:
        self._listeners: Dict[str, List[Callable[..., None]]] = {}

    def add(self, name: str, listener: Callable[..., None]) -> Unlisten:
        """Adds a listener for events of this name."""
        there = self._listeners.setdefault(name, [])
        there.append(listener)
        return lambda: there.remove(listener) if listener in there else None

    def tell(self, name: str, *told: Any) -> None:
        """Notifies all of them, in the order in which they were added."""
        for listener in list(self._listeners.get(name, ())):
            try:
                listener(*told)
            except Exception as error:
                context = {"message": f"a listener of {name} raised", "exception": error}
                asyncio.get_running_loop().call_exception_handler(context)
