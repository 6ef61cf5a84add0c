"""Makes calls against an exchange that refuses all of them, and prints what was sent and raised.

It reads JSON: a seed, and calls by class, name and arguments, with what they read first.
"""

import asyncio
import inspect
import json
import sys
from typing import Any, Dict, List

import httpx

import bellwether_client as sdk

GATEWAY, SIGNER = "http://gateway.test", "http://signer.test"
SECRET = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="


class Refusing:
    """Notes every request. It answers what calls read first, and refuses the rest."""

    def __init__(self, answers: Dict[str, Any], refusal: Dict[str, Any]) -> None:
        self.sent: List[Any] = []
        self.answers = answers
        self.refusal = refusal

    def __call__(self, request: httpx.Request) -> httpx.Response:
        path = request.url.raw_path.decode()
        if path in self.answers:
            return httpx.Response(200, json=self.answers[path])
        body = json.loads(request.content) if request.content else None
        self.sent.append({"method": request.method, "path": path, "body": body})
        if self.refusal.get("cut"):
            raise httpx.ReadError("cut", request=request)
        if self.refusal.get("unreachable"):
            raise httpx.ConnectError("refused", request=request)
        if "page" in self.refusal:
            return httpx.Response(self.refusal["status"], text=self.refusal["page"])
        return httpx.Response(self.refusal["status"], json={"error": self.refusal["error"]})


def clients(http: httpx.AsyncClient, seed: str) -> Dict[str, Any]:
    """One of each class."""
    key = sdk.KeyPair.from_hex(seed)
    common: Any = {"http": http, "retry": sdk.RetryPolicy(max_attempts=1)}
    return {
        "PublicClient": sdk.PublicClient(GATEWAY, **common),
        "Trader": sdk.Trader(GATEWAY, key=key, network="test", **common),
        "TradingKeys": sdk.TradingKeys(GATEWAY, network="test", **common),
        "BuilderClient": sdk.BuilderClient(SIGNER, GATEWAY, api_key="k", secret=SECRET, **common),
        "AdminClient": sdk.AdminClient(GATEWAY, admin_key="k", **common),
    }


async def made(call: Any, seed: str) -> Any:
    """What was sent, and the classes of the error."""
    server = Refusing(call["answers"], call["refusal"])
    async with httpx.AsyncClient(transport=httpx.MockTransport(server)) as http:
        client = clients(http, seed)[call["client"]]
        key = sdk.KeyPair.from_hex(seed)
        given = [key if one == "KEY" else one for one in call["arguments"]]
        if call["call"].startswith("send_"):
            given = [sdk.SignedText(**one) for one in given]
        try:
            result = getattr(client, call["call"])(*given, **call["terms"])
            if inspect.isawaitable(result):
                await result
            raised = None
        except sdk.ClientError as error:
            names = [one.__name__ for one in type(error).__mro__]
            raised = {"classes": names, "code": error.code}
    return {"sent": server.sent, "raised": raised}


async def main() -> None:
    """All of them."""
    said = json.loads(sys.stdin.read())
    results = [await made(call, said["seed"]) for call in said["calls"]]
    print(json.dumps(results))


if __name__ == "__main__":
    asyncio.run(main())
