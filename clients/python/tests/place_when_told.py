"""A process that places one order again and again.

At each time (Unix milliseconds) that a line of its input names. The first line says whose order,
and as whom: a user with a seed, or a user of a builder. It prints each receipt.
"""

import asyncio
import json
import sys
import time
from typing import Any

from bellwether_client import BuilderClient, KeyPair, Trader


async def line() -> str:
    """The next one; nothing at the end."""
    return await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)


def placing(said: Any) -> Any:
    """The call that places the order."""
    url, order, who = said["gateway_url"], said["order"], said["as"]
    if "seed" in who:
        trader = Trader(url, key=KeyPair.from_hex(who["seed"]), network="test")
        return lambda: trader.place_order(**order)
    signer_url, key, secret = who["signer_url"], who["api_key"], who["secret"]
    builder = BuilderClient(signer_url, url, api_key=key, secret=secret)
    return lambda: builder.submit_order(who["user"], **order)


async def main() -> None:
    """Until the input ends."""
    place = placing(json.loads(await line()))
    print("ready", flush=True)
    while told := await line():
        await asyncio.sleep(max(0.0, int(told) / 1_000 - time.time()))
        receipt = await place()
        print(json.dumps({"order_id": receipt.answer.order_id}), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
