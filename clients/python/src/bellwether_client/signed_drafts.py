"""Requests that their user signs, each before it has its nonce."""

from dataclasses import replace
from typing import Any, Callable, Dict, Mapping, Optional

from . import messages
from .client_ids import new_client_id
from .errors import InvalidInputError
from .generated.requests import CancelTerms, WithdrawTerms
from .generated.words import Network
from .http.caller import json_of
from .keys import MessageSigner, signature_of
from .order_terms import Amendment, amend_terms, order_terms
from .owner_texts import TextOf, challenge_text, reason_sha256, recover_text, withdraw_text
from .submissions import Draft, RequestKind


class SignedDrafts:
    """Drafts of one user on one network, signed by its key or by a trading key of it."""

    def __init__(
        self,
        key: MessageSigner,
        network: Network,
        account: Optional[str] = None,
        signs_texts: bool = False,
    ) -> None:
        self._key = key
        self._user = key.public_key if account is None else account
        #: The trading key; None where the user itself signs.
        self._signer = None if account is None else key.public_key
        self._network: Network = network
        self._signs_texts = signs_texts

    def order(self, order: Mapping[str, Any]) -> Draft:
        """An order in the form that its terms ask for."""
        terms: Any = order_terms(order)

        def message(nonce: int) -> bytes:
            kind = "full_order" if messages.is_full_form(terms) else "order"
            return messages.message_bytes(kind, terms, **self._signed(nonce))

        return self._draft("order", {"user": self._user, **terms}, message)

    def amend(self, amend: Amendment) -> Draft:
        """Another price or size of a resting order."""
        return self._of_form("amend", {"user": self._user}, amend_terms(amend))

    def cancel_all(self, market_id: Optional[str]) -> Draft:
        """In one market or in all."""
        return self._of_form("cancel_all", {"user": self._user}, {"market_id": market_id})

    def cancel_after(self, seconds: int) -> Draft:
        """The dead man's switch."""
        return self._of_form("cancel_after", {"user": self._user}, {"seconds": seconds})

    def redeem(self, market_id: str, size: int) -> Draft:
        """Pairs of contracts."""
        terms = {"market_id": market_id, "size": size}
        return self._of_form("redeem", {"user": self._user}, terms)

    def withdraw(self, withdrawal: WithdrawTerms) -> Draft:
        """To a wallet or the deposit address."""
        self._require_owner()
        if self._signs_texts:
            return self._text_draft("withdraw", lambda by: withdraw_text(by, withdrawal))
        return self._of_form("withdraw", {"main_address": self._user}, withdrawal)

    def recover(self, recovery: Mapping[str, Any]) -> Draft:
        """What lies at the deposit address."""
        self._require_owner()
        if self._signs_texts:
            return self._text_draft("recover", lambda by: recover_text(by, **recovery))
        return self._of_form("recover", {"main_address": self._user}, recovery)

    def challenge(self, case_id: int, said: Mapping[str, Any]) -> Draft:
        """Another result than a case proposes, and why."""
        self._require_owner()
        path = f"/v1/cases/{case_id}/challenge"
        if self._signs_texts:
            draft = self._text_draft(
                "challenge",
                lambda by: challenge_text(by, case_id=case_id, **said),
                reason=said["reason"],
            )
            return replace(draft, path=path)
        signed = {**said, "case_id": case_id, "reason": reason_sha256(said["reason"])}

        def message(nonce: int) -> bytes:
            return messages.message_bytes("challenge", signed, **self._signed(nonce))

        draft = self._draft("challenge", {"user": self._user, **said}, message)
        return replace(draft, path=path)

    async def cancel_body(self, cancel: CancelTerms) -> str:
        """The cancel of one order: it has no nonce."""
        message = messages.message_bytes("cancel", cancel, user=self._user)
        signature = await signature_of(self._key, message)
        signed = {"signer": self._signer, "signature": signature}
        return json_of({"user": self._user, **cancel, **signed})

    def _signed(self, nonce: int) -> Dict[str, Any]:
        return {"user": self._user, "nonce": nonce, "network": self._network}

    def _of_form(
        self, kind: RequestKind, of: Mapping[str, Any], said: Mapping[str, Any]
    ) -> Draft:
        def message(nonce: int) -> bytes:
            return messages.message_bytes(kind, said, **self._signed(nonce))

        return self._draft(kind, {**of, **said}, message)

    def _draft(
        self, kind: RequestKind, fields: Mapping[str, Any], message: Callable[[int], bytes]
    ) -> Draft:
        client_id = new_client_id()

        async def body_for(nonce: int) -> str:
            signature = await signature_of(self._key, message(nonce))
            sent = {"nonce": nonce, "client_id": client_id}
            return json_of({**fields, **sent, "signer": self._signer, "signature": signature})

        return Draft(kind, self._user, client_id, body_for)

    def _text_draft(
        self, kind: RequestKind, text_of: Callable[[TextOf], str], **beside: str
    ) -> Draft:
        """For keys that sign texts only, as wallets do."""

        client_id = new_client_id()

        async def body_for(nonce: int) -> str:
            text = text_of(TextOf(self._network, self._user, nonce))
            signature = await signature_of(self._key, text.encode())
            return json_of({**beside, "text": text, "client_id": client_id, "signature": signature})

        return Draft(kind, self._user, client_id, body_for)

    def _require_owner(self) -> None:
        """A trading key moves no money."""
        if self._signer is not None:
            raise InvalidInputError("key", self._signer, "the account's own")
