"""Trading with a key that its user holds."""

from typing import Any, AsyncIterator, List, Mapping, Optional

import httpx
from typing_extensions import Unpack

from . import messages
from .base_client import BaseClient
from .batch import Operation, OperationResult, batch_body, results_of, used_nonces
from .fee_bounds import with_listed_fee, with_quoted_fee
from .generated import answers
from .generated.requests import FullTerms, OrderTerms
from .generated.words import Claim, Network, OrderType, OutcomeSide, Side
from .http.caller import Call, Receipt, given_of
from .http.retry import RetryPolicy
from .keys import MessageSigner
from .limits import DEFAULT_BUDGET_ORDER_TYPE, DEFAULT_ORDER_TYPE
from .nonces import GatewayNonces, NonceSource
from .order_terms import Amendment, BudgetTerms, Filled, budget_order, full_terms
from .public_client import PublicClient
from .sessions import AccountSessions, own_session
from .signed_drafts import SignedDrafts
from .submissions import BeforeSend, Draft, PreparedRequest, RequestKind, Submissions

PATHS: Mapping[RequestKind, str] = {
    "order": "/v1/orders",
    "cancel_all": "/v1/orders/cancel-all",
    "cancel_after": "/v1/orders/cancel-after",
    "amend": "/v1/orders/amend",
    "redeem": "/v1/positions/redeem",
    "challenge": "/v1/cases/{case_id}/challenge",
    "withdraw": "/v1/withdraw",
    "recover": "/v1/deposit/recover",
}


class Trader(BaseClient):
    """Signs orders, cancels and withdrawals with the user's own key, and sends each exactly once.

    A trading key signs all but withdrawals and recoveries (``account``).

    Methods that change something fail with ``BellwetherError`` (the exchange said no),
    ``OutcomeUnknownError`` (it may have been carried out: ``send`` it again, or ask by its nonce),
    ``InvalidInputError`` or ``ConnectionFailedError`` (nothing was sent). A call that is cancelled
    from outside may have been carried out too: ``before_send`` can keep its request.
    """

    def __init__(
        self,
        gateway_url: str,
        *,
        key: MessageSigner,
        #: The account that ``key`` trades for, where it is a trading key. Default: the key's own.
        account: Optional[str] = None,
        #: Signatures are valid on one network. It is configured, as a server could lie about it.
        network: Network,
        nonces: Optional[NonceSource] = None,
        before_send: Optional[BeforeSend] = None,
        #: Orders at once; more than one is faster over long lines.
        in_flight: int = 1,
        #: Sessions of the account. Default: ``key`` opens them.
        sessions: Optional[AccountSessions] = None,
        #: The key is a wallet's, which signs texts alone: so are withdrawals and recoveries.
        signs_texts: bool = False,
        retry: Optional[RetryPolicy] = None,
        http: Optional[httpx.AsyncClient] = None,
    ) -> None:
        super().__init__(retry, http)
        self.user = key.public_key if account is None else account
        self._network: Network = network
        self._drafts = SignedDrafts(key, network, account, signs_texts)
        self._calls = self._caller(gateway_url)
        sessions = sessions or AccountSessions(own_session(key, network, self._calls, account))
        #: Reads; its ``sessions`` are of this user's account, also for a ``MarketStream``.
        self.gateway = PublicClient(gateway_url, sessions=sessions, retry=retry, http=self._http)
        self._submissions = Submissions(
            self._calls,
            nonces or GatewayNonces(self.gateway),
            PATHS,
            before_send=before_send,
            in_flight=in_flight,
        )

    async def place_order(
        self,
        *,
        market_id: str,
        side: Side,
        outcome: OutcomeSide,
        price: int,
        size: int,
        order_type: OrderType = DEFAULT_ORDER_TYPE,
        nonce: Optional[int] = None,
        deadline: Optional[float] = None,
        **terms: Unpack[FullTerms],
    ) -> Receipt[answers.SubmittedOrder]:
        """Places an order. ``price`` in basis points, ``size`` in contracts.

        With a term of ``FullTerms``, such as ``self_trade``, it is of the full form, whose
        signature covers all of its terms. A market order is an ``ioc`` at 9999 (buy) or
        100 (sell).
        """
        order: Any = {
            "market_id": market_id,
            "side": side,
            "outcome": outcome,
            "price": price,
            "size": size,
            "order_type": order_type,
            **full_terms(terms),
        }
        return await self._submissions.submit(self._drafts.order(order), nonce, deadline)

    async def buy_for(
        self,
        *,
        market_id: str,
        outcome: OutcomeSide,
        price: int,
        budget_micro_usdc: int,
        order_type: OrderType = DEFAULT_BUDGET_ORDER_TYPE,
        nonce: Optional[int] = None,
        deadline: Optional[float] = None,
        **terms: Unpack[BudgetTerms],
    ) -> Receipt[answers.SubmittedOrder]:
        """Buys for a budget: previews how many contracts it pays for now, and places that order.

        It signs the budget as ``max_cost``, so that it costs no more with all fees, whatever the
        book does meanwhile.
        """

        async def preview(order: Any) -> answers.Preview:
            asked: Any = {**order, "user": self.user}
            return await self.gateway.preview_order(asked, deadline=deadline)

        order: Any = {
            "market_id": market_id,
            "outcome": outcome,
            "price": price,
            "order_type": order_type,
            **full_terms(terms),
        }
        bought = await budget_order(order, budget_micro_usdc, preview)
        return await self._submissions.submit(self._drafts.order(bought), nonce, deadline)

    async def prepare_order(
        self, order: OrderTerms, nonce: Optional[int] = None
    ) -> PreparedRequest:
        """Signs an order without sending it, so that it can be stored first."""
        return await self._submissions.prepare(self._drafts.order(order), nonce)

    async def send(
        self, request: PreparedRequest, deadline: Optional[float] = None
    ) -> Receipt[Any]:
        """Sends a prepared request, for the first time or again: it is carried out once.

        Of several, send the lowest nonce first.
        """
        return await self._submissions.send(request, deadline)

    async def cancel_order(
        self, *, market_id: str, order_id: int, deadline: Optional[float] = None
    ) -> Receipt[answers.CancelledOrder]:
        """Cancels an open order.

        If it has ended already, also by an earlier cancel whose answer was lost, it fails with
        ``ORDER_NOT_OPEN``, whose ``details["order"]`` shows how it ended.
        """
        body = await self._drafts.cancel_body({"market_id": market_id, "order_id": order_id})
        call = Call("POST", "/v1/orders/cancel", body, effect="exactly-once")
        return await self._calls.send(call, answers.CancelledOrder, deadline)

    async def cancel_all(
        self,
        market_id: Optional[str] = None,
        *,
        nonce: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.CancelledOrders]:
        """Cancels all open orders, in one market or in all."""
        return await self._submissions.submit(self._drafts.cancel_all(market_id), nonce, deadline)

    async def amend_order(
        self,
        *,
        market_id: str,
        order_id: int,
        price: int,
        size: int,
        filled: Filled,
        nonce: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.SubmittedOrder]:
        """Changes the price of a resting order, or how many contracts are open.

        A smaller size at the same price keeps its place in the queue; anything else comes in anew,
        under the same id. ``filled`` is what was filled as far as the caller knows: if it is more
        by now, nothing is changed (``FILLED_MEANWHILE``). ``any``: whatever it is.
        """
        amend: Amendment = {
            "market_id": market_id,
            "order_id": order_id,
            "price": price,
            "size": size,
            "filled": filled,
        }
        return await self._submissions.submit(self._drafts.amend(amend), nonce, deadline)

    async def batch(
        self, operations: List[Operation], deadline: Optional[float] = None
    ) -> Receipt[List[OperationResult]]:
        """Up to 20 operations, carried out in their order with nothing between them."""

        async def send() -> Receipt[List[OperationResult]]:
            body = await batch_body(operations, self._operation_body)
            call = Call("POST", "/v1/orders/batch", body, effect="exactly-once")
            receipt = await self._calls.send(call, answers.BatchResults, deadline)
            results = results_of(operations, receipt.answer)
            for kind, used in used_nonces(operations, results):
                self._submissions.learn(self.user, kind, used)
            return Receipt(results, receipt.replayed, receipt.attempts, receipt.request_id)

        return await self._submissions.in_turn(self.user, "order", send)

    async def cancel_after(
        self, seconds: int, *, nonce: Optional[int] = None, deadline: Optional[float] = None
    ) -> Receipt[answers.CancelAfter]:
        """The dead man's switch: 5 to 3600 seconds from now all open orders are cancelled.

        Unless it is called again before. 0 switches it off.
        """
        draft = self._drafts.cancel_after(seconds)
        return await self._submissions.submit(draft, nonce, deadline)

    async def redeem(
        self,
        *,
        market_id: str,
        size: int,
        nonce: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.Redeemed]:
        """Redeems pairs, one YES and one NO each, for 1 USD a pair, without a fee."""
        draft = self._drafts.redeem(market_id, size)
        return await self._submissions.submit(draft, nonce, deadline)

    async def challenge(
        self,
        *,
        case_id: int,
        claim: Claim,
        reason: str,
        stake_micro_usdc: int,
        claim_market: Optional[str] = None,
        nonce: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.Challenged]:
        """Challenges a proposed result, with the stake that the rules of its event ask for.

        The stake comes back unless the result is upheld. ``claim_market`` with the claim ``winner``
        alone. A trading key may not: it moves no money.
        """
        said = {
            "claim": claim,
            "claim_market": claim_market,
            "reason": reason,
            "stake_micro_usdc": stake_micro_usdc,
        }
        draft = self._drafts.challenge(case_id, given_of(said))
        return await self._submissions.submit(draft, nonce, deadline)

    async def withdraw(
        self,
        *,
        amount: int,
        recipient_ext: Optional[str] = None,
        recipient_main: Optional[str] = None,
        max_gas_fee: Optional[int] = None,
        allow_program_address: Optional[bool] = None,
        nonce: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.AcceptedWithdrawal]:
        """Withdraws micro-USDC to a wallet, or to the user's own deposit address.

        It signs ``max_gas_fee`` as the most that the gas fee may be, in micro-USDC: 0 is any fee,
        and without one it is quoted first. ``allow_program_address``: the recipient may be an
        address off the curve, such as a multisig's.

        Accepted means that the amount is set aside: ``gateway.withdrawal`` follows it.
        """
        terms = {
            "amount": amount,
            "recipient_ext": recipient_ext,
            "recipient_main": recipient_main,
            "max_gas_fee": max_gas_fee,
            "allow_program_address": allow_program_address,
        }
        quote = self.gateway.quote_withdrawal
        bound = await with_quoted_fee(given_of(terms), self.user, quote)
        draft = self._drafts.withdraw(bound)
        return await self._submissions.submit(draft, nonce, deadline)

    def withdrawal_id(self, nonce: int) -> str:
        """The id of this user's withdrawal under a nonce, whether it was answered or not."""
        return messages.withdrawal_id(user=self.user, nonce=nonce, network=self._network)

    async def recover(
        self,
        *,
        mint: str,
        recipient_ext: str,
        max_gas_fee: Optional[int] = None,
        allow_program_address: Optional[bool] = None,
        nonce: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Receipt[answers.Recovery]:
        """Sends what lies at the deposit address and belongs to no deposit to a wallet.

        ``max_gas_fee`` is the dearest one of the price list, unless it is named."""
        terms = {
            "mint": mint,
            "recipient_ext": recipient_ext,
            "max_gas_fee": max_gas_fee,
            "allow_program_address": allow_program_address,
        }
        bound = await with_listed_fee(given_of(terms), self.gateway.gas_price)
        return await self._submissions.submit(self._drafts.recover(bound), nonce, deadline)

    # --- the user's own state ---

    async def balance(self) -> answers.Balance:
        """In micro-USDC."""
        return await self.gateway.balance(self.user)

    async def position(self, market_id: str) -> answers.Position:
        """Contracts in a market."""
        return await self.gateway.position(market_id, self.user)

    def open_orders(self) -> AsyncIterator[answers.Order]:
        """All open orders, newest first."""
        return self.gateway.each_order(self.user, status="open")

    async def order_by_nonce(self, nonce: int) -> answers.NonceOutcome:
        """What an order's nonce came to, for the ``nonce_query`` of an ``OutcomeUnknownError``."""
        return await self.gateway.order_by_nonce(self.user, nonce)

    async def _operation_body(self, name: str, terms: Any, _operation: Any) -> str:
        if name == "cancel":
            return await self._drafts.cancel_body(terms)
        draft = self._operation_draft(name, terms)
        return await draft.body_for(await self._submissions.next_nonce(draft))

    def _operation_draft(self, name: str, terms: Any) -> Draft:
        if name == "place":
            return self._drafts.order(terms)
        if name == "amend":
            return self._drafts.amend(terms)
        return self._drafts.cancel_all(terms.get("market_id"))
