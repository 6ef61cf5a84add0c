"""Public reads of the gateway."""

from contextlib import suppress
from typing import Any, Optional

from .errors import ClientError
from .generated import answers
from .generated.gateway_calls import GatewayCalls
from .generated.requests import PreviewTerms, WithdrawTerms
from .http.caller import Call, Credentials, json_of


class PublicClient(GatewayCalls):
    """Markets, books, trades, balances, fees, withdrawals; with sessions also an owner's reads.

    Every method is repeated by the retry policy, and then fails with ``BellwetherError``,
    ``ConnectionFailedError`` or ``InvalidAnswerError``.
    """

    async def preview_order(
        self, order: PreviewTerms, *, deadline: Optional[float] = None
    ) -> answers.Preview:
        """What an order would come to as the next command. A refusal is an answer, not an error.

        The orders that its user has open count as own ones with a session of the user, else as
        those of others.
        """

        async def ask(credentials: Credentials) -> answers.Preview:
            call = Call("POST", "/v1/preview", json_of(order), credentials=credentials)
            return (await self._calls.send(call, answers.Preview, deadline)).answer

        user = order.get("user")
        if user is None:
            return await ask(Credentials())
        if self.sessions is not None:
            # Nobody asks for a session here: it is opened before, where that is possible.
            with suppress(ClientError):
                await self.sessions.token_of(user)
        return await self._with_session(user, ask)

    async def quote_withdrawal(
        self, user: str, withdraw: WithdrawTerms, *, deadline: Optional[float] = None
    ) -> answers.WithdrawalQuote:
        """What a withdrawal accepted now would cost. Nothing is signed or done."""
        body: Any = dict(withdraw, main_address=user)
        body.pop("max_gas_fee", None)
        call = Call("POST", "/v1/withdraw/quote", json_of(body), wrapped=True)
        return (await self._calls.send(call, answers.WithdrawalQuote, deadline)).answer
