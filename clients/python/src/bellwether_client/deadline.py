"""A deadline that never swallows its caller's own cancellation."""

import asyncio
from typing import Awaitable, TypeVar

T = TypeVar("T")


async def within(seconds: float, work: Awaitable[T]) -> T:
    """What ``work`` returns; TimeoutError if it takes longer, and then it is cancelled.

    ``asyncio.wait_for`` before Python 3.12 and ``anyio.fail_after`` take a cancellation that
    comes as the deadline passes for the deadline's own: who cancelled would wait for ever.
    """
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait([task], timeout=seconds)
        if not task.done():
            raise TimeoutError
        return task.result()
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # it is retrieved, even without a use for it
