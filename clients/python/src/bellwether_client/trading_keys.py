"""Keys that may trade for an account and nothing else."""

from dataclasses import dataclass
from typing import Optional

import httpx

from .base_client import BaseClient
from .errors import InvalidInputError
from .generated import answers
from .generated.words import Network
from .http.caller import Call, Receipt, json_of
from .http.retry import RetryPolicy
from .keys import MessageSigner, signature_of
from .limits import DEFAULT_KEY_AT_MOST, DEFAULT_KEY_PRICE_BAND
from .owner_texts import TextOf, allow_trading_key_text, revoke_trading_key_text
from .public_client import PublicClient


@dataclass(frozen=True)
class SignedText:
    """A text and a signature over it, as it is or inside the off-chain message envelope."""

    text: str
    #: 64 bytes in hex.
    signature: str


class TradingKeys(BaseClient):
    """Allows keys, lists them and ends them; a ``Trader`` with an ``account`` trades with one.

    The owner's key signs texts, so it may be a wallet's.
    """

    def __init__(
        self,
        gateway_url: str,
        *,
        network: Network,
        retry: Optional[RetryPolicy] = None,
        http: Optional[httpx.AsyncClient] = None,
    ) -> None:
        super().__init__(retry, http)
        self._network: Network = network
        self._calls = self._caller(gateway_url)
        self._gateway = PublicClient(gateway_url, retry=retry, http=self._http)

    async def list(self, account: str) -> answers.TradingKeyList:
        """Those that may trade first, then those that ended within 30 days."""
        return await self._gateway.trading_keys(account)

    async def allow(
        self,
        owner: MessageSigner,
        *,
        trading_key: str,
        until: int,
        at_most: int = DEFAULT_KEY_AT_MOST,
        price_band: int = DEFAULT_KEY_PRICE_BAND,
        redeem: bool = False,
    ) -> Receipt[answers.TradingKeyChange]:
        """Allows a key to trade until a time, within bounds: see ``allow_trading_key_text``.

        Beyond them it gets ``TRADING_KEY_BOUND``. To raise them, allow it again.
        """
        by = await self.next_text(owner.public_key)
        text = allow_trading_key_text(
            by,
            trading_key=trading_key,
            until=until,
            at_most=at_most,
            price_band=price_band,
            redeem=redeem,
        )
        return await self.send_allowance(await _signed(owner, text))

    async def revoke(
        self, owner: MessageSigner, *, trading_key: str
    ) -> Receipt[answers.TradingKeyChange]:
        """Ends a key, by the owner. Orders that it placed stay: ``cancel_all`` ends them."""
        by = await self.next_text(owner.public_key)
        text = revoke_trading_key_text(by, trading_key=trading_key)
        return await self.send_revocation(await _signed(owner, text))

    async def revoke_itself(
        self, key: MessageSigner, *, account: str
    ) -> Receipt[answers.TradingKeyChange]:
        """Ends a key, by itself. InvalidInputError where it may not trade for the account."""
        name = key.public_key
        listed = (await self.list(account)).trading_keys
        own = [one for one in listed if one.trading_key == name and one.state == "active"]
        if not own:
            raise InvalidInputError("key", name, "a key that may trade for the account")
        by = TextOf(self._network, account, own[0].nonce)
        text = revoke_trading_key_text(by, trading_key=name)
        return await self.send_revocation(await _signed(key, text))

    async def send_allowance(self, text: SignedText) -> Receipt[answers.TradingKeyChange]:
        """Sends a text that a wallet signed. It may be sent again and has one answer."""
        return await self._send("/v1/trading-keys", text)

    async def send_revocation(self, text: SignedText) -> Receipt[answers.TradingKeyChange]:
        """As ``send_allowance``."""
        return await self._send("/v1/trading-keys/revoke", text)

    async def next_text(self, account: str) -> TextOf:
        """What the next text of an account names."""
        nonces = await self._gateway.nonces(account)
        return TextOf(self._network, account, nonces.trading_key + 1)

    async def _send(self, path: str, text: SignedText) -> Receipt[answers.TradingKeyChange]:
        body = json_of({"text": text.text, "signature": text.signature})
        call = Call("POST", path, body, effect="exactly-once")
        return await self._calls.send(call, answers.TradingKeyChange)


async def _signed(key: MessageSigner, text: str) -> SignedText:
    return SignedText(text, await signature_of(key, text.encode()))
