"""The client against the committed documents: terms and answers."""

import inspect
import json
import unittest
from typing import Any, Dict, List, Tuple, get_type_hints

from bellwether_client import BuilderClient, Trader
from bellwether_client.answer import parsed
from bellwether_client.generated import answers, requests, stream_data
from bellwether_client.order_terms import Amendment

from .tree import ROOT

API = ROOT / "docs" / "api"
#: What the client adds to a change.
OF_THE_CLIENT = {"user", "nonce", "client_id", "signer", "signature"}


def document(name: str) -> Any:
    return json.loads((API / f"{name}.json").read_text("utf-8"))


def paths_of(app: str) -> Dict[str, Any]:
    return {
        path: item
        for path, item in document(f"{app}.openapi")["paths"].items()
        if path.startswith(("/v1/", "/admin/"))
    }


class Terms(unittest.TestCase):
    def test_each_term_of_an_order_is_a_parameter(self) -> None:
        for method, terms in (
            (Trader.place_order, requests.OrderTerms),
            (BuilderClient.submit_order, requests.BuilderOrderTerms),
            (Trader.amend_order, Amendment),
            (BuilderClient.amend_order, Amendment),
            (Trader.cancel_order, requests.CancelTerms),
            (Trader.withdraw, requests.WithdrawTerms),
            (BuilderClient.withdraw, requests.WithdrawTerms),
        ):
            parameters: Any = inspect.signature(method).parameters
            missing = set(get_type_hints(terms)) - set(parameters)
            if "terms" in parameters:
                missing -= set(get_type_hints(requests.FullTerms))
            self.assertEqual(missing, set(), method.__qualname__)

    def test_a_change_has_all_terms_of_the_document(self) -> None:
        schemas = document("gateway.openapi")["components"]["schemas"]
        documented = set(schemas["SignedAmendRequest"]["properties"]) - OF_THE_CLIENT
        self.assertEqual(set(get_type_hints(Amendment)), documented)


class Answers(unittest.TestCase):
    def examples(self) -> List[Tuple[str, Any]]:
        found: List[Tuple[str, Any]] = []
        for app in ("gateway", "signer"):
            for item in paths_of(app).values():
                for operation in item.values():
                    for status, answer in operation["responses"].items():
                        content = answer.get("content", {}).get("application/json")
                        if not status.startswith("2") or content is None:
                            continue
                        schema, value = content["schema"], content["example"]
                        if "data" in schema.get("properties", {}):
                            schema, value = schema["properties"]["data"], value["data"]
                        found.append((schema["$ref"].split("/")[-1], value))
        return found

    def test_every_documented_answer_is_read(self) -> None:
        examples = self.examples()
        self.assertGreater(len(examples), 80)
        for name, value in examples:
            with self.subTest(name=name):
                parsed(getattr(answers, name), value)

    def test_every_documented_message_of_a_stream_is_read(self) -> None:
        messages = document("streams.asyncapi")["components"]["messages"]
        named = {name: one for name, one in messages.items() if hasattr(stream_data, name)}
        # Operations over the socket, which this client does not send, and their answers.
        del named["Order"], named["Answer"]
        self.assertGreaterEqual(len(named), 6)
        for name, message in named.items():
            for example in message["examples"]:
                with self.subTest(name=name):
                    parsed(getattr(stream_data, name), example["payload"]["data"])


if __name__ == "__main__":
    unittest.main()
