# Made of docs/api by `node tools/documents.mjs`. Not to be edited.
"""What is said of a request."""

from typing import List, Union

from typing_extensions import NotRequired, TypedDict

from .words import (
    CreateEventRequestVoidRule,
    OrderType,
    OutcomeSide,
    SelfTradeMode,
    Side,
    SourceRuleOp,
    ValueRuleKind,
    WinnerRuleKind,
)


class OrderTerms(TypedDict):
    """An order that its user has signed."""

    #: The market: 32 bytes in hex
    market_id: str
    #: Whether to buy or to sell
    side: Side
    #: Contracts of which outcome
    outcome: OutcomeSide
    #: The limit, in basis points of a dollar. A market buy is an `ioc` at 9999, a market sell an
    #: `ioc` at 100
    price: int
    #: How many contracts
    size: int
    #: `gtc` rests until it is cancelled; `ioc` fills what it can and ends; `fok` fills entirely or
    #: not at all; `post_only` rests or not at all
    order_type: NotRequired[OrderType]
    #: What happens where it meets an order of its own user: that one is cancelled, the rest of this
    #: one, or both; absent: `cancel_maker`
    self_trade: NotRequired[SelfTradeMode]
    #: It never makes the position larger: a buy against contracts of the other outcome, a sell of
    #: what is held; absent: `false`
    reduce_only: NotRequired[bool]
    #: When it ends, in Unix seconds: 1 second to 366 days ahead. 0: never. Only of an order that
    #: may rest; absent: `0`
    expires_at: NotRequired[int]
    #: The most that a buy may cost, in micro-USDC with all fees: its fills stop before they would
    #: cost more, and what is left is cancelled. 0: its price and size are the bound; absent: `0`
    max_cost: NotRequired[int]


class BuilderOrderTerms(TypedDict):
    """An order of a user of the calling builder."""

    #: The market: 32 bytes in hex
    market_id: str
    #: Whether to buy or to sell
    side: Side
    #: Contracts of which outcome
    outcome: OutcomeSide
    #: The limit, in basis points of a dollar. A market buy is an `ioc` at 9999, a market sell an
    #: `ioc` at 100
    price: int
    #: How many contracts
    size: int
    #: `gtc` rests until it is cancelled; `ioc` fills what it can and ends; `fok` fills entirely or
    #: not at all; `post_only` rests or not at all
    order_type: NotRequired[OrderType]
    #: What happens where it meets an order of its own user: that one is cancelled, the rest of this
    #: one, or both; absent: `cancel_maker`
    self_trade: NotRequired[SelfTradeMode]
    #: It never makes the position larger: a buy against contracts of the other outcome, a sell of
    #: what is held; absent: `false`
    reduce_only: NotRequired[bool]
    #: When it ends, in Unix seconds: 1 second to 366 days ahead. 0: never. Only of an order that
    #: may rest; absent: `0`
    expires_at: NotRequired[int]
    #: The most that a buy may cost, in micro-USDC with all fees: its fills stop before they would
    #: cost more, and what is left is cancelled. 0: its price and size are the bound; absent: `0`
    max_cost: NotRequired[int]
    #: The builder's own fee, in basis points of what the contracts cost; absent: `0`
    fee_bps: NotRequired[int]


class CancelTerms(TypedDict):
    """The cancel of one order, signed by its user."""

    #: The market: 32 bytes in hex
    market_id: str
    #: The order
    order_id: int


class CancelAllTerms(TypedDict):
    """The cancel of all open orders of a user, signed by it."""

    #: The market; without it all
    market_id: NotRequired[str]


class WithdrawTerms(TypedDict):
    """A withdrawal that its user has signed."""

    #: What leaves the balance, in micro-USDC; `/v1/gas/price` has the least
    amount: NotRequired[int]
    #: The wallet that is paid, on the chain to deposit from; without any, the deposit address
    recipient_ext: NotRequired[str]
    #: In its place a wallet on the main chain
    recipient_main: NotRequired[str]
    #: The most that the gas fee may be, in micro-USDC; 0: any. A fee above it is `FEE_ABOVE_MAX`;
    #: absent: `0`
    max_gas_fee: NotRequired[int]
    #: The recipient may be an address off the curve, which a program signs for, such as a multisig;
    #: absent: `false`
    allow_program_address: NotRequired[bool]


class PreviewTerms(TypedDict):
    """An order that may come. `fee_bps` is what its builder would charge."""

    #: Whose order it would be; without it nobody’s means are looked at
    user: NotRequired[str]
    #: The market: 32 bytes in hex
    market_id: str
    #: Whether to buy or to sell
    side: Side
    #: Contracts of which outcome
    outcome: OutcomeSide
    #: The limit, in basis points of a dollar. A market buy is an `ioc` at 9999, a market sell an
    #: `ioc` at 100
    price: int
    #: How many contracts
    size: NotRequired[int]
    #: `gtc` rests until it is cancelled; `ioc` fills what it can and ends; `fok` fills entirely or
    #: not at all; `post_only` rests or not at all
    order_type: OrderType
    #: What happens where it meets an order of its own user: that one is cancelled, the rest of this
    #: one, or both; absent: `cancel_maker`
    self_trade: NotRequired[SelfTradeMode]
    #: It never makes the position larger: a buy against contracts of the other outcome, a sell of
    #: what is held; absent: `false`
    reduce_only: NotRequired[bool]
    #: When it ends, in Unix seconds: 1 second to 366 days ahead. 0: never. Only of an order that
    #: may rest; absent: `0`
    expires_at: NotRequired[int]
    #: The most that a buy may cost, in micro-USDC with all fees: its fills stop before they would
    #: cost more, and what is left is cancelled. 0: its price and size are the bound; absent: `0`
    max_cost: NotRequired[int]
    #: In place of `size`: what a buy may take with all fees; it is of as many contracts as that
    #: pays for
    budget_micro_usdc: NotRequired[int]
    #: The builder's own fee, in basis points of what the contracts cost; absent: `0`
    fee_bps: NotRequired[int]


class FullTerms(TypedDict):
    """With any of these the order is of the full form, whose signature covers them."""

    #: What happens where it meets an order of its own user: that one is cancelled, the rest of this
    #: one, or both; absent: `cancel_maker`
    self_trade: NotRequired[SelfTradeMode]
    #: It never makes the position larger: a buy against contracts of the other outcome, a sell of
    #: what is held; absent: `false`
    reduce_only: NotRequired[bool]
    #: When it ends, in Unix seconds: 1 second to 366 days ahead. 0: never. Only of an order that
    #: may rest; absent: `0`
    expires_at: NotRequired[int]
    #: The most that a buy may cost, in micro-USDC with all fees: its fills stop before they would
    #: cost more, and what is left is cancelled. 0: its price and size are the bound; absent: `0`
    max_cost: NotRequired[int]


class CreateEventRequestCategory(TypedDict):
    """What the question is about; its fees follow from it"""

    #: The category
    name: str
    #: Its second part
    sub: str


class ValueRule(TypedDict):
    """A number of the source decides."""

    #: Of a single market: the source says a number
    kind: ValueRuleKind
    #: The market is `yes` where the number is so to the threshold, else `no`
    op: SourceRuleOp
    #: Times 10 to the power of `decimals`
    threshold: int
    #: Of the threshold, and of the number that the source says
    decimals: int
    #: When it is observed, in Unix seconds
    at: int


class WinnerRule(TypedDict):
    """The source names the outcome."""

    #: Of outcomes that exclude each other: the source names one
    kind: WinnerRuleKind


class CreateEventRequestSource(TypedDict):
    """Who may say how it ends, beside operators; it never changes. Without it operators alone propose
    """

    #: Its key, as `/v1/sources` has it
    key: str
    #: What it says, and what follows
    rule: Union[ValueRule, WinnerRule]


class CreateEventRequestOutcomes(TypedDict):
    """CreateEventRequestOutcomes"""

    #: What the outcome is called
    label: str


class ResolutionRulesRequestRules(TypedDict):
    """ResolutionRulesRequestRules"""

    #: The category; `*` stands for every one
    name: str
    #: Its second part; `*` stands for every one
    sub: str
    #: How long a proposed result may be challenged; 0: operators resolve at once
    window_seconds: int
    #: How long what a source proposed may be challenged; absent: as long as others
    source_window_seconds: NotRequired[int]
    #: Exactly what a challenge stakes; 0: users do not challenge
    stake_micro_usdc: int
    #: Per cent of the stake that the dispute fund pays the first challenger who was right
    reward_pct: int
    #: Whether who decides is not who proposed
    second_role: bool


class SeriesTemplateCategory(TypedDict):
    """What the question is about; its fees follow from it"""

    #: The category
    name: str
    #: Its second part
    sub: str


class SeriesValueRule(TypedDict):
    """A number of the source decides, observed when the event ends."""

    #: Of a single market: the source says a number
    kind: ValueRuleKind
    #: The market is `yes` where the number is so to the threshold, else `no`
    op: SourceRuleOp
    #: Times 10 to the power of `decimals`
    threshold: int
    #: Of the threshold, and of the number that the source says
    decimals: int


class SeriesTemplateSource(TypedDict):
    """Who may say how it ends, beside operators; it never changes. Without it operators alone propose
    """

    #: Its key, as `/v1/sources` has it
    key: str
    #: What it says, and what follows
    rule: Union[SeriesValueRule, WinnerRule]


class SeriesTemplateOutcomes(TypedDict):
    """SeriesTemplateOutcomes"""

    #: What the outcome is called
    label: str


class SeriesTemplate(TypedDict):
    """What its events have in common. In question, description and rules `{start}` and `{end}` stand
    for their times.
    """

    #: What is traded
    question: str
    #: What it is about, in words; absent: `""`
    description: NotRequired[str]
    #: What decides it, to the letter
    rules: NotRequired[str]
    #: Where the result is read: an address or a name
    resolution_source: NotRequired[str]
    #: Where its picture is: an https address of a named host
    image_url: NotRequired[str]
    #: What the question is about; its fees follow from it
    category: SeriesTemplateCategory
    #: Whether at most one of the outcomes comes true; absent: `false`
    mutually_exclusive: NotRequired[bool]
    #: Whether exactly one of outcomes that exclude each other comes true: prices of a void sum to a
    #: dollar then; absent: `false`
    exhaustive: NotRequired[bool]
    #: What a void pays where outcomes do not exclude each other: `void_price`, or the last trade
    #: before a time that the proposal names; `fixed` without it
    void_rule: NotRequired[CreateEventRequestVoidRule]
    #: By the rule `fixed`: what a YES contract pays, in basis points; 5000 without it
    void_price: NotRequired[int]
    #: Who may say how it ends, beside operators; it never changes. Without it operators alone
    #: propose
    source: NotRequired[SeriesTemplateSource]
    #: In place of the category's rate
    fee_bps: NotRequired[int]
    #: One for a question of yes or no, else one for each answer
    outcomes: List[SeriesTemplateOutcomes]


class FeesRequestCategories(TypedDict):
    """FeesRequestCategories"""

    #: The category; `*` stands for every one
    name: str
    #: Its second part; `*` stands for every one
    sub: str
    #: The rate of the protocol fee, see `/v1/fees`
    fee_bps: int
    #: Per cent of the fee that the maker gets
    maker_rebate_pct: int
