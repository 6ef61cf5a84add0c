# Made of docs/api by `node tools/documents.mjs`. Not to be edited.
"""The facts of errors."""

from typing import Any, Dict, List, Literal, Mapping, Optional, overload

from typing_extensions import NotRequired, TypedDict

from .words import (
    KeyBound,
    MarketStatus,
    NonceFate,
    OrderStatus,
    OrderTooSmallDetailsField,
    OutcomeSide,
    RecipientField,
)


class AlreadyChallengedDetails(TypedDict):
    """The user has challenged this case already."""

    #: As it was sent
    case_id: int


class AmountBelowGasDetails(TypedDict):
    """The amount does not exceed the gas fee."""

    #: As it was sent, in micro-USDC
    amount: int
    #: What it would cost, in micro-USDC
    gas_fee: int


class AmountBelowMinimumDetails(TypedDict):
    """The amount is less than may be withdrawn to this chain."""

    #: As it was sent, in micro-USDC
    value: int
    #: The least, in micro-USDC
    minimum: int


class CaseEndedDetails(TypedDict):
    """The case has ended: its result can no longer be changed or challenged."""

    #: As it was sent
    case_id: int


class CaseFullDetails(TypedDict):
    """The case has as many challenges as it may have."""

    #: How many it may have
    limit: int


class CaseNotFoundDetails(TypedDict):
    """There is no such case."""

    #: As it was sent
    case_id: int


class DailyWithdrawalsUsedDetails(TypedDict):
    """The user has had as many withdrawals today as the limit allows."""

    #: What may be withdrawn in a day, in micro-USDC
    limit: int
    #: What was, in micro-USDC
    used: int
    #: When the next day begins, in Unix seconds
    renews_at: int


class FeeAboveMaxDetails(TypedDict):
    """The gas fee is above the most that was signed."""

    #: What it would cost, in micro-USDC
    gas_fee: int
    #: What was signed, in micro-USDC
    max_gas_fee: int


class FilledMeanwhileDetails(TypedDict):
    """Another size of the order was filled than the change names."""

    #: Contracts that were filled, as it was signed
    expected: int
    #: Contracts that are
    filled: int


class FokNotFilledDetails(TypedDict):
    """The fill-or-kill order cannot be filled entirely."""

    #: Contracts of the order
    size: int
    #: Contracts that would fill
    fillable: int


class GasDebtUnpaidDetails(TypedDict):
    """The available balance does not cover the gas debt."""

    #: What is unpaid, in micro-USDC
    gas_debt: int


class InsufficientBalanceDetails(TypedDict):
    """The available balance does not cover this."""

    #: Micro-USDC of a buy, contracts of a sell
    required: int
    #: What the user has of it
    available: int
    #: What open orders hold of it
    locked: int
    #: `required` less `available`
    shortfall: int


class InsufficientPositionDetails(TypedDict):
    """The user does not hold enough unlocked contracts."""

    #: Micro-USDC of a buy, contracts of a sell
    required: int
    #: What the user has of it
    available: int
    #: What open orders hold of it
    locked: int
    #: `required` less `available`
    shortfall: int
    #: Of a redemption, which takes both
    outcome: NotRequired[OutcomeSide]


class InsufficientRevenueDetails(TypedDict):
    """What was earned and not yet paid does not cover this."""

    #: The amount, in micro-USDC
    required: int
    #: What was earned and not yet paid, in micro-USDC
    available: int
    #: `required` less `available`, in micro-USDC
    shortfall: int


class MarketNotActiveDetails(TypedDict):
    """The market does not take orders now."""

    #: What the market is
    status: MarketStatus


class MarketNotFoundDetails(TypedDict):
    """There is no such market."""

    #: As it was sent
    market_id: str


class NonceReusedDetails(TypedDict):
    """The nonce was used with another body."""

    #: As it was sent
    nonce: int
    #: The highest that the user has used of its kind
    last_nonce: int


class NonceTooLowDetails(TypedDict):
    """The nonce is not above the last one used."""

    #: The highest that the user has used of its kind
    last_nonce: int
    #: `never_used`: this nonce did nothing and never will; `forgotten`: it may have been used
    fate: NonceFate


class OrderNotFoundDetails(TypedDict):
    """There is no such order of this user."""

    #: Of an order by its id
    order_id: NotRequired[int]
    #: Of an order by its nonce
    nonce: NotRequired[int]
    #: The highest that the user has used of its kind
    last_nonce: NotRequired[int]


class OrderNotOpenDetails(TypedDict):
    """The order has already ended."""

    order: Dict[str, Any]
    #: The order
    order_id: NotRequired[int]
    #: What it is
    status: NotRequired[OrderStatus]


class OrderTooSmallDetails(TypedDict):
    """What would rest in the book has to be worth more."""

    #: Which field
    field: OrderTooSmallDetailsField
    #: Contracts of the order
    value: int
    #: The fewest contracts at this price
    minimum: int
    #: What the order costs, in micro-USDC
    cost: int
    #: The least that an order may cost, in micro-USDC
    minimum_cost: int


class PostOnlyWouldMatchDetails(TypedDict):
    """The post-only order would match immediately."""

    #: What it would meet, in terms of the order's outcome, in basis points of a dollar
    best_price: int


class RateLimitedDetails(TypedDict):
    """Of requests. A connection too many has other numbers"""

    #: Which limit
    limit: NotRequired[str]
    #: How many requests
    requests: NotRequired[float]
    #: In how many seconds
    per_seconds: NotRequired[float]
    #: How many at once after a rest
    burst: NotRequired[float]
    #: When there is room again, in milliseconds
    retry_after_ms: NotRequired[float]


class RecipientNotAWalletDetails(TypedDict):
    """The recipient is no wallet: nobody could reach what is paid there."""

    #: Which field
    field: RecipientField
    #: As it was sent
    value: str
    #: What belongs there
    expected: str


class ReduceOnlyExceededDetails(TypedDict):
    """The reduce-only order is larger than the position it reduces."""

    #: Contracts of the order
    size: int
    #: Contracts by which it could reduce the position
    reducible: int


class ResolutionByProposalDetails(TypedDict):
    """In this category a result is proposed first, and may be challenged before it is paid."""

    #: How long a proposed result may be challenged
    window_seconds: int


class TooManyOpenOrdersDetails(TypedDict):
    """The user has as many open orders as the limit allows."""

    #: How many may be open
    limit: int
    #: What the limit depends on, if it does, in micro-USDC
    equity: NotRequired[int]


class TooManyOpenWithdrawalsDetails(TypedDict):
    """The user has as many withdrawals under way as the limit allows."""

    #: How many may be open
    limit: int
    #: How many are
    open: int


class TradingKeyBoundDetails(TypedDict):
    """The trading key may not do this: its owner has bounded it, and may raise the bound."""

    #: Which of its bounds
    bound: KeyBound
    #: Micro-USDC a day, or the outermost price that it may name
    limit: NotRequired[int]
    #: Of `at_most`: what is spent and locked, in micro-USDC
    used: NotRequired[int]
    #: Of `at_most`: what this would take, in micro-USDC
    required: NotRequired[int]
    #: Of `price_band`: as it was sent, in basis points of a dollar
    price: NotRequired[int]
    #: Of `price_band`: how far from the market's price, in bp
    price_band: NotRequired[int]


class ValidationFailedDetails(TypedDict):
    """A field has a value that is not allowed."""

    #: Which field
    field: str
    #: What was sent; absent if the field is
    value: NotRequired[Any]
    #: What belongs there
    expected: NotRequired[str]
    #: The other wrong fields, where there are several
    others: NotRequired[List[Dict[str, Any]]]


class WithDetails:
    """An error whose ``details`` are known by its code."""

    code: str
    details: Mapping[str, Any]

    @overload
    def details_of(
        self, code: Literal["ALREADY_CHALLENGED"]
    ) -> Optional[AlreadyChallengedDetails]: ...

    @overload
    def details_of(
        self, code: Literal["AMOUNT_BELOW_GAS"]
    ) -> Optional[AmountBelowGasDetails]: ...

    @overload
    def details_of(
        self, code: Literal["AMOUNT_BELOW_MINIMUM"]
    ) -> Optional[AmountBelowMinimumDetails]: ...

    @overload
    def details_of(
        self, code: Literal["CASE_ENDED"]
    ) -> Optional[CaseEndedDetails]: ...

    @overload
    def details_of(
        self, code: Literal["CASE_FULL"]
    ) -> Optional[CaseFullDetails]: ...

    @overload
    def details_of(
        self, code: Literal["CASE_NOT_FOUND"]
    ) -> Optional[CaseNotFoundDetails]: ...

    @overload
    def details_of(
        self, code: Literal["DAILY_WITHDRAWALS_USED"]
    ) -> Optional[DailyWithdrawalsUsedDetails]: ...

    @overload
    def details_of(
        self, code: Literal["FEE_ABOVE_MAX"]
    ) -> Optional[FeeAboveMaxDetails]: ...

    @overload
    def details_of(
        self, code: Literal["FILLED_MEANWHILE"]
    ) -> Optional[FilledMeanwhileDetails]: ...

    @overload
    def details_of(
        self, code: Literal["FOK_NOT_FILLED"]
    ) -> Optional[FokNotFilledDetails]: ...

    @overload
    def details_of(
        self, code: Literal["GAS_DEBT_UNPAID"]
    ) -> Optional[GasDebtUnpaidDetails]: ...

    @overload
    def details_of(
        self, code: Literal["INSUFFICIENT_BALANCE"]
    ) -> Optional[InsufficientBalanceDetails]: ...

    @overload
    def details_of(
        self, code: Literal["INSUFFICIENT_POSITION"]
    ) -> Optional[InsufficientPositionDetails]: ...

    @overload
    def details_of(
        self, code: Literal["INSUFFICIENT_REVENUE"]
    ) -> Optional[InsufficientRevenueDetails]: ...

    @overload
    def details_of(
        self, code: Literal["MARKET_NOT_ACTIVE"]
    ) -> Optional[MarketNotActiveDetails]: ...

    @overload
    def details_of(
        self, code: Literal["MARKET_NOT_FOUND"]
    ) -> Optional[MarketNotFoundDetails]: ...

    @overload
    def details_of(
        self, code: Literal["NONCE_REUSED"]
    ) -> Optional[NonceReusedDetails]: ...

    @overload
    def details_of(
        self, code: Literal["NONCE_TOO_LOW"]
    ) -> Optional[NonceTooLowDetails]: ...

    @overload
    def details_of(
        self, code: Literal["ORDER_NOT_FOUND"]
    ) -> Optional[OrderNotFoundDetails]: ...

    @overload
    def details_of(
        self, code: Literal["ORDER_NOT_OPEN"]
    ) -> Optional[OrderNotOpenDetails]: ...

    @overload
    def details_of(
        self, code: Literal["ORDER_TOO_SMALL"]
    ) -> Optional[OrderTooSmallDetails]: ...

    @overload
    def details_of(
        self, code: Literal["POST_ONLY_WOULD_MATCH"]
    ) -> Optional[PostOnlyWouldMatchDetails]: ...

    @overload
    def details_of(
        self, code: Literal["RATE_LIMITED"]
    ) -> Optional[RateLimitedDetails]: ...

    @overload
    def details_of(
        self, code: Literal["RECIPIENT_NOT_A_WALLET"]
    ) -> Optional[RecipientNotAWalletDetails]: ...

    @overload
    def details_of(
        self, code: Literal["REDUCE_ONLY_EXCEEDED"]
    ) -> Optional[ReduceOnlyExceededDetails]: ...

    @overload
    def details_of(
        self, code: Literal["RESOLUTION_BY_PROPOSAL"]
    ) -> Optional[ResolutionByProposalDetails]: ...

    @overload
    def details_of(
        self, code: Literal["TOO_MANY_OPEN_ORDERS"]
    ) -> Optional[TooManyOpenOrdersDetails]: ...

    @overload
    def details_of(
        self, code: Literal["TOO_MANY_OPEN_WITHDRAWALS"]
    ) -> Optional[TooManyOpenWithdrawalsDetails]: ...

    @overload
    def details_of(
        self, code: Literal["TRADING_KEY_BOUND"]
    ) -> Optional[TradingKeyBoundDetails]: ...

    @overload
    def details_of(
        self, code: Literal["VALIDATION_FAILED"]
    ) -> Optional[ValidationFailedDetails]: ...

    def details_of(self, code: str) -> Any:
        """The details, if it is an error of this code; else None."""
        return self.details if self.code == code else None
