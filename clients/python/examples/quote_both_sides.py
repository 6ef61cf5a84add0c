"""Quotes both sides of a market around a price, until it is stopped.

    python3 quote_both_sides.py MARKET_ID PRICE_BPS path/to/exchange.json

The quotes move with what is held, and a dead man's switch cancels them should this program die.
"""

import asyncio
import json
import re
import signal
import sys
from typing import List

import httpx

from bellwether_client import KeyPair, MarketStream, Operation, Trader

HALF_SPREAD_BPS = 100
SIZE = 50
#: How far the quotes move for a contract held: who has many wants to sell.
BPS_A_CONTRACT = 2
SWITCH_SECONDS = 30


def quotes(market_id: str, price: int, held: int) -> List[Operation]:
    """What is in the book is replaced, with nothing between."""
    middle = price - BPS_A_CONTRACT * held
    bid, ask = middle - HALF_SPREAD_BPS, middle + HALF_SPREAD_BPS
    # An offer of YES is a bid for NO: it needs no contracts.
    return [
        {"cancel_all": {"market_id": market_id}},
        {
            "place": {
                "market_id": market_id,
                "side": "buy",
                "outcome": "yes",
                "price": bid,
                "size": SIZE,
                "order_type": "post_only",
            }
        },
        {
            "place": {
                "market_id": market_id,
                "side": "buy",
                "outcome": "no",
                "price": 10_000 - ask,
                "size": SIZE,
                "order_type": "post_only",
            }
        },
    ]


async def quote(trader: Trader, gateway_url: str, market_id: str, price: int) -> None:
    """Quotes anew with every change of what is held."""
    async with MarketStream(gateway_url, sessions=trader.gateway.sessions) as stream:
        account = await stream.user(trader.user).ready()
        quoted = None
        async for state in account.changes():
            position = state.position(market_id)
            held = 0 if position is None else position.yes_contracts - position.no_contracts
            if held != quoted:
                quoted = held
                await trader.batch(quotes(market_id, price, held))
                print(json.dumps({"held": held}), flush=True)


async def keep_the_switch(trader: Trader) -> None:
    """While this program lives, its orders do too."""
    while True:
        await trader.cancel_after(SWITCH_SECONDS)
        await asyncio.sleep(SWITCH_SECONDS / 3)


async def main(market_id: str, price: int, path: str) -> None:
    with open(path, encoding="utf-8") as file:
        local = json.load(file)
    gateway_url = local["gateway_url"]
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    async with Trader(gateway_url, key=KeyPair.random(), network="test") as trader:
        # The operator's call: users of a real exchange deposit.
        credit = {"user": trader.user, "amount": 1_000_000_000, "reference": trader.user}
        headers = {"X-Admin-Key": local["admin_key"]}
        httpx.post(f"{gateway_url}/admin/credit", json=credit, headers=headers).raise_for_status()
        tasks = [
            asyncio.ensure_future(work)
            for work in (
                quote(trader, gateway_url, market_id, price),
                keep_the_switch(trader),
                stopped.wait(),
            )
        ]
        done, others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await trader.cancel_all(market_id)
        for task in done:
            task.result()


if __name__ == "__main__":
    # Before anything is asked of the exchange: a mistyped call gives nobody money.
    arguments = sys.argv[1:]
    if (
        len(arguments) != 3
        or re.fullmatch("[0-9a-fA-F]{64}", arguments[0]) is None
        or re.fullmatch("[1-9][0-9]{0,3}", arguments[1]) is None
    ):
        sys.exit("usage: python3 quote_both_sides.py MARKET_ID PRICE_BPS path/to/exchange.json")
    asyncio.run(main(arguments[0], int(arguments[1]), arguments[2]))
