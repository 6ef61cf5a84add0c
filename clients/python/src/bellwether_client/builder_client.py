"""A builder's operations for its users, whose keys the signer holds."""

from typing import Any, List, Mapping, Optional

import httpx
from typing_extensions import Unpack

from .batch import OperationResult, UserOperation, batch_body, results_of
from .client_ids import new_client_id
from .envelope import Envelope, KeyAlone
from .fee_bounds import with_listed_fee, with_quoted_fee
from .generated import answers
from .generated.requests import BuilderOrderTerms, FullTerms, WithdrawTerms
from .generated.signer_calls import SignerCalls
from .generated.words import Claim, OrderType, OutcomeSide, Side
from .http.caller import Call, Receipt, given_of, json_of
from .http.retry import RetryPolicy
from .limits import DEFAULT_BUDGET_ORDER_TYPE, DEFAULT_ORDER_TYPE
from .nonces import GatewayNonces, NonceSource
from .order_terms import (
    BudgetTerms,
    Filled,
    amend_terms,
    budget_order,
    full_terms,
    order_terms,
)
from .public_client import PublicClient
from .sessions import AccountSessions, delegated_session
from .submissions import BeforeSend, Draft, PreparedRequest, RequestKind, Submissions

PATHS: Mapping[RequestKind, str] = {
    "order": "/v1/submit",
    "cancel_all": "/v1/cancel-all",
    "cancel_after": "/v1/cancel-after",
    "amend": "/v1/amend",
    "redeem": "/v1/redeem",
    "challenge": "/v1/challenge",
    "withdraw": "/v1/withdraw",
    "recover": "/v1/deposit/recover",
}


class BuilderClient(SignerCalls):
    """Methods that change something fail like those of ``Trader``. Keep the secret on a server."""

    def __init__(
        self,
        signer_url: str,
        gateway_url: str,
        *,
        api_key: str,
        #: Base64 of 32 bytes.
        secret: str,
        nonces: Optional[NonceSource] = None,
        before_send: Optional[BeforeSend] = None,
        #: Orders of one user at once.
        in_flight: int = 1,
        retry: Optional[RetryPolicy] = None,
        http: Optional[httpx.AsyncClient] = None,
    ) -> None:
        super().__init__(retry, http)
        self._key_alone = KeyAlone(api_key)
        self._calls = self._caller(signer_url, Envelope(api_key, secret))
        sessions = AccountSessions(delegated_session(self._calls))
        #: Reads; its ``sessions`` are of the builder's users, also for a ``MarketStream``.
        self.gateway = PublicClient(gateway_url, sessions=sessions, retry=retry, http=self._http)
        self._submissions = Submissions(
            self._calls,
            nonces or GatewayNonces(self.gateway),
            PATHS,
            before_send=before_send,
            in_flight=in_flight,
        )

    async def submit_order(
        self,
        user: str,
        *,
        market_id: str,
        side: Side,
        outcome: OutcomeSide,
        price: int,
        size: int,
        order_type: OrderType = DEFAULT_ORDER_TYPE,
        #: The builder's own fee.
        fee_bps: Optional[int] = None,
        nonce: Optional[int] = None,
        deadline: Optional[float] = None,
        **terms: Unpack[FullTerms],
    ) -> Receipt[answers.SubmittedOrder]:
        """Signs and places an order, exactly once, however often the request is sent."""
        order = {
            "market_id": market_id,
            "side": side,
            "outcome": outcome,
            "price": price,
            "size": size,
            "order_type": order_type,
            **full_terms(terms),
            "fee_bps": fee_bps,
        }
        return await self._submissions.submit(_draft("order", user, order), nonce, deadline)

    async def buy_for(
        self,
        user: str,
        *,
        market_id: str,
        outcome: OutcomeSide,
        price: int,
        budget_micro_usdc: int,
        order_type: OrderType = DEFAULT_BUDGET_ORDER_TYPE,
        #: The builder's own fee: the budget pays it too.
        fee_bps: Optional[int] = None,
        nonce: Optional[int] = None,
        deadline: Optional[float] = None,
        **terms: Unpack[BudgetTerms],
    ) -> Receipt[answers.SubmittedOrder]:
        """Buys for a budget: see ``Trader.buy_for``."""

        async def preview(order: Any) -> answers.Preview:
            asked: Any = {**order, "user": user}
            return await self.gateway.preview_order(asked, deadline=deadline)

        order = {
            "market_id": market_id,
            "outcome": outcome,
            "price": price,
            "order_type": order_type,
            **full_terms(terms),
            "fee_bps": fee_bps,
        }
        bought = await budget_order(order, budget_micro_usdc, preview)
        return await self._submissions.submit(_draft("order", user, bought), nonce, deadline)

    async def prepare_order(
        self, user: str, order: BuilderOrderTerms, nonce: Optional[int] = None
    ) -> PreparedRequest:
        """An order that is not sent yet, so that it can be stored first."""
        return await self._submissions.prepare(_draft("order", user, order_terms(order)), nonce)

    async def send(
        self, request: PreparedRequest, deadline: Optional[float] = None
    ) -> Receipt[Any]:
        """Sends a prepared request, for the first time or again: it is carried out once."""
        return await self._submissions.send(request, deadline)

    async def sign_order(
        self, user: str, order: BuilderOrderTerms, nonce: int
    ) -> answers.SignedOrder:
        """The user's signature over an order. Nothing is placed and no nonce used."""
        body = {"user": user, **order_terms(order), "nonce": nonce}
        call = Call("POST", "/v1/sign", json_of(body), credentials=self._key_alone)
        return (await self._calls.send(call, answers.SignedOrder)).answer

    async def cancel_order(
        self, user: str, *, market_id: str, order_id: int, deadline: Optional[float] = None
    ) -> Receipt[answers.CancelledOrder]:
        """Cancels an open order: see ``Trader.cancel_order``."""
        body = json_of({"user": user, "market_id": market_id, "order_id": order_id})
        call = Call("POST", "/v1/cancel", body, effect="exactly-once")
        return await self._calls.send(call, answers.CancelledOrder, deadline)

    async def cancel_all(
        self,
        user: str,
        market_id: Optional[str] = None,
        *,
        nonce: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.CancelledOrders]:
        """Cancels all open orders of a user, in one market or in all."""
        draft = _draft("cancel_all", user, {"market_id": market_id})
        return await self._submissions.submit(draft, nonce, deadline)

    async def amend_order(
        self,
        user: str,
        *,
        market_id: str,
        order_id: int,
        price: int,
        size: int,
        filled: Filled,
        nonce: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.SubmittedOrder]:
        """Changes a resting order: see ``Trader.amend_order``."""
        amend = {"market_id": market_id, "order_id": order_id, "price": price, "size": size}
        fields = amend_terms({**amend, "filled": filled})
        return await self._submissions.submit(_draft("amend", user, fields), nonce, deadline)

    async def batch(
        self, operations: List[UserOperation], deadline: Optional[float] = None
    ) -> Receipt[List[OperationResult]]:
        """Up to 20 operations of the builder's users: see ``Trader.batch``."""
        body = await batch_body(operations, self._operation_body)
        call = Call("POST", "/v1/submit/batch", body, effect="exactly-once")
        receipt = await self._calls.send(call, answers.BatchResults, deadline)
        results = results_of(operations, receipt.answer)
        return Receipt(results, receipt.replayed, receipt.attempts, receipt.request_id)

    async def _operation_body(self, name: str, terms: Any, operation: Any) -> str:
        user: str = operation["user"]
        if name == "cancel":
            return json_of({"user": user, **terms})
        if name == "place":
            draft = _draft("order", user, order_terms(terms))
        elif name == "amend":
            draft = _draft("amend", user, amend_terms(terms))
        else:
            draft = _draft("cancel_all", user, terms)
        return await draft.body_for(await self._submissions.next_nonce(draft))

    async def cancel_after(
        self,
        user: str,
        seconds: int,
        *,
        nonce: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.CancelAfter]:
        """The dead man's switch of a user: see ``Trader.cancel_after``."""
        draft = _draft("cancel_after", user, {"seconds": seconds})
        return await self._submissions.submit(draft, nonce, deadline)

    async def redeem(
        self,
        user: str,
        *,
        market_id: str,
        size: int,
        nonce: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.Redeemed]:
        """Redeems pairs of a user's contracts, for 1 USD a pair, without a fee."""
        draft = _draft("redeem", user, {"market_id": market_id, "size": size})
        return await self._submissions.submit(draft, nonce, deadline)

    async def challenge(
        self,
        user: str,
        *,
        case_id: int,
        claim: Claim,
        reason: str,
        stake_micro_usdc: int,
        claim_market: Optional[str] = None,
        nonce: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.Challenged]:
        """Challenges a proposed result in a user's name: see ``Trader.challenge``."""
        said = {
            "case_id": case_id,
            "claim": claim,
            "claim_market": claim_market,
            "reason": reason,
            "stake_micro_usdc": stake_micro_usdc,
        }
        return await self._submissions.submit(_draft("challenge", user, said), nonce, deadline)

    async def withdraw(
        self,
        user: str,
        *,
        amount: int,
        recipient_ext: Optional[str] = None,
        recipient_main: Optional[str] = None,
        max_gas_fee: Optional[int] = None,
        allow_program_address: Optional[bool] = None,
        nonce: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.AcceptedWithdrawal]:
        """Needs a key with the scope ``withdraw``. Its bounds: see ``Trader.withdraw``."""
        fields = {
            "amount": amount,
            "recipient_ext": recipient_ext,
            "recipient_main": recipient_main,
            "max_gas_fee": max_gas_fee,
            "allow_program_address": allow_program_address,
        }

        bound = await with_quoted_fee(given_of(fields), user, self.quote_withdrawal)
        return await self._submissions.submit(_draft("withdraw", user, bound), nonce, deadline)

    async def recover(
        self,
        user: str,
        *,
        mint: str,
        recipient_ext: str,
        max_gas_fee: Optional[int] = None,
        allow_program_address: Optional[bool] = None,
        nonce: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.Recovery]:
        """Needs a key with the scope ``withdraw``. Its bounds: see ``Trader.recover``."""
        fields = {
            "mint": mint,
            "recipient_ext": recipient_ext,
            "max_gas_fee": max_gas_fee,
            "allow_program_address": allow_program_address,
        }
        bound = await with_listed_fee(given_of(fields), self.gateway.gas_price)
        return await self._submissions.submit(_draft("recover", user, bound), nonce, deadline)

    async def quote_withdrawal(
        self, user: str, withdraw: WithdrawTerms, *, deadline: Optional[float] = None
    ) -> answers.WithdrawalQuote:
        """What a withdrawal accepted now would cost. Nothing is signed or done."""
        body: Any = dict(withdraw, user=user)
        body.pop("max_gas_fee", None)
        call = Call(
            "POST",
            "/v1/withdraw/quote",
            json_of(body),
            wrapped=True,
            credentials=self._key_alone,
        )
        return (await self._calls.send(call, answers.WithdrawalQuote, deadline)).answer


def _draft(kind: RequestKind, user: str, fields: Mapping[str, Any]) -> Draft:
    client_id = new_client_id()

    async def body_for(nonce: int) -> str:
        return json_of({"user": user, **fields, "nonce": nonce, "client_id": client_id})

    return Draft(kind, user, client_id, body_for)
