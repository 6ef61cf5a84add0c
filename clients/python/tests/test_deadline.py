"""A deadline and a cancellation in the same moment: the cancellation wins."""

import asyncio
import time
import unittest

from bellwether_client.deadline import within


class Deadlines(unittest.IsolatedAsyncioTestCase):
    async def test_it_returns_raises_and_times_out(self) -> None:
        async def fail() -> None:
            raise KeyError("of the work")

        self.assertEqual(await within(5, asyncio.sleep(0, "done")), "done")
        with self.assertRaises(KeyError):
            await within(5, fail())
        with self.assertRaises(TimeoutError):
            await within(0.001, asyncio.sleep(60))

    async def test_a_cancellation_that_comes_with_the_deadline_is_not_swallowed(self) -> None:
        for turn in range(100):
            waiting = asyncio.ensure_future(within(0.002, asyncio.sleep(60)))
            await asyncio.sleep(0.001)
            end = time.perf_counter() + 0.0008 + turn * 0.000004
            while time.perf_counter() < end:
                pass
            if waiting.cancel():
                await asyncio.wait([waiting])
                self.assertTrue(waiting.cancelled())


if __name__ == "__main__":
    unittest.main()
