# Made of docs/api by `node tools/documents.mjs`. Not to be edited.
"""What the exchange answers."""

from typing import Any, Dict, List, Optional, Union

from pydantic import Field, StrictBool, StrictInt

from ..answer import Answer
from .words import (
    AcceptedWithdrawalStatus,
    AttestedKind,
    CancelReason,
    CancelledOrderStatus,
    CaseOutcome,
    CaseStatus,
    CaseStepWhat,
    ChallengeState,
    Claim,
    ConfirmationState,
    DepositPhase,
    DepositStage,
    ExchangeMode,
    FaucetToken,
    GasActionName,
    GasItemKind,
    LedgerEntryKind,
    MarketStatus,
    MarketVoidRule,
    Network,
    NonceOutcomeOutcome,
    OperatorRole,
    OrderStatus,
    OrderType,
    OutcomeSide,
    RecipientKind,
    RecoveryStatus,
    RefusalCode,
    Resolution,
    SelfTradeMode,
    SettlementType,
    Side,
    SignatureDiagnosisForm,
    SignatureDiagnosisKeyState,
    SignatureDiagnosisProvenBy,
    SignatureDiagnosisSignatureEncoding,
    SignedKind,
    SourceRuleOp,
    SteppedBlockChain,
    TradingKeyChangeState,
    TradingKeyState,
    TreasuryPayoutRecipientKind,
    TreasuryPayoutSource,
    Verdict,
    WithdrawalFailure,
    WithdrawalStatus,
)


class Category(Answer):
    """What the question is about."""

    #: The first part
    name: str
    #: The second part
    sub: str


class OutcomeEntry(Answer):
    """One outcome of a question, which is a market of its own."""

    #: What this outcome is called
    label: str
    #: Its market, which orders name: 32 bytes in hex
    market_id: str
    #: Orders are taken while it is `active`
    status: MarketStatus
    #: Its result that is proposed or disputed: `/v1/cases`
    case_id: Optional[StrictInt] = Field(...)
    #: Until when the proposed result may be challenged, in Unix seconds; null where none is
    #: proposed
    due: Optional[StrictInt] = Field(...)
    #: Whether it expired 72 hours ago or more, and nothing was proposed; to the hour
    overdue: StrictBool
    #: `chance`, or 5000 where it is null, in basis points of a dollar
    yes_price: StrictInt
    #: Of YES: the midpoint of the bid and the ask that 20 contracts stand behind while they are at
    #: most 1000 apart, else of the last trade if these support it, see docs/protocol/http.md, in
    #: basis points of a dollar; null where nobody has put money behind one
    chance: Optional[StrictInt] = Field(...)
    #: The best bid for YES, in basis points of a dollar; 0 where nobody bids
    yes_bid: StrictInt
    #: The best offer of YES, in basis points of a dollar; 10000 where nobody offers
    yes_ask: StrictInt
    #: Of the last trade, of YES, in basis points of a dollar; null before the first
    last_price: Optional[StrictInt] = Field(...)
    #: Contracts traded so far
    volume: StrictInt
    #: The last price less the one a day ago, in basis points of a dollar; of a market that is
    #: younger, less that of its first trade. Null before the first, and for moments after the start
    #: of a gateway
    change_24h_bps: Optional[StrictInt] = Field(...)
    #: Contracts traded in the last 24 hours: in this hour and the 23 before it. Null for moments
    #: after the start of a gateway
    volume_24h: Optional[StrictInt] = Field(...)
    #: The last price of YES of each of these hours, oldest first; null before the first trade
    sparkline: List[Optional[StrictInt]]
    #: Pairs of contracts that exist
    open_interest: StrictInt
    #: How it came out; null before
    resolution: Optional[Resolution] = Field(...)
    #: What a YES contract paid, in basis points of a dollar; null before
    resolution_price: Optional[StrictInt] = Field(...)
    #: When it was decided, in Unix seconds; null before
    resolved_at: Optional[StrictInt] = Field(...)
    #: What its holders were paid, all of them together, in micro-USDC; null before
    paid_micro_usdc: Optional[StrictInt] = Field(...)


class EventEntry(Answer):
    """A question with its outcomes, as lists show it."""

    #: The event
    event_id: str
    #: What is traded
    question: str
    category: Category
    #: Whether at most one of its outcomes comes true
    mutually_exclusive: StrictBool
    #: Where its picture is: an https address of a named host; null: not given
    image_url: Optional[str] = Field(...)
    #: The rate of the protocol fee that takers pay, see `/v1/fees`
    fee_bps: StrictInt
    #: Per cent of it that the maker gets
    maker_rebate_pct: StrictInt
    #: When its markets close, in Unix seconds
    expiry: StrictInt
    #: When they open, in Unix seconds; null: at once
    opens_at: Optional[StrictInt] = Field(...)
    #: When the event was made, in Unix seconds
    created_at: StrictInt
    #: `active` if any of its markets is
    status: MarketStatus
    #: Contracts traded so far, in all of its markets
    volume: StrictInt
    #: Contracts traded in the last 24 hours, in all of its markets; null while not known
    volume_24h: Optional[StrictInt] = Field(...)
    #: One for a question of yes or no, else one for each answer
    outcomes: List[OutcomeEntry]


class MarketsPage(Answer):
    """A page of markets."""

    #: In the order of `sort`, one entry a question
    markets: List[EventEntry]
    #: Goes into `before` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class EventsPage(Answer):
    """A page of events."""

    #: In the order of `sort`
    events: List[EventEntry]
    #: Goes into `before` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class CategoriesCategoriesSubs(Answer):
    """CategoriesCategoriesSubs"""

    #: The second part
    sub: str
    #: How many questions it has
    events: StrictInt
    #: How many of them are `active`
    active: StrictInt


class CategoriesCategories(Answer):
    """CategoriesCategories"""

    #: The first part, as `category` takes it
    name: str
    #: How many questions it has
    events: StrictInt
    #: How many of them are `active`
    active: StrictInt
    #: Most active first
    subs: List[CategoriesCategoriesSubs]


class Categories(Answer):
    """What questions are about."""

    #: Most active first, then by name; at most 200, with 100 subs each
    categories: List[CategoriesCategories]
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class EventResolutionRules(Answer):
    """How its result comes about, as the rules were when it was made."""

    #: How long a proposed result may be challenged; 0: operators resolve at once
    window_seconds: StrictInt
    #: How long what a source proposed may be challenged
    source_window_seconds: StrictInt
    #: Exactly what a challenge stakes, in micro-USDC; 0: users do not challenge
    stake_micro_usdc: StrictInt
    #: Per cent of the stake that the dispute fund pays the first challenger who was right
    reward_pct: StrictInt
    #: Whether who decides is not who proposed
    second_role: StrictBool


class SourceRule(Answer):
    """What a source is to say, and what follows."""

    #: `value`: a number is compared; `winner`: the outcome that came true is named. The others are
    #: null then
    kind: AttestedKind
    #: The market is `yes` where the value is so to the threshold
    op: Optional[SourceRuleOp] = Field(...)
    #: Times 10 to the power of `decimals`
    threshold: Optional[StrictInt] = Field(...)
    #: Of the threshold, and of the value that is attested
    decimals: Optional[StrictInt] = Field(...)
    #: When it is to be observed, in Unix seconds
    at: Optional[StrictInt] = Field(...)


class EventSource(Answer):
    """Who may say how it ends, beside operators. It never changes."""

    #: Its key: `/v1/sources` says whose that is: 32 bytes in base58
    key: str
    rule: SourceRule


class Market(Answer):
    """One market, with its prices in both outcomes."""

    #: The event
    event_id: str
    #: What is traded
    question: str
    category: Category
    #: Whether at most one of its outcomes comes true
    mutually_exclusive: StrictBool
    #: Where its picture is: an https address of a named host; null: not given
    image_url: Optional[str] = Field(...)
    #: The rate of the protocol fee that takers pay, see `/v1/fees`
    fee_bps: StrictInt
    #: Per cent of it that the maker gets
    maker_rebate_pct: StrictInt
    #: When its markets close, in Unix seconds
    expiry: StrictInt
    #: When they open, in Unix seconds; null: at once
    opens_at: Optional[StrictInt] = Field(...)
    #: When the event was made, in Unix seconds
    created_at: StrictInt
    #: What it is about, in words; may be empty
    description: str
    #: What decides it, to the letter; null: not given
    rules: Optional[str] = Field(...)
    #: Where the result is read: an address or a name; null: not given
    resolution_source: Optional[str] = Field(...)
    resolution_rules: EventResolutionRules
    #: Who may say how it ends, beside operators; null: nobody
    source: Optional[EventSource] = Field(...)
    #: What a void pays: a fixed price, the last trade before a time that the proposal names, or
    #: shares of the outcomes that exclude each other
    void_rule: MarketVoidRule
    #: What a YES contract pays in a void by the rule `fixed`, in basis points of a dollar; else
    #: null
    void_price: Optional[StrictInt] = Field(...)
    #: Whether exactly one of its outcomes comes true
    exhaustive: StrictBool
    #: What this outcome is called
    label: str
    #: Its market, which orders name: 32 bytes in hex
    market_id: str
    #: Orders are taken while it is `active`
    status: MarketStatus
    #: Its result that is proposed or disputed: `/v1/cases`
    case_id: Optional[StrictInt] = Field(...)
    #: Until when the proposed result may be challenged, in Unix seconds; null where none is
    #: proposed
    due: Optional[StrictInt] = Field(...)
    #: Whether it expired 72 hours ago or more, and nothing was proposed; to the hour
    overdue: StrictBool
    #: `chance`, or 5000 where it is null, in basis points of a dollar
    yes_price: StrictInt
    #: Of YES: the midpoint of the bid and the ask that 20 contracts stand behind while they are at
    #: most 1000 apart, else of the last trade if these support it, see docs/protocol/http.md, in
    #: basis points of a dollar; null where nobody has put money behind one
    chance: Optional[StrictInt] = Field(...)
    #: The best bid for YES, in basis points of a dollar; 0 where nobody bids
    yes_bid: StrictInt
    #: The best offer of YES, in basis points of a dollar; 10000 where nobody offers
    yes_ask: StrictInt
    #: Of the last trade, of YES, in basis points of a dollar; null before the first
    last_price: Optional[StrictInt] = Field(...)
    #: Contracts traded so far
    volume: StrictInt
    #: The last price less the one a day ago, in basis points of a dollar; of a market that is
    #: younger, less that of its first trade. Null before the first, and for moments after the start
    #: of a gateway
    change_24h_bps: Optional[StrictInt] = Field(...)
    #: Contracts traded in the last 24 hours: in this hour and the 23 before it. Null for moments
    #: after the start of a gateway
    volume_24h: Optional[StrictInt] = Field(...)
    #: The last price of YES of each of these hours, oldest first; null before the first trade
    sparkline: List[Optional[StrictInt]]
    #: Pairs of contracts that exist
    open_interest: StrictInt
    #: How it came out; null before
    resolution: Optional[Resolution] = Field(...)
    #: What a YES contract paid, in basis points of a dollar; null before
    resolution_price: Optional[StrictInt] = Field(...)
    #: When it was decided, in Unix seconds; null before
    resolved_at: Optional[StrictInt] = Field(...)
    #: What its holders were paid, all of them together, in micro-USDC; null before
    paid_micro_usdc: Optional[StrictInt] = Field(...)
    #: 10000 - `yes_price`, in basis points of a dollar
    no_price: StrictInt
    #: The best bid for NO: 10000 - `yes_ask`, in basis points of a dollar
    no_bid: StrictInt
    #: The best offer of NO: 10000 - `yes_bid`, in basis points of a dollar
    no_ask: StrictInt
    #: This one, as lists show it
    outcomes: List[OutcomeEntry]
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class EventDetail(Answer):
    """An event with all of its outcomes."""

    #: The event
    event_id: str
    #: What is traded
    question: str
    category: Category
    #: Whether at most one of its outcomes comes true
    mutually_exclusive: StrictBool
    #: Where its picture is: an https address of a named host; null: not given
    image_url: Optional[str] = Field(...)
    #: The rate of the protocol fee that takers pay, see `/v1/fees`
    fee_bps: StrictInt
    #: Per cent of it that the maker gets
    maker_rebate_pct: StrictInt
    #: When its markets close, in Unix seconds
    expiry: StrictInt
    #: When they open, in Unix seconds; null: at once
    opens_at: Optional[StrictInt] = Field(...)
    #: When the event was made, in Unix seconds
    created_at: StrictInt
    #: `active` if any of its markets is
    status: MarketStatus
    #: Contracts traded so far, in all of its markets
    volume: StrictInt
    #: Contracts traded in the last 24 hours, in all of its markets; null while not known
    volume_24h: Optional[StrictInt] = Field(...)
    #: One for a question of yes or no, else one for each answer
    outcomes: List[OutcomeEntry]
    #: What it is about, in words; may be empty
    description: str
    #: What decides it, to the letter; null: not given
    rules: Optional[str] = Field(...)
    #: Where the result is read: an address or a name; null: not given
    resolution_source: Optional[str] = Field(...)
    resolution_rules: EventResolutionRules
    #: Who may say how it ends, beside operators; null: nobody
    source: Optional[EventSource] = Field(...)
    #: What a void pays: a fixed price, the last trade before a time that the proposal names, or
    #: shares of the outcomes that exclude each other
    void_rule: MarketVoidRule
    #: What a YES contract pays in a void by the rule `fixed`, in basis points of a dollar; else
    #: null
    void_price: Optional[StrictInt] = Field(...)
    #: Whether exactly one of its outcomes comes true
    exhaustive: StrictBool
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class BookLevel(Answer):
    """All that rests at one price."""

    #: Of this level, in basis points of a dollar
    price: StrictInt
    #: Contracts that rest at it
    size: StrictInt
    #: Orders that they belong to
    orders: StrictInt


class BookSides(Answer):
    """The two sides of one outcome."""

    #: Buyers, the highest price first
    bids: List[BookLevel]
    #: Sellers, the lowest price first
    asks: List[BookLevel]


class Book(Answer):
    """The order book of a market: one book, shown in both outcomes."""

    #: The market: 32 bytes in hex
    market_id: str
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt
    #: Orders are taken while it is `active`
    status: MarketStatus
    #: Of YES contracts
    yes: BookSides
    #: The exact mirror of `yes`: a bid for YES at p is an offer of NO at 10000 - p
    no: BookSides
    #: Between the best bid and the best ask for YES, rounded down, in basis points of a dollar;
    #: null where a side is empty
    midpoint: Optional[StrictInt] = Field(...)
    #: Between the same two, in basis points of a dollar; null where a side is empty
    spread: Optional[StrictInt] = Field(...)
    #: Of the last trade, of YES, in basis points of a dollar; null before the first
    last_price: Optional[StrictInt] = Field(...)


class Trade(Answer):
    """A fill as history has it: `size` and `time` where a live fill says `quantity` and `timestamp`.
    """

    #: Counts all trades of the exchange
    trade_id: StrictInt
    #: What one contract of the taker's outcome cost, in basis points of a dollar
    price: StrictInt
    #: The taker's
    outcome: OutcomeSide
    #: Whether the taker bought or sold
    taker_side: Side
    #: Whether the maker bought or sold
    maker_side: Side
    #: The maker's: the other one where contracts were minted or merged
    maker_outcome: OutcomeSide
    #: What one contract of the maker's outcome cost, in basis points of a dollar
    maker_price: StrictInt
    #: `transfer`: contracts changed hands; `mint`: two buyers made pairs; `merge`: two sellers
    #: ended pairs
    settlement_type: SettlementType
    #: The protocol fee that the taker paid, in micro-USDC
    taker_fee: StrictInt
    #: What of it the maker got, in micro-USDC
    maker_rebate: StrictInt
    #: What the taker's builder charged, in micro-USDC
    builder_fee: StrictInt
    #: The taker's builder: the public id of its API key, "" where there is no builder
    builder_api_key: str
    #: What the maker's builder charged, in micro-USDC
    maker_builder_fee: StrictInt
    #: The maker's builder: the public id of its API key, "" where there is no builder
    maker_builder_api_key: str
    #: The maker's public key: 32 bytes in base58
    maker: str
    #: The taker's public key: 32 bytes in base58
    taker: str
    #: The maker's order
    maker_order_id: StrictInt
    #: The taker's order
    taker_order_id: StrictInt
    #: The market: 32 bytes in hex
    market_id: str
    #: Contracts
    size: StrictInt
    #: When it was traded, in Unix seconds
    time: StrictInt
    #: The command's place in the order of all commands
    seq: StrictInt


class TradesPage(Answer):
    """A page of trades."""

    #: Newest first
    trades: List[Trade]
    #: Goes into `before` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool


class Candle(Answer):
    """The trades of one bucket of time."""

    #: Opening of the bucket, in Unix seconds
    time: StrictInt
    #: Of the first trade, of YES, in basis points of a dollar
    open: StrictInt
    #: Highest, of YES, in basis points of a dollar
    high: StrictInt
    #: Lowest, of YES, in basis points of a dollar
    low: StrictInt
    #: Of the last trade, of YES, in basis points of a dollar; an empty bucket carries the one
    #: before
    close: StrictInt
    #: Contracts traded
    volume: StrictInt
    #: Sum of size times YES price, in micro-USDC; null beyond 2^53 - 1
    notional: Optional[StrictInt] = Field(...)
    #: How many trades
    trades: StrictInt


class Candles(Answer):
    """The price history of a market. It outlives the resolution."""

    #: Oldest first, without gaps from the first trade on: an empty bucket has volume 0
    candles: List[Candle]


class Series(Answer):
    """Events that are alike, of which one begins each period."""

    #: The series
    series_id: str
    #: What its events have in common; `{start}` and `{end}` stand for their times
    event: Dict[str, Any]
    #: From one start to the next
    period_seconds: StrictInt
    #: When its first event begins, in Unix seconds
    first_start: StrictInt
    #: How long before it begins an event is made
    lead_seconds: StrictInt
    #: No event begins then or later, in Unix seconds; null: it goes on
    ends_at: Optional[StrictInt] = Field(...)
    #: Those that are made, or are about to be, and have not begun: next first
    events_ahead: List[str]


class CasePrices(Answer):
    """CasePrices"""

    #: The market: 32 bytes in hex
    market_id: str
    #: How it comes out
    outcome: Resolution
    #: What a YES contract of it pays, in basis points of a dollar
    price: StrictInt


class Challenge(Answer):
    """A user’s word, with a stake, that a proposed result is wrong."""

    #: The challenge
    challenge_id: StrictInt
    #: The result that is claimed instead
    claim: Claim
    #: Of the claim `winner`: the market: 32 bytes in hex
    claim_market: Optional[str] = Field(...)
    #: Why, as the user says it
    reason: str
    #: What was signed of the reason: its SHA-256: 32 bytes in hex
    reason_sha256: str
    #: What is staked, in micro-USDC
    stake_micro_usdc: StrictInt
    #: Of the stake: held, given back, forfeited to the dispute fund, or given back with a reward
    state: ChallengeState
    #: What it was rewarded with, in micro-USDC
    reward_micro_usdc: Optional[StrictInt] = Field(...)
    #: Who challenged; null but for that user and for operators: 32 bytes in base58
    user: Optional[str] = Field(...)
    #: When, in Unix seconds
    at: StrictInt
    #: The command that challenged
    seq: StrictInt


class CaseDecision(Answer):
    """The last decision about a disputed result."""

    #: What was decided
    verdict: Verdict
    #: The operator
    by: str
    #: Why
    reason: str
    #: Where that can be seen
    reason_url: Optional[str] = Field(...)
    #: When, in Unix seconds
    at: StrictInt
    #: The command's place in the order of all commands
    seq: StrictInt


class CaseStepPrices(Answer):
    """CaseStepPrices"""

    #: The market: 32 bytes in hex
    market_id: str
    #: How it comes out
    outcome: Resolution
    #: What a YES contract of it pays, in basis points of a dollar
    price: StrictInt


class CaseStep(Answer):
    """A step of a case."""

    #: What happened; `corrected`: another proposal, whose case has the `seq` as its id, took its
    #: place; `attested`: a source says the same; `contradicted`: a source says something else, or
    #: another thing than before
    what: CaseStepWhat
    #: The operator, or `source:` and the name of a source; null: a user, or the time
    by: Optional[str] = Field(...)
    #: Why, where somebody else than a user said it
    reason: Optional[str] = Field(...)
    #: The result that is proposed or decided, if one is
    outcome: Optional[CaseOutcome] = Field(...)
    #: Of an event: the market that came true, if any: 32 bytes in hex
    winner: Optional[str] = Field(...)
    #: What its markets pay by that result
    prices: Optional[List[CaseStepPrices]] = Field(...)
    #: Of a void at the last trade: its price is that of the last one before, in Unix seconds
    price_as_of: Optional[StrictInt] = Field(...)
    #: When, in Unix seconds
    at: StrictInt
    #: The command's place in the order of all commands
    seq: StrictInt


class Case(Answer):
    """The way of a result: proposed, perhaps challenged, decided, paid."""

    #: The case
    case_id: StrictInt
    #: The event
    event_id: str
    #: The market; null: all of the event: 32 bytes in hex
    market_id: Optional[str] = Field(...)
    #: What it is now
    status: CaseStatus
    #: 1; 2 after a decision that proposed another result
    round: StrictInt
    #: What is proposed: of a market `yes`, `no` or `void`; of an event `winner` or `void`
    outcome: CaseOutcome
    #: Of an event: the market that came true, if any: 32 bytes in hex
    winner: Optional[str] = Field(...)
    #: What its markets pay, in order of their creation
    prices: List[CasePrices]
    #: The operator whose result it is, or `source:` and the name of a source
    by: str
    #: The source whose result it is, if it is one’s
    source: Optional[str] = Field(...)
    #: Where the evidence is
    evidence_url: Optional[str] = Field(...)
    #: Its SHA-256: 32 bytes in hex
    evidence_sha256: Optional[str] = Field(...)
    #: Why it is so, as the operator or the source says it
    note: str
    #: When it was proposed first, in Unix seconds
    proposed_at: StrictInt
    #: When it is final unless it is challenged before, in Unix seconds; null while it does not end
    #: by time
    due: Optional[StrictInt] = Field(...)
    #: Whether it has been disputed for 72 hours
    overdue: StrictBool
    #: In the order they came
    challenges: List[Challenge]
    #: The last decision; null before the first
    decision: Optional[CaseDecision] = Field(...)
    #: What holders were paid by it, all together, in micro-USDC
    paid_micro_usdc: Optional[StrictInt] = Field(...)
    #: Oldest first
    history: List[CaseStep]


class CasesPage(Answer):
    """A page of cases."""

    #: Newest first
    cases: List[Case]
    #: Goes into `before` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool


class Challenged(Answer):
    """A challenge whose stake is taken."""

    #: As it was sent
    case_id: StrictInt
    #: The challenge
    challenge_id: StrictInt
    #: As it was sent
    nonce: StrictInt
    #: As it was sent: 16 bytes in hex; null where none was sent
    client_id: Optional[str] = Field(...)
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class Source(Answer):
    """A key that may say how events end that name it."""

    #: What it is called; several keys may have one name
    name: str
    #: The public key that signs what it sees: 32 bytes in base58
    key: str
    #: Where what it sees can be read
    url: str
    #: Who it is, and what it sees
    about: str
    #: Since when no new event may name it, in Unix seconds; null: one may
    retired_at: Optional[StrictInt] = Field(...)


class Sources(Answer):
    """Who may say results."""

    #: All that there ever were, in the order in which they were added
    sources: List[Source]
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class Attested(Answer):
    """The case that an attestation began, agreed with or disputed."""

    #: The case
    case_id: StrictInt
    #: What the case is now
    status: CaseStatus
    #: When it ends unless it is challenged, in Unix seconds; null: not by time
    due: Optional[StrictInt] = Field(...)
    #: 1; 2 after a decision that proposed another result
    round: StrictInt
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class MarketResolution(Answer):
    """How a market comes or came to its result."""

    #: The market: 32 bytes in hex
    market_id: str
    #: Its event
    event_id: str
    #: What the market is now
    status: MarketStatus
    #: How it came out; null before
    outcome: Optional[Resolution] = Field(...)
    #: What a YES contract paid in a void, in basis points of a dollar
    price: Optional[StrictInt] = Field(...)
    #: When it was decided, in Unix seconds; null before
    resolved_at: Optional[StrictInt] = Field(...)
    #: What its holders were paid, all of them together, in micro-USDC
    paid_micro_usdc: Optional[StrictInt] = Field(...)
    resolution_rules: EventResolutionRules
    #: Who may say how it ends, beside operators; null: nobody
    source: Optional[EventSource] = Field(...)
    #: What a void pays: a fixed price, the last trade before a time that the proposal names, or
    #: shares of the outcomes that exclude each other
    void_rule: MarketVoidRule
    #: What a YES contract pays in a void by the rule `fixed`, in basis points of a dollar; else
    #: null
    void_price: Optional[StrictInt] = Field(...)
    #: Whether exactly one of its outcomes comes true
    exhaustive: StrictBool
    #: Results that were proposed of it, the newest 20 first
    cases: List[Case]


class Fill(Answer):
    """A fill as it is answered to the order that took."""

    #: Counts all trades of the exchange
    trade_id: StrictInt
    #: What one contract of the taker's outcome cost, in basis points of a dollar
    price: StrictInt
    #: The taker's
    outcome: OutcomeSide
    #: Whether the taker bought or sold
    taker_side: Side
    #: Whether the maker bought or sold
    maker_side: Side
    #: The maker's: the other one where contracts were minted or merged
    maker_outcome: OutcomeSide
    #: What one contract of the maker's outcome cost, in basis points of a dollar
    maker_price: StrictInt
    #: `transfer`: contracts changed hands; `mint`: two buyers made pairs; `merge`: two sellers
    #: ended pairs
    settlement_type: SettlementType
    #: The protocol fee that the taker paid, in micro-USDC
    taker_fee: StrictInt
    #: What of it the maker got, in micro-USDC
    maker_rebate: StrictInt
    #: What the taker's builder charged, in micro-USDC
    builder_fee: StrictInt
    #: The taker's builder: the public id of its API key, "" where there is no builder
    builder_api_key: str
    #: What the maker's builder charged, in micro-USDC
    maker_builder_fee: StrictInt
    #: The maker's builder: the public id of its API key, "" where there is no builder
    maker_builder_api_key: str
    #: The maker's public key: 32 bytes in base58
    maker: str
    #: The taker's public key: 32 bytes in base58
    taker: str
    #: The maker's order
    maker_order_id: StrictInt
    #: The taker's order
    taker_order_id: StrictInt
    #: Contracts
    quantity: StrictInt
    #: Of the taker's order
    order_type: OrderType
    #: The builder's fee of the taker's order, in basis points
    fee_bps: StrictInt
    #: When it was traded, in Unix seconds
    timestamp: StrictInt


class SubmittedOrder(Answer):
    """The order as its placing left it, with its fills."""

    #: The order
    order_id: StrictInt
    #: The user's public key: 32 bytes in base58
    user: str
    #: The market: 32 bytes in hex
    market_id: str
    #: Whether it buys or sells
    side: Side
    #: Contracts of which outcome
    outcome: OutcomeSide
    #: Its limit, in terms of its own outcome, in basis points of a dollar
    price: StrictInt
    #: Contracts
    size: StrictInt
    #: Contracts filled so far
    filled: StrictInt
    #: `size` - `filled`, also after a cancel
    remaining: StrictInt
    #: How it was placed
    order_type: OrderType
    #: The builder's fee, in basis points
    fee_bps: StrictInt
    #: The builder that sent it: the public id of its API key, "" where there is no builder
    builder_api_key: str
    #: As it was sent
    nonce: StrictInt
    #: `resting` and `partially_filled` are open; `filled`; `cancelled` ended with contracts
    #: unfilled
    status: OrderStatus
    #: Why contracts ended unfilled; null where none did
    cancel_reason: Optional[CancelReason] = Field(...)
    #: What it filled at once, in order
    fills: List[Fill]
    #: The user's own orders that were in its way, and were cancelled
    self_trade_cancelled: List[StrictInt]
    #: As it was sent: 16 bytes in hex; null where none was sent
    client_id: Optional[str] = Field(...)
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class CancelledOrder(Answer):
    """An order that was cancelled."""

    #: The order
    order_id: StrictInt
    #: The market: 32 bytes in hex
    market_id: str
    #: What it is from now on
    status: CancelledOrderStatus
    #: Contracts that will not be filled
    cancelled_size: StrictInt
    #: Contracts that were filled before
    filled_size: StrictInt
    #: What it held of the available balance, and gave back, in micro-USDC
    released_micro_usdc: StrictInt
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class CancelAfter(Answer):
    """The dead man’s switch of a user."""

    #: The user's public key: 32 bytes in base58
    user: str
    #: As it was sent; 0: switched off
    seconds: StrictInt
    #: As it was sent
    nonce: StrictInt
    #: When all open orders are cancelled, in Unix milliseconds; null: switched off
    due_ms: Optional[StrictInt] = Field(...)
    #: As it was sent: 16 bytes in hex; null where none was sent
    client_id: Optional[str] = Field(...)
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class CancelledOrders(Answer):
    """All open orders of a user, cancelled."""

    #: The user's public key: 32 bytes in base58
    user: str
    #: The market; null: all: 32 bytes in hex
    market_id: Optional[str] = Field(...)
    #: As it was sent
    nonce: StrictInt
    #: The orders that were open
    cancelled: List[StrictInt]
    #: How many they are
    count: StrictInt
    #: What they held, and gave back, in micro-USDC
    released_micro_usdc: StrictInt
    #: As it was sent: 16 bytes in hex; null where none was sent
    client_id: Optional[str] = Field(...)
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class OperationResult(Answer):
    """What became of one operation."""

    #: What its own endpoint would have answered with
    status: StrictInt
    #: Whether it is the answer of an earlier, equal operation
    replayed: StrictBool
    #: The body of that answer, or of that error
    body: Dict[str, Any]


class BatchResults(Answer):
    """What became of each operation: one that is refused stops none of the others."""

    #: In the order of the operations
    results: List[OperationResult]


class Redeemed(Answer):
    """Pairs of contracts that were redeemed for 1 USD each."""

    #: The market: 32 bytes in hex
    market_id: str
    #: Pairs that were redeemed: as many YES as NO are gone
    size: StrictInt
    #: What was paid for them, in micro-USDC
    paid_micro_usdc: StrictInt
    #: As it was sent
    nonce: StrictInt
    #: As it was sent: 16 bytes in hex; null where none was sent
    client_id: Optional[str] = Field(...)
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class TradingKeyChange(Answer):
    """A trading key that was allowed, or revoked."""

    #: The account: 32 bytes in base58
    account: str
    #: The key that may trade for the account: 32 bytes in base58
    trading_key: str
    #: When it ends by itself, in Unix seconds
    until: StrictInt
    #: Of the text that allowed it
    nonce: StrictInt
    #: What it may spend on a UTC day, with fees and what its buys lock, in micro-USDC
    at_most: Optional[StrictInt] = Field(...)
    #: How far from the market's price it may trade, in basis points
    price_band: Optional[StrictInt] = Field(...)
    #: Whether it may redeem pairs
    redeem: Optional[StrictBool] = Field(...)
    #: `active`: it may trade from now on
    state: TradingKeyChangeState
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class TradingKey(Answer):
    """A trading key of an account."""

    #: The key that may trade for the account: 32 bytes in base58
    trading_key: str
    #: When it ends by itself, in Unix seconds
    until: StrictInt
    #: Of the text that allowed it
    nonce: StrictInt
    #: What it may spend on a UTC day, with fees and what its buys lock, in micro-USDC
    at_most: StrictInt
    #: How far from the market's price it may trade, in basis points
    price_band: StrictInt
    #: Whether it may redeem pairs
    redeem: StrictBool
    #: What of `at_most` it has spent today, what its buys lock included, in micro-USDC; null: it
    #: has ended
    used: Optional[StrictInt] = Field(...)
    #: `active`: it may trade; else how it ended: `replaced` by a later text that allows the same
    #: key
    state: TradingKeyState
    #: When it was allowed, in Unix seconds
    allowed_at: StrictInt
    #: When it ended, in Unix seconds; null: it may trade
    ended_at: Optional[StrictInt] = Field(...)


class TradingKeyList(Answer):
    """The trading keys of an account."""

    #: The account: 32 bytes in base58
    account: str
    #: Those that may trade, newest first; then those that ended within 30 days, latest first, at
    #: most 16
    trading_keys: List[TradingKey]
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class MessageField(Answer):
    """A field of a signed message."""

    #: The field, as requests call it; of a text its line, e.g. `line 4`
    name: str
    #: Its first byte
    offset: StrictInt
    #: Its bytes
    length: StrictInt
    #: The bytes that belong there, in hex
    hex: str
    #: What they say
    value: str


class MessageDifference(Answer):
    """A field that was signed otherwise."""

    #: The field, as requests call it; of a text its line, e.g. `line 4`
    name: str
    #: Its first byte
    offset: StrictInt
    #: Its bytes
    length: StrictInt
    #: The bytes that belong there, in hex
    expected_hex: str
    #: What they say
    expected: str
    #: The bytes that were signed
    given_hex: str
    #: What these say
    given: str


class SigningMistake(Answer):
    """A usual mistake that explains what was signed."""

    #: What programs read. New ones may be added
    code: str
    #: What was done, and what is right
    explanation: str


class SignatureDiagnosis(Answer):
    """What should have been signed, and what was."""

    #: The kind of message
    kind: SignedKind
    #: The network, which some messages name
    network: Network
    #: Whose account it is: 32 bytes in base58
    user: str
    #: Whose signature it must be: the user, or a trading key: 32 bytes in base58
    signer: str
    #: What the signer is: the `owner`, a trading key that is `active` or how it ended, or `unknown`
    #: to the account
    key_state: SignatureDiagnosisKeyState
    #: The canonical bytes, in hex: exactly these are signed
    message: str
    #: The text that `message` is; null where it is none
    text: Optional[str] = Field(...)
    #: The text in the off-chain envelope, in hex; null: no text
    envelope: Optional[str] = Field(...)
    #: In which form of the text the signature holds; null: in none
    form: Optional[SignatureDiagnosisForm] = Field(...)
    #: How many bytes that is
    message_bytes: StrictInt
    #: Their SHA-256: 32 bytes in hex
    message_hash: str
    #: The message field by field
    fields_: List[MessageField] = Field(..., alias="fields")
    #: Whether the signature is the signer’s over the canonical bytes; null where none was given
    verifies: Optional[StrictBool] = Field(...)
    #: The encoding that the signature came in; endpoints take `hex` alone
    signature_encoding: Optional[SignatureDiagnosisSignatureEncoding] = Field(...)
    #: Whether it is the signer’s over the given bytes; null where either is missing
    verifies_over_given: Optional[StrictBool] = Field(...)
    #: The kind of message that has as many bytes as were given
    given_kind: Optional[SignedKind] = Field(...)
    #: The first byte that was signed otherwise, of `message`, or of `envelope` where that was
    #: given; null: none
    first_difference: Optional[StrictInt] = Field(...)
    #: Fields that were signed otherwise; null where no bytes of this length were given
    differences: Optional[List[MessageDifference]] = Field(...)
    #: The usual mistakes that explain it, all of them together
    mistakes: List[SigningMistake]
    #: What shows it: the signature holds over the bytes that the mistakes make, or they are the
    #: bytes given
    proven_by: Optional[SignatureDiagnosisProvenBy] = Field(...)
    #: What to do
    next: str


class PreviewFill(Answer):
    """A fill as it would be. Whose order it would be with is shown when it trades."""

    #: Contracts
    quantity: StrictInt
    #: What one contract of the taker's outcome cost, in basis points of a dollar
    price: StrictInt
    #: The taker's
    outcome: OutcomeSide
    #: Whether the taker bought or sold
    taker_side: Side
    #: Whether the maker bought or sold
    maker_side: Side
    #: The maker's: the other one where contracts were minted or merged
    maker_outcome: OutcomeSide
    #: What one contract of the maker's outcome cost, in basis points of a dollar
    maker_price: StrictInt
    #: `transfer`: contracts changed hands; `mint`: two buyers made pairs; `merge`: two sellers
    #: ended pairs
    settlement_type: SettlementType
    #: The protocol fee that the taker paid, in micro-USDC
    taker_fee: StrictInt
    #: What of it the maker got, in micro-USDC
    maker_rebate: StrictInt
    #: What the taker's builder charged, in micro-USDC
    builder_fee: StrictInt


class PreviewOrder(Answer):
    """How the order would end up if nothing refused it."""

    #: As asked for, or as many contracts as the budget pays for
    size: StrictInt
    #: As a placed order says it
    status: OrderStatus
    #: Contracts that would be filled at once
    filled: StrictInt
    #: `size` - `filled`
    remaining: StrictInt
    #: Why contracts would end unfilled
    cancel_reason: Optional[CancelReason] = Field(...)
    #: What a filled contract would cost on average, in basis points of a dollar; rounded down, null
    #: without a fill
    average_price: Optional[StrictInt] = Field(...)
    #: In order, at most 1,000
    fills: List[PreviewFill]
    #: The user's own orders that would be cancelled on the way
    self_trade_cancelled: List[StrictInt]
    #: The protocol fee of all fills, in micro-USDC
    taker_fee: StrictInt
    #: The builder's fee of all fills, in micro-USDC
    builder_fee: StrictInt
    #: What the fills cost a buy, or bring a sell, in micro-USDC; before fees
    cost_micro_usdc: StrictInt
    #: What a buy would lock for its part that rests, in micro-USDC
    locked_micro_usdc: StrictInt
    #: Contracts that a sell would lock for its part that rests
    locked_contracts: StrictInt
    #: What the own orders that are cancelled would give back, in micro-USDC
    released_micro_usdc: StrictInt


class PreviewRefusal(Answer):
    """The error that the order would be answered with."""

    #: As it was answered
    code: RefusalCode
    #: The sentence of the code
    message: str
    #: The facts of it, by name
    details: Dict[str, Any]


class Preview(Answer):
    """What an order would come to as the next command, and what would refuse it."""

    #: How the order would end up, were it not refused; null where that cannot be said, as in a halt
    order: Optional[PreviewOrder] = Field(...)
    #: Why it would be refused; null: it would not
    refusal: Optional[PreviewRefusal] = Field(...)
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class Balance(Answer):
    """The money of a user. An unknown user has zeros."""

    #: What can be spent or withdrawn, in micro-USDC
    available: StrictInt
    #: What open buy orders hold, in micro-USDC
    locked: StrictInt
    #: `available` + `locked`, in micro-USDC
    total: StrictInt
    #: What withdrawals under way hold, in micro-USDC; no part of `total`
    withdrawing: StrictInt
    #: Unpaid gas: while it is not 0, nothing can be withdrawn, in micro-USDC
    gas_debt: StrictInt
    #: Stakes of challenges that are open, in micro-USDC; no part of `total`
    staked: StrictInt
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class Position(Answer):
    """What a user holds in a market. A user who never traded has zeros."""

    #: The market: 32 bytes in hex
    market_id: str
    #: YES contracts held, those in open sell orders included
    yes_contracts: StrictInt
    #: NO contracts held, those in open sell orders included
    no_contracts: StrictInt
    #: Of the YES contracts those in open sell orders
    yes_locked: StrictInt
    #: Of the NO contracts those in open sell orders
    no_locked: StrictInt
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class HeldPosition(Answer):
    """A user's position in a market, at average cost. `realised` - `yes_cost` - `no_cost` - `fees` is
    the sum of the user's ledger entries in the market.
    """

    #: The market: 32 bytes in hex
    market_id: str
    #: The event
    event_id: str
    #: The event's question
    question: str
    #: The outcome that the market is about
    label: str
    #: What the market has come to
    market_status: MarketStatus
    #: How it was resolved
    resolution: Optional[Resolution] = Field(...)
    #: Of a void: what a YES contract was worth, in basis points of a dollar
    resolution_price: Optional[StrictInt] = Field(...)
    #: YES contracts held, those in open sell orders included
    yes_contracts: StrictInt
    #: Average price of the YES contracts: what they were bought for, without fees, rounded up, in
    #: basis points of a dollar; null without any
    yes_average_price: Optional[StrictInt] = Field(...)
    #: What the YES contracts held were bought for, without fees, in micro-USDC
    yes_cost: StrictInt
    #: NO contracts held, those in open sell orders included
    no_contracts: StrictInt
    #: Average price of the NO contracts: what they were bought for, without fees, rounded up, in
    #: basis points of a dollar; null without any
    no_average_price: Optional[StrictInt] = Field(...)
    #: What the NO contracts held were bought for, without fees, in micro-USDC
    no_cost: StrictInt
    #: What contracts brought that were sold, redeemed or paid out, less their average cost, without
    #: fees, in micro-USDC; null beyond 2^53 - 1
    realised: Optional[StrictInt] = Field(...)
    #: Protocol and builder fees paid in the market, less maker rebates, in micro-USDC; below 0 if
    #: the rebates were more
    fees: StrictInt
    #: The command of the user's first trade in the market
    opened_seq: StrictInt
    #: The last command that changed the position
    updated_seq: StrictInt
    #: When it was carried out, in Unix seconds
    updated_at: StrictInt


class PositionsPage(Answer):
    """The positions of a user in all markets, with what they cost and brought. An unknown user has
    none.
    """

    #: Last opened first
    positions: List[HeldPosition]
    #: History has followed the engine up to this command
    seq: StrictInt
    #: Goes into `before` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool


class Nonces(Answer):
    """The highest nonce a user has used, of each kind; 0 where none was. The next is any higher one.
    """

    #: The user's public key: 32 bytes in base58
    public_key: str
    #: Of orders
    order: StrictInt
    #: Of cancel-alls
    cancel_all: StrictInt
    #: Of withdrawals
    withdraw: StrictInt
    #: Of recoveries of deposits
    recover: StrictInt
    #: Of the dead man’s switch
    cancel_after: StrictInt
    #: Of texts about trading keys
    trading_key: StrictInt
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class Order(Answer):
    """An order as it stands."""

    #: The order
    order_id: StrictInt
    #: The user's public key: 32 bytes in base58
    user: str
    #: The market: 32 bytes in hex
    market_id: str
    #: Whether it buys or sells
    side: Side
    #: Contracts of which outcome
    outcome: OutcomeSide
    #: Its limit, in terms of its own outcome, in basis points of a dollar
    price: StrictInt
    #: Contracts
    size: StrictInt
    #: Contracts filled so far
    filled: StrictInt
    #: `size` - `filled`, also after a cancel
    remaining: StrictInt
    #: How it was placed
    order_type: OrderType
    #: The builder's fee, in basis points
    fee_bps: StrictInt
    #: The builder that sent it: the public id of its API key, "" where there is no builder
    builder_api_key: str
    #: As it was sent
    nonce: StrictInt
    #: `resting` and `partially_filled` are open; `filled`; `cancelled` ended with contracts
    #: unfilled
    status: OrderStatus
    #: Why contracts ended unfilled; null where none did
    cancel_reason: Optional[CancelReason] = Field(...)
    #: The command that placed it
    seq: StrictInt
    #: When it was placed, in Unix seconds
    created_at: StrictInt
    #: Of an open order in the full form. What happens where it meets an order of its own user: that
    #: one is cancelled, the rest of this one, or both
    self_trade: Optional[SelfTradeMode] = None
    #: Of an open order in the full form. It never makes the position larger: a buy against
    #: contracts of the other outcome, a sell of what is held
    reduce_only: Optional[StrictBool] = None
    #: Of an open order in the full form. When it ends, in Unix seconds: 1 second to 366 days ahead.
    #: 0: never. Only of an order that may rest
    expires_at: Optional[StrictInt] = None
    #: Of an open order in the full form. The most that a buy may cost, in micro-USDC with all fees:
    #: its fills stop before they would cost more, and what is left is cancelled. 0: its price and
    #: size are the bound
    max_cost: Optional[StrictInt] = None


class OrdersPage(Answer):
    """A page of orders."""

    #: Newest first
    orders: List[Order]
    #: Goes into `before` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool


class Refusal(Answer):
    """A refusal that used a nonce up."""

    #: As it was answered
    code: RefusalCode
    #: The sentence of the code
    message: str
    #: The facts of it, by name
    details: Dict[str, Any]
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class NonceOutcome(Answer):
    """What became of the order, change of an order, redemption or challenge that was sent under a
    nonce.
    """

    #: As it was asked
    nonce: StrictInt
    #: Of the request that used it, as long as the engine remembers it: 16 bytes in hex; null where
    #: none was sent
    client_id: Optional[str] = Field(...)
    #: Which of the four below it came to
    outcome: NonceOutcomeOutcome
    #: The order that it placed or changed, as it is now
    order: Optional[Order] = Field(...)
    #: The refusal
    refusal: Optional[Refusal] = Field(...)
    #: The pairs that it redeemed
    redemption: Optional[Redeemed] = Field(...)
    #: The challenge it made
    challenge: Optional[Challenged] = Field(...)


class LedgerEntry(Answer):
    """One movement of a user's money. Locking and unlocking it moves none."""

    #: The command that moved the money
    seq: StrictInt
    #: Which of the events of that command it was
    event_index: StrictInt
    #: When it was carried out, in Unix seconds
    time: StrictInt
    #: Why the money moved
    kind: LedgerEntryKind
    #: What came or, below 0, went, fees included, in micro-USDC
    amount: StrictInt
    #: The total after it: available and locked, in micro-USDC
    balance: StrictInt
    #: The trade
    trade_id: Optional[StrictInt] = Field(...)
    #: The market of a payout or a redemption: 32 bytes in hex
    market_id: Optional[str] = Field(...)
    #: The withdrawal: 32 bytes in hex
    withdrawal_id: Optional[str] = Field(...)
    #: The vault's transaction of a deposit: its signature in base58
    tx_signature: Optional[str] = Field(...)


class LedgerPage(Answer):
    """A user's statement: every movement of its money, each with the total that it left."""

    #: Newest first
    entries: List[LedgerEntry]
    #: Goes into `before` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool


class UserAllowanceRatesOrders(Answer):
    """Orders, changes and redemptions; operations of a batch each"""

    #: How many on average
    requests: StrictInt
    #: In how many seconds
    per_seconds: StrictInt
    #: How many at once, after a rest
    burst: StrictInt
    #: How many at once, now
    remaining: StrictInt


class UserAllowanceRatesCancels(Answer):
    """Cancels"""

    #: How many on average
    requests: StrictInt
    #: In how many seconds
    per_seconds: StrictInt
    #: How many at once, after a rest
    burst: StrictInt
    #: How many at once, now
    remaining: StrictInt


class UserAllowanceRatesKeys(Answer):
    """Texts about trading keys"""

    #: How many on average
    requests: StrictInt
    #: In how many seconds
    per_seconds: StrictInt
    #: How many at once, after a rest
    burst: StrictInt
    #: How many at once, now
    remaining: StrictInt


class UserAllowanceRates(Answer):
    """Null if this exchange limits nobody"""

    #: Orders, changes and redemptions; operations of a batch each
    orders: UserAllowanceRatesOrders
    #: Cancels
    cancels: UserAllowanceRatesCancels
    #: Texts about trading keys
    keys: UserAllowanceRatesKeys


class UserAllowance(Answer):
    """How much a user may do, and how much of it is left. An operator raises all of it for a market
    maker with one number.
    """

    #: The user's public key: 32 bytes in base58
    public_key: str
    #: How many orders may be open
    max_open_orders: StrictInt
    #: Null if this exchange limits nobody
    rates: Optional[UserAllowanceRates] = Field(...)
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class AccountSession(Answer):
    """A session: it reads one account, and can change nothing."""

    #: Whose account it reads: 32 bytes in base58
    public_key: str
    #: Sent as `Authorization: Bearer …`, and on a stream by `op: "session"`
    token: str
    #: When it ends, in Unix seconds
    expires_at: StrictInt


class GasItem(Answer):
    """One item of what an action costs on the chains."""

    #: What it is for: transactions; the rent of a token account, a proxy wallet, the record of a
    #: withdrawal, a message of the bridge, its attestation; the operator's markup
    kind: GasItemKind
    #: What it costs, in micro-USDC
    micro_usdc: StrictInt


class GasEstimate(Answer):
    """What an action would cost now."""

    #: What it costs on the chains: the sum of its items, in micro-USDC
    gas_micro_usdc: StrictInt
    #: What that is made of
    gas_items: List[GasItem]


class BridgeAddress(Answer):
    """The deposit address of a user, with what may be sent to it."""

    #: Where the address is: its public name
    chain: str
    #: Where to send to: 32 bytes in base58
    address: str
    #: What to send, and what not, for people
    instructions: str
    #: Whether the proxy wallet exists on chain yet; it is made when it is needed
    initialized: StrictBool
    #: The mint of USDC on that chain: 32 bytes in base58
    usdc_token: str
    #: The token account of the address for USDC: 32 bytes in base58
    usdc_account: str
    #: What a deposit of USDC sent now would be charged
    estimated_gas: GasEstimate
    #: The user's public key: 32 bytes in base58
    main_address: str
    #: Less USDC is rejected, in micro-USDC
    min_usdc_micro: StrictInt
    #: The same of what has to be exchanged, by its quote, in micro-USDC
    min_other_micro: StrictInt
    #: Less of the native token is rejected, in lamports
    min_ext_lamports: StrictInt
    #: The same of what has to be exchanged
    estimated_gas_other: GasEstimate
    #: The user's tier, 0 to 2
    tier: StrictInt
    #: More in one transfer is rejected, in micro-USDC
    max_usdc_per_tx_micro: StrictInt
    #: What all users together may still bring today, in micro-USDC; what is more waits for tomorrow
    daily_cap_remaining_usdc_micro: StrictInt
    #: When the next day begins, in Unix seconds
    daily_cap_resets_at: StrictInt


class HistoryEntry(Answer):
    """One line of a record's history."""

    #: What it became
    state: str
    #: When, in Unix seconds
    time: StrictInt
    #: Why, where there is a reason
    reason: Optional[str] = Field(...)
    #: The transaction that did it: its signature in base58
    tx_signature: Optional[str] = Field(...)


class Explanation(Answer):
    """The record in words, for the person who waits."""

    #: What happened
    what_happened: str
    #: What comes next
    what_comes_next: str
    #: When that is
    when: str
    #: Who has the money meanwhile
    funds_held_by: str
    #: What you can do to get it; empty where nothing need be done
    how_to_recover: str


class Deposit(Answer):
    """A deposit, from the block it was seen in to its end."""

    #: The deposit: 32 bytes in hex
    deposit_id: str
    #: Where it came in: its public name
    chain: str
    #: The transfer that was seen: its signature in base58
    tx_signature: str
    #: What it is worth, in micro-USDC
    amount_micro_usdc: StrictInt
    #: The token that was sent
    source_token: str
    #: How much of it, in its base units, as text
    source_amount: str
    #: How far it is
    phase: DepositPhase
    #: Why it is queued, rejected or failed; null otherwise
    reason: Optional[str] = Field(...)
    #: When it is judged again, while it is queued, in Unix seconds; null otherwise
    retry_at: Optional[StrictInt] = Field(...)
    #: Where it failed; null where it did not
    stage: Optional[DepositStage] = Field(...)
    #: Whether it is tried again, where it failed; null otherwise
    retryable: Optional[StrictBool] = Field(...)
    #: How often the present stage was tried
    attempt: StrictInt
    #: When it is tried again, where it failed, in Unix seconds; null otherwise
    next_retry_at: Optional[StrictInt] = Field(...)
    #: What has come into the balance, in micro-USDC
    credited_micro_usdc: StrictInt
    #: The exchange for USDC; null where there was none: its signature in base58
    tx_swap: Optional[str] = Field(...)
    #: The transfer over the bridge; null where there was none: its signature in base58
    tx_bridge: Optional[str] = Field(...)
    #: The vault's credit; null before: its signature in base58
    tx_main: Optional[str] = Field(...)
    #: When it was seen, in Unix seconds
    timestamp: StrictInt
    #: When it changed last, in Unix seconds
    updated_at: StrictInt
    #: What it has been, oldest first
    history: List[HistoryEntry]
    #: The same in words
    explanation: Explanation
    #: What it cost on the chains: the sum of its items, in micro-USDC
    gas_micro_usdc: StrictInt
    #: What that is made of; null where only the sum is known
    gas_items: Optional[List[GasItem]] = Field(...)
    #: What of that is left when the gas is paid, in micro-USDC; 0 before it is credited
    credited_after_gas_micro_usdc: StrictInt


class ChainScan(Answer):
    """How far a chain has been read: a transfer in a later block cannot be seen yet."""

    #: The last block that was read; null: none
    slot: Optional[StrictInt] = Field(...)
    #: When it was read, in Unix seconds; null: never
    updated_at: Optional[StrictInt] = Field(...)
    #: For how long no further block has been read; null: never
    lag_seconds: Optional[StrictInt] = Field(...)


class DepositStatusScans(Answer):
    """How far each chain has been read"""

    #: The chain that users deposit from
    ext: ChainScan
    #: The chain where the vault is
    main: ChainScan


class DepositStatus(Answer):
    """What became of a user's deposits, and whether any could be seen."""

    #: The last ten, newest first
    deposits: List[Deposit]
    #: Whether the addresses of this user are watched
    watched: StrictBool
    #: Since when, in Unix seconds; null: they are not
    watched_since: Optional[StrictInt] = Field(...)
    #: On the chain to deposit from; null: not watched: 32 bytes in base58
    deposit_address: Optional[str] = Field(...)
    #: On the main chain; null: not watched: 32 bytes in base58
    proxy_wallet: Optional[str] = Field(...)
    #: How far each chain has been read
    scans: DepositStatusScans
    #: What to look at where nothing is seen; may be empty
    hint: str


class Recovery(Answer):
    """What lay at a deposit address without a deposit under way, sent to a wallet."""

    #: The recovery
    recovery_id: str
    #: Whose money it is: 32 bytes in base58
    user: str
    #: The token that is sent: 32 bytes in base58
    mint: str
    #: The wallet that gets it: 32 bytes in base58
    recipient: str
    #: How much, in base units of the token, as text
    amount: str
    #: How far it is
    status: RecoveryStatus
    #: The transaction that sends it; null before: its signature in base58
    tx_signature: Optional[str] = Field(...)
    #: As it was sent: 16 bytes in hex; null where none was sent
    client_id: Optional[str] = Field(...)


class AcceptedWithdrawal(Answer):
    """A withdrawal that was accepted: it is paid from now on, whatever happens."""

    #: The withdrawal: 32 bytes in hex
    withdrawal_id: str
    #: The user's public key: 32 bytes in base58
    user: str
    #: What leaves the balance, in micro-USDC
    amount: StrictInt
    #: What of it the chains take: less once it was paid together with others, in micro-USDC
    gas_fee: StrictInt
    #: What arrives: `amount` - `gas_fee`, in micro-USDC
    net_amount: StrictInt
    #: What it cost on the chains: the sum of its items, in micro-USDC
    gas_micro_usdc: StrictInt
    #: What that is made of; null where only the sum is known
    gas_items: Optional[List[GasItem]] = Field(...)
    #: The wallet that is paid: 32 bytes in base58
    recipient: str
    #: How it was named; `default` is the user's own deposit address
    recipient_kind: RecipientKind
    #: Where it is paid: its public name
    chain: str
    #: As it was sent
    nonce: StrictInt
    #: When it was accepted, in Unix seconds
    created_at: StrictInt
    #: Accepted, and set aside
    status: AcceptedWithdrawalStatus
    #: As it was sent: 16 bytes in hex; null where none was sent
    client_id: Optional[str] = Field(...)


class WithdrawalQuote(Answer):
    """What a withdrawal would cost that is accepted now."""

    #: The user's public key: 32 bytes in base58
    user: str
    #: What would leave the balance, in micro-USDC
    amount: StrictInt
    #: What of it the chains take, in micro-USDC
    gas_fee: StrictInt
    #: What would arrive: `amount` - `gas_fee`, in micro-USDC
    net_amount: StrictInt
    #: What it costs on the chains: the sum of its items, in micro-USDC
    gas_micro_usdc: StrictInt
    #: What that is made of
    gas_items: List[GasItem]
    #: The least that may be withdrawn to this chain, in micro-USDC
    min_amount: StrictInt
    #: The wallet that would be paid: 32 bytes in base58
    recipient: str
    #: How it was named
    recipient_kind: RecipientKind
    #: Where it would be paid: its public name
    chain: str


class Withdrawal(Answer):
    """A withdrawal as it is now."""

    #: The withdrawal: 32 bytes in hex
    withdrawal_id: str
    #: The user's public key: 32 bytes in base58
    user: str
    #: What leaves the balance, in micro-USDC
    amount: StrictInt
    #: What of it the chains take: less once it was paid together with others, in micro-USDC
    gas_fee: StrictInt
    #: What arrives: `amount` - `gas_fee`, in micro-USDC
    net_amount: StrictInt
    #: What it cost on the chains: the sum of its items, in micro-USDC
    gas_micro_usdc: StrictInt
    #: What that is made of; null where only the sum is known
    gas_items: Optional[List[GasItem]] = Field(...)
    #: The wallet that is paid: 32 bytes in base58
    recipient: str
    #: How it was named; `default` is the user's own deposit address
    recipient_kind: RecipientKind
    #: Where it is paid: its public name
    chain: str
    #: As it was sent
    nonce: StrictInt
    #: When it was accepted, in Unix seconds
    created_at: StrictInt
    #: How far it is; `failed` gave the whole amount back
    status: WithdrawalStatus
    #: The builder that sent it: the public id of its API key, "" where there is no builder
    builder_api_key: str
    #: Why it failed; null where it did not
    reason: Optional[WithdrawalFailure] = Field(...)
    #: How often the present step was tried
    attempt: StrictInt
    #: On the main chain: it pays there, or burns; null before: its signature in base58
    tx_main: Optional[str] = Field(...)
    #: On the other chain: it pays; null before: its signature in base58
    tx_ext: Optional[str] = Field(...)
    #: The bridge's number of the transfer; null where there is none
    sequence: Optional[StrictInt] = Field(...)
    #: The bridge's attestation, in base64; null before. Anyone who has it may complete the transfer
    vaa: Optional[str] = Field(...)
    #: The command that accepted it
    seq: StrictInt
    #: When it changed last, in Unix seconds
    updated_at: StrictInt
    #: What it has been, oldest first
    history: List[HistoryEntry]
    #: The same in words
    explanation: Explanation


class WithdrawalsPage(Answer):
    """A page of withdrawals."""

    #: Newest first
    withdrawals: List[Withdrawal]
    #: Goes into `before` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool


class ProxyWallet(Answer):
    """A user's proxy wallet on the main chain."""

    #: The user's public key: 32 bytes in base58
    main_address: str
    #: The program-derived account of this user: 32 bytes in base58
    proxy_wallet: str
    #: Its token account for USDC: 32 bytes in base58
    proxy_usdc_ata: str
    #: What lies there, and was not taken into the vault yet, in micro-USDC
    usdc_balance: StrictInt
    #: Whether it exists on chain yet
    initialized: StrictBool


class GasAction(Answer):
    """An action, and what it costs now."""

    #: What is done
    action: GasActionName
    #: What it costs on the chains: the sum of its items, in micro-USDC
    gas_micro_usdc: StrictInt
    #: What that is made of
    gas_items: List[GasItem]


class GasPrice(Answer):
    """What transactions cost. It is taken out of balances."""

    #: What a transaction on the deposit chain costs, in lamports
    ext_per_tx_lamports: StrictInt
    #: What is charged for it, markup included, in micro-USDC
    ext_per_tx_usdc: StrictInt
    #: What is charged for one on the main chain, markup included, in micro-USDC
    main_per_tx_usdc: StrictInt
    #: The markup that is in these prices, in basis points
    markup_bps: StrictInt
    #: What each action costs now; `_first` and `_new_account`: with accounts that it makes
    actions: List[GasAction]
    #: The least that may be withdrawn to the main chain, in micro-USDC
    min_withdrawal_main_micro: StrictInt
    #: The least that may be withdrawn to the other, in micro-USDC
    min_withdrawal_ext_micro: StrictInt


class FaucetGift(Answer):
    """Test money on a chain."""

    #: Where it was sent: its public name
    chain: str
    #: To whom: 32 bytes in base58
    address: str
    #: What
    token: FaucetToken
    #: How much, in micro-USDC or lamports
    amount: StrictInt
    #: The transfer: its signature in base58
    tx_signature: str


class FeeCategory(Answer):
    """The rates of new markets of a category."""

    #: The category; `*` stands for every one
    name: str
    #: Its second part; `*` stands for every one
    sub: str
    #: The rate that goes into the taker's fee, see `formula`
    fee_bps: StrictInt
    #: Per cent of the fee that the maker gets
    maker_rebate_pct: StrictInt


class FeesBuilder(Answer):
    """What builders may charge"""

    #: The highest `fee_bps` of an order
    max_fee_bps: StrictInt
    #: What it is a part of
    basis: str


class FeeExample(Answer):
    """Worked numbers of one fill."""

    #: The market's rate
    fee_bps: StrictInt
    #: Per cent of the fee that the maker gets
    maker_rebate_pct: StrictInt
    #: The builder's rate, of its order
    builder_fee_bps: StrictInt
    #: Contracts
    size: StrictInt
    #: Of the fill, in the outcome that the order trades, in basis points of a dollar
    price: StrictInt
    #: What the taker pays, in micro-USDC
    taker_fee: StrictInt
    #: What of it the maker gets, in micro-USDC
    maker_rebate: StrictInt
    #: What the builder charges, in micro-USDC
    builder_fee: StrictInt


class Fees(Answer):
    """What trading costs."""

    #: When it was asked, in Unix seconds
    as_of: StrictInt
    #: The command that made the schedule what it is
    seq: StrictInt
    #: How fees are computed
    formula: str
    #: How they are rounded
    rounding: str
    #: Rates of new markets
    categories: List[FeeCategory]
    #: What builders may charge
    builder: FeesBuilder
    #: Worked numbers, to test with
    examples: List[FeeExample]


class ResolutionRule(Answer):
    """How results of new events of a category come about."""

    #: The category; `*` stands for every one
    name: str
    #: Its second part; `*` stands for every one
    sub: str
    #: How long a proposed result may be challenged; 0: operators resolve at once
    window_seconds: StrictInt
    #: How long what a source proposed may be challenged
    source_window_seconds: StrictInt
    #: Exactly what a challenge stakes, in micro-USDC; 0: users do not challenge
    stake_micro_usdc: StrictInt
    #: Per cent of the stake that the dispute fund pays the first challenger who was right
    reward_pct: StrictInt
    #: Whether who decides is not who proposed
    second_role: StrictBool


class ResolutionRules(Answer):
    """How results come about, by category."""

    #: For new events. A category without a row has that of `*`, else all zeros
    rules: List[ResolutionRule]
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class ServerTime(Answer):
    """The server's clock."""

    #: The server's clock, in Unix seconds
    time: StrictInt
    #: The same in Unix milliseconds, for those who set a clock by it
    time_ms: StrictInt


class HistoryState(Answer):
    """How far history has come: trades, candles and ended orders are read from it."""

    #: Whether history can be read now
    available: StrictBool
    #: The last command it has taken in; null where it cannot be read
    seq: Optional[StrictInt] = Field(...)
    #: Commands between it and the last one that left anything to take in; null likewise
    lag: Optional[StrictInt] = Field(...)


class ChainsState(Answer):
    """How far the chains have been read."""

    #: The chains are read
    available: StrictBool
    #: The chain that users deposit from
    ext: ChainScan
    #: The chain where the vault is
    main: ChainScan


class ExchangeStatusFunding(Answer):
    """It is not known now"""

    #: It is not known now
    available: StrictBool


class RateLimitsAddress(Answer):
    """Requests of an address, in each of its lanes"""

    #: How many on average
    requests: StrictInt
    #: In how many seconds
    per_seconds: StrictInt
    #: How many at once, after a rest
    burst: StrictInt


class RateLimitsUserOrders(Answer):
    """Orders of a user; as many repeats of answered ones beside them"""

    #: How many on average
    requests: StrictInt
    #: In how many seconds
    per_seconds: StrictInt
    #: How many at once, after a rest
    burst: StrictInt


class RateLimitsUserCancels(Answer):
    """Cancels of a user"""

    #: How many on average
    requests: StrictInt
    #: In how many seconds
    per_seconds: StrictInt
    #: How many at once, after a rest
    burst: StrictInt


class RateLimitsUserKeys(Answer):
    """Texts of a user about its trading keys"""

    #: How many on average
    requests: StrictInt
    #: In how many seconds
    per_seconds: StrictInt
    #: How many at once, after a rest
    burst: StrictInt


class RateLimits(Answer):
    """How often things may be done. A builder key has its own."""

    #: Requests of an address, in each of its lanes
    address: RateLimitsAddress
    #: Orders of a user; as many repeats of answered ones beside them
    user_orders: RateLimitsUserOrders
    #: Cancels of a user
    user_cancels: RateLimitsUserCancels
    #: Texts of a user about its trading keys
    user_keys: RateLimitsUserKeys


class Limits(Answer):
    """What a client must stay within."""

    #: Lowest price, in basis points
    min_price: StrictInt
    #: Highest price, in basis points
    max_price: StrictInt
    #: Contracts of one order
    max_size: StrictInt
    #: Highest nonce
    max_nonce: StrictInt
    #: What a contract that comes true pays
    micro_usdc_per_contract: StrictInt
    #: Highest `fee_bps` of an order
    max_builder_fee_bps: StrictInt
    #: Open orders of a user with 100 USD: fewer with less, more with 10,000, or what an operator
    #: allowed it
    max_open_orders: StrictInt
    #: Fills of one order at once
    max_fills_per_order: StrictInt
    #: Answers that the engine keeps for repeats of nonces
    remembered_outcomes: StrictInt
    #: Markets of one event
    max_outcomes_per_event: StrictInt
    #: Levels a side of a book
    max_book_depth: StrictInt
    #: `limit` where none is given
    default_page_limit: StrictInt
    #: Highest `limit` of trades
    max_trades_page: StrictInt
    #: Highest `limit` of orders
    max_orders_page: StrictInt
    #: Highest `limit` of markets and events
    max_markets_page: StrictInt
    #: Highest `limit` of withdrawals
    max_withdrawals_page: StrictInt
    #: Bytes of a request body
    max_body_bytes: StrictInt
    #: How often things may be done; null where this exchange sets no limit
    rate_limits: Optional[RateLimits] = Field(...)


class ExchangeStatus(Answer):
    """The state of the exchange."""

    #: Which network this exchange is of
    network: Network
    #: `open`; `cancel_only`: no new orders; `halted`: nothing
    mode: ExchangeMode
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt
    #: The gateway's clock, in Unix seconds
    server_time: StrictInt
    history: HistoryState
    #: Users that ever had anything
    accounts: StrictInt
    #: Markets
    markets: StrictInt
    #: Open orders of all users
    resting_orders: StrictInt
    #: Whether new withdrawals are refused
    withdrawals_paused: StrictBool
    #: Withdrawals under way
    open_withdrawals: StrictInt
    #: How far the chains have been read; null where this exchange has none
    funding: Optional[Union[ChainsState, ExchangeStatusFunding]] = Field(...)
    limits: Limits


class SolvencyLine(Answer):
    """What one place on a chain holds. Null where the last check did not find it."""

    #: What lies there, in micro-USDC
    held: StrictInt
    #: What should, in micro-USDC
    expected: StrictInt
    #: Held less expected, in micro-USDC; where anyone may send money, only what is missing counts
    difference: StrictInt
    #: What the expectation is made of
    explanation: str


class ChainSolvencyInFlight(Answer):
    """Deposits under way"""

    #: Users' proxy wallets
    proxies: Optional[SolvencyLine] = Field(...)
    #: Users' deposit addresses
    deposit_addresses: Optional[SolvencyLine] = Field(...)


class ChainSolvency(Answer):
    """One comparison of the chains with the books."""

    #: A check is known
    available: StrictBool
    #: Whether nothing is missing
    ok: StrictBool
    #: Whether something has been missing for so long that withdrawals pause
    alarm: StrictBool
    #: From when on rounds have come out so, in Unix seconds
    since: StrictInt
    #: The sum of the differences, in micro-USDC
    difference: StrictInt
    #: The block of the main chain that was read
    slot: StrictInt
    #: The command that the books were read after
    seq: StrictInt
    #: When the round was made, in Unix seconds
    timestamp: StrictInt
    #: The vault's token account against what is accounted for
    vault: Optional[SolvencyLine] = Field(...)
    #: What is accounted for against the ledger
    accounted: Optional[SolvencyLine] = Field(...)
    #: What somebody sent the vault beyond it, in micro-USDC; no difference
    donated_micro_usdc: StrictInt
    #: Deposits under way
    in_flight: ChainSolvencyInFlight


class SolvencyChain(Answer):
    """No check is known now"""

    #: No check is known now
    available: StrictBool


class Solvency(Answer):
    """The sums of the exchange's books."""

    #: What users can spend, in micro-USDC
    user_available: StrictInt
    #: What open buy orders hold, in micro-USDC
    user_locked: StrictInt
    #: What withdrawals under way hold, in micro-USDC
    withdrawing: StrictInt
    #: Fees that the exchange has earned, in micro-USDC
    protocol_fees: StrictInt
    #: Fees that builders have earned, in micro-USDC
    builder_revenue: StrictInt
    #: Gas that users have paid, in micro-USDC
    gas_revenue: StrictInt
    #: What stands behind the pairs of contracts that exist, in micro-USDC
    collateral: StrictInt
    #: Stakes of challenges that are open, in micro-USDC
    stakes: StrictInt
    #: What rewards of challenges are paid from, in micro-USDC
    dispute_fund: StrictInt
    #: All that came in over the chains, in micro-USDC
    deposits_credited: StrictInt
    #: All test money that was given, in micro-USDC
    test_credits: StrictInt
    #: All that went out over the chains, in micro-USDC
    payouts: StrictInt
    #: What the exchange owes, in micro-USDC
    liabilities: StrictInt
    #: What it has, in micro-USDC
    assets: StrictInt
    #: Assets less liabilities, in micro-USDC: 0
    difference: StrictInt
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt
    #: Whether the chains hold what the books say, by the last round of every minute; null where
    #: this exchange has no chains
    chain: Optional[Union[ChainSolvency, SolvencyChain]] = Field(...)


class CreatedEventOutcomes(Answer):
    """CreatedEventOutcomes"""

    #: As it was given
    label: str
    #: Its market: 32 bytes in hex
    market_id: str


class CreatedEvent(Answer):
    """An event and the markets made for it."""

    #: The event
    event_id: str
    #: In the order they were given
    outcomes: List[CreatedEventOutcomes]
    #: The command's place in the order of all commands
    seq: StrictInt


class MarketStatusChange(Answer):
    """A market after a change of its status."""

    #: The market: 32 bytes in hex
    market_id: str
    #: What the market is now
    status: MarketStatus
    #: The command's place in the order of all commands
    seq: StrictInt


class ResolutionDryRunYes(Answer):
    """Holders of YES"""

    #: Contracts that exist
    contracts: StrictInt
    #: Who hold at least one of them
    users: StrictInt
    #: What they would get, in micro-USDC
    paid_micro_usdc: StrictInt


class ResolutionDryRunNo(Answer):
    """Holders of NO"""

    #: Contracts that exist
    contracts: StrictInt
    #: Who hold at least one of them
    users: StrictInt
    #: What they would get, in micro-USDC
    paid_micro_usdc: StrictInt


class ResolutionDryRun(Answer):
    """Nothing was done: what the resolution of a market would pay, and to whom."""

    #: The outcome
    label: str
    #: Whether it is resolved: nothing is left to be paid
    already_resolved: StrictBool
    #: Orders that it would cancel
    open_orders: StrictInt
    #: Holders of either, each once
    users: StrictInt
    #: Holders of YES
    yes: ResolutionDryRunYes
    #: Holders of NO
    no: ResolutionDryRunNo


class ResolvedMarket(Answer):
    """A market that is over."""

    #: The market: 32 bytes in hex
    market_id: str
    #: `resolved`, or `voided`
    status: MarketStatus
    #: How it came out
    outcome: Resolution
    #: What a YES contract paid, in basis points of a dollar
    price: Optional[StrictInt] = Field(...)
    #: What all holders together are paid, in micro-USDC; large markets pay in slices
    paid_micro_usdc: StrictInt
    #: The command's place in the order of all commands
    seq: StrictInt
    dry_run: Optional[ResolutionDryRun] = None


class ResolvedEvent(Answer):
    """An event that is over."""

    #: The event
    event_id: str
    #: All of its markets
    markets: List[ResolvedMarket]
    #: The command's place in the order of all commands
    seq: StrictInt


class ResolutionRulesChange(Answer):
    """The rules that new events take."""

    #: All rules from now on
    rules: List[ResolutionRule]
    #: The command's place in the order of all commands
    seq: StrictInt


class SourceChange(Answer):
    """A source as it is from now on."""

    source: Source
    #: The command's place in the order of all commands
    seq: StrictInt


class ProposedResult(Answer):
    """A result that is proposed."""

    #: The case; null in a dry run
    case_id: Optional[StrictInt] = Field(...)
    #: What the case is now
    status: CaseStatus
    #: When it ends unless it is challenged, in Unix seconds; null: not by time
    due: Optional[StrictInt] = Field(...)
    #: 1; 2 after a decision that proposed another result
    round: StrictInt
    #: The command's place in the order of all commands
    seq: StrictInt
    #: Nothing was done: what each market would pay, and to whom
    dry_run: Optional[List[ResolvedMarket]] = None


class CaseChange(Answer):
    """A case after what was done to it."""

    #: The case
    case_id: StrictInt
    #: What the case is now
    status: CaseStatus
    #: When it ends unless it is challenged, in Unix seconds; null: not by time
    due: Optional[StrictInt] = Field(...)
    #: 1; 2 after a decision that proposed another result
    round: StrictInt
    #: The command's place in the order of all commands
    seq: StrictInt


class DisputeFund(Answer):
    """The fund that rewards are paid from."""

    #: What it was given, in micro-USDC
    amount: StrictInt
    #: What is in it after that, in micro-USDC
    dispute_fund: StrictInt
    #: The command's place in the order of all commands
    seq: StrictInt


class MadeGood(Answer):
    """Protocol fees that became a user’s."""

    #: The user's public key: 32 bytes in base58
    user: str
    #: What the user was given, in micro-USDC
    amount: StrictInt
    #: The user's available balance after it, in micro-USDC
    available: StrictInt
    #: The command's place in the order of all commands
    seq: StrictInt


class Credited(Answer):
    """Test money that was given."""

    #: The user's public key: 32 bytes in base58
    user: str
    #: The user's available balance after it, in micro-USDC
    available: StrictInt
    #: The command's place in the order of all commands
    seq: StrictInt


class ModeChange(Answer):
    """The mode of the exchange."""

    #: The mode from now on
    mode: ExchangeMode
    #: The command's place in the order of all commands
    seq: StrictInt


class FeeSchedule(Answer):
    """The schedule that new markets take their fees from."""

    #: The whole schedule from now on
    categories: List[FeeCategory]
    #: The command's place in the order of all commands
    seq: StrictInt


class UserLimits(Answer):
    """A user's limits."""

    #: The user's public key: 32 bytes in base58
    user: str
    #: How many orders of this user may be open at once
    max_open_orders: StrictInt
    #: The command's place in the order of all commands
    seq: StrictInt


class ListedBuilder(Answer):
    """A builder, with what its keys say of it."""

    #: The builder
    builder_id: str
    #: As it was given
    name: str
    #: The highest `fee_bps` its orders may carry, in basis points
    max_fee_bps: StrictInt
    #: Keys that work
    active_keys: StrictInt
    #: Keys that were revoked
    revoked_keys: StrictInt
    #: Users made through its keys; one that two keys made counts twice
    user_count: StrictInt
    #: When it was made, in Unix seconds
    created_at: StrictInt
    #: When one of its keys was used last, to the minute, in Unix seconds; null: never
    last_used_at: Optional[StrictInt] = Field(...)


class BuildersPage(Answer):
    """A page of builders."""

    #: Oldest first
    builders: List[ListedBuilder]
    #: Goes into `after` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool


class Builder(Answer):
    """A builder."""

    #: The builder
    builder_id: str
    #: As it was given
    name: str
    #: The highest `fee_bps` its orders may carry, in basis points
    max_fee_bps: StrictInt


class ApiKey(Answer):
    """An API key, without what is secret of it."""

    #: The public id of the key: 16 bytes in hex
    key_id: str
    #: The builder
    builder_id: str
    #: The builder's name
    builder_name: str
    #: What the key may do beside making users and reading
    scopes: List[str]
    #: The highest `fee_bps` its orders may carry, in basis points
    max_fee_bps: StrictInt
    #: Orders a second through this key
    orders_per_second: StrictInt
    #: What may be withdrawn through it on a UTC day, in micro-USDC; 0 without the scope `withdraw`
    daily_outflow_micro_usdc: StrictInt
    #: How often it was issued: 1, and one more at each rotation
    generation: StrictInt
    #: Users made through it
    user_count: StrictInt
    #: When it was issued first, in Unix seconds
    created_at: StrictInt
    #: When it was used last, to the minute, in Unix seconds; null: never
    last_used_at: Optional[StrictInt] = Field(...)
    #: When it was rotated last, in Unix seconds; null: never
    rotated_at: Optional[StrictInt] = Field(...)
    #: When it was revoked, in Unix seconds; null: it works
    revoked_at: Optional[StrictInt] = Field(...)


class ApiKeysPage(Answer):
    """A page of API keys."""

    #: Oldest first
    keys: List[ApiKey]
    #: Goes into `after` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool


class IssuedKey(Answer):
    """An API key with its secrets, which are stored nowhere."""

    #: The public id of the key: 16 bytes in hex
    key_id: str
    #: The builder
    builder_id: str
    #: For `X-Api-Key`; shown this once
    api_key: str
    #: The key of `X-Signature`, in base64; shown this once
    secret: str


class RevokedKey(Answer):
    """A key that works no more."""

    #: The public id of the key: 16 bytes in hex
    key_id: str
    #: When it was revoked first, in Unix seconds
    revoked_at: StrictInt


class RestoredKey(Answer):
    """A key that works again."""

    #: The public id of the key: 16 bytes in hex
    key_id: str


class TierChange(Answer):
    """A user's new tier."""

    #: The user's public key: 32 bytes in base58
    user: str
    #: The tier from now on
    tier: StrictInt
    #: The tier before
    previous_tier: StrictInt
    #: The transaction that set it: its signature in base58
    tx_signature: str
    #: What one deposit may bring from now on, in micro-USDC
    max_usdc_per_tx_micro: StrictInt


class TierRead(Answer):
    """A user's tier, read again."""

    #: The user's public key: 32 bytes in base58
    user: str
    #: The tier, as the chain has it
    tier: StrictInt
    #: When it was read, in Unix seconds
    refreshed_at: StrictInt


class BridgeExecutor(Answer):
    """The switch of the bridge. What is under way is finished all the same."""

    #: Whether new deposits are sent over the bridge
    enabled: StrictBool


class DailyCap(Answer):
    """The daily cap of the bridge."""

    #: What all users together may bring over the bridge a day, in micro-USDC
    micro_usdc: StrictInt
    #: What they have brought today, in micro-USDC
    used: StrictInt
    #: When the next day begins, in Unix seconds
    resets_at: StrictInt


class SteppedBlock(Answer):
    """A block that the scan steps over, or has stepped over."""

    #: Whose scan it is
    chain: SteppedBlockChain
    #: The slot of the block
    slot: StrictInt
    #: When it was stepped over, in Unix seconds; null: the scan has not come there
    stepped_at: Optional[StrictInt] = Field(...)
    #: How many transactions the block held; null as long
    transactions: Optional[StrictInt] = Field(...)


class QueuedDeposit(Answer):
    """A deposit as operators see it."""

    #: Whose it is: 32 bytes in base58
    user: str
    #: The user's tier when it was judged; null before
    tier: Optional[StrictInt] = Field(...)
    #: Whether an operator let it pass the daily cap
    released: StrictBool
    #: The deposit: 32 bytes in hex
    deposit_id: str
    #: Where it came in: its public name
    chain: str
    #: The transfer that was seen: its signature in base58
    tx_signature: str
    #: What it is worth, in micro-USDC
    amount_micro_usdc: StrictInt
    #: The token that was sent
    source_token: str
    #: How much of it, in its base units, as text
    source_amount: str
    #: How far it is
    phase: DepositPhase
    #: Why it is queued, rejected or failed; null otherwise
    reason: Optional[str] = Field(...)
    #: When it is judged again, while it is queued, in Unix seconds; null otherwise
    retry_at: Optional[StrictInt] = Field(...)
    #: Where it failed; null where it did not
    stage: Optional[DepositStage] = Field(...)
    #: Whether it is tried again, where it failed; null otherwise
    retryable: Optional[StrictBool] = Field(...)
    #: How often the present stage was tried
    attempt: StrictInt
    #: When it is tried again, where it failed, in Unix seconds; null otherwise
    next_retry_at: Optional[StrictInt] = Field(...)
    #: What has come into the balance, in micro-USDC
    credited_micro_usdc: StrictInt
    #: The exchange for USDC; null where there was none: its signature in base58
    tx_swap: Optional[str] = Field(...)
    #: The transfer over the bridge; null where there was none: its signature in base58
    tx_bridge: Optional[str] = Field(...)
    #: The vault's credit; null before: its signature in base58
    tx_main: Optional[str] = Field(...)
    #: When it was seen, in Unix seconds
    timestamp: StrictInt
    #: When it changed last, in Unix seconds
    updated_at: StrictInt
    #: What it has been, oldest first
    history: List[HistoryEntry]
    #: The same in words
    explanation: Explanation


class QueuesPage(Answer):
    """Deposits of one phase, and what they wait for."""

    #: Newest first
    deposits: List[QueuedDeposit]
    #: Goes into `before` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool
    #: Whether new deposits are sent over the bridge
    bridge_executor: StrictBool
    daily_cap: DailyCap


class ReleasedDeposit(Answer):
    """A deposit that passes the daily cap."""

    #: The deposit: 32 bytes in hex
    deposit_id: str
    #: Whose it is: 32 bytes in base58
    user: str
    #: What it is worth, in micro-USDC
    amount_micro_usdc: StrictInt


class RejectedDeposit(Answer):
    """A deposit that was taken out of the queue."""

    #: The deposit: 32 bytes in hex
    deposit_id: str
    #: Whose it is, and who may recover it: 32 bytes in base58
    user: str
    #: What it is worth, in micro-USDC
    amount_micro_usdc: StrictInt


class WithdrawalsPaused(Answer):
    """Whether withdrawals are taken."""

    #: Whether new withdrawals are refused
    paused: StrictBool
    #: The command's place in the order of all commands
    seq: StrictInt


class Treasury(Answer):
    """What the exchange earned and can be paid out."""

    #: Fees of trades less rebates, not yet paid out, in micro-USDC
    protocol_fees: StrictInt
    #: Gas fees of deposits and withdrawals, not yet paid out, in micro-USDC
    gas_revenue: StrictInt
    #: How many commands the engine had carried out: the answer is as of this one
    seq: StrictInt
    #: When the last of them was carried out, in Unix seconds
    timestamp: StrictInt


class TreasuryPayout(Answer):
    """A payout of what the exchange earned."""

    #: What is paid out
    source: TreasuryPayoutSource
    #: As it was sent
    reference: str
    #: What left the revenue, in micro-USDC
    amount: StrictInt
    #: What of it the chains take: less than at acceptance once it shares a transfer, in micro-USDC;
    #: 0 to a balance
    gas_fee: StrictInt
    #: What arrives: `amount` - `gas_fee`, in micro-USDC
    net_amount: StrictInt
    #: The wallet or the user that is paid: 32 bytes in base58
    recipient: str
    #: How it was named
    recipient_kind: TreasuryPayoutRecipientKind
    #: Where it is paid: its public name; null to a balance
    chain: Optional[str] = Field(...)
    #: How far it is, as a withdrawal; `completed` at once to a balance; `failed` gave the whole
    #: amount back
    status: WithdrawalStatus
    #: Why it failed; null where it did not
    reason: Optional[WithdrawalFailure] = Field(...)
    #: The withdrawal that pays a wallet; null to a balance: 32 bytes in hex
    withdrawal_id: Optional[str] = Field(...)
    #: On the main chain: it pays there, or burns; null before: its signature in base58
    tx_main: Optional[str] = Field(...)
    #: On the other chain: it pays; null before: its signature in base58
    tx_ext: Optional[str] = Field(...)
    #: The command that accepted it
    seq: StrictInt
    #: When it was accepted, in Unix seconds
    created_at: StrictInt
    #: When it changed last, in Unix seconds
    updated_at: StrictInt


class TreasuryPayoutsPage(Answer):
    """A page of the payouts of what the exchange earned."""

    #: Newest first
    payouts: List[TreasuryPayout]
    #: Goes into `before` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool


class AuditEntry(Answer):
    """One call of an operator."""

    #: Counts all entries
    audit_id: StrictInt
    #: When, in Unix seconds
    time: StrictInt
    #: Who acted; null: nobody was known, or the row is of before there were names
    operator: Optional[str] = Field(...)
    #: The request, as logs name it
    request_id: str
    #: The HTTP method
    method: str
    #: Path and query
    path: str
    #: Where it came from
    address: str
    #: The HTTP status of the answer
    status: StrictInt
    #: The code of the error; null: a success
    code: Optional[str] = Field(...)
    #: The body as it was sent, cut where it is long
    details: Dict[str, Any]


class AuditPage(Answer):
    """A page of the audit trail."""

    #: Newest first
    entries: List[AuditEntry]
    #: Goes into `before` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool


class KnownUser(Answer):
    """A user, as history knows it, moments behind the exchange."""

    #: The user's public key: 32 bytes in base58
    user: str
    #: What it has, in orders and out of them, in micro-USDC
    balance: StrictInt
    #: What of its withdrawals is not paid yet, in micro-USDC
    withdrawing: StrictInt
    #: Where its deposits arrive; null: nobody asked for it yet: 32 bytes in base58
    deposit_address: Optional[str] = Field(...)
    #: When its money moved last, in Unix seconds; null: long ago, its postings were archived
    moved_at: Optional[StrictInt] = Field(...)


class KnownUsersPage(Answer):
    """A page of the users who ever had money."""

    #: Who had money last first comes first
    users: List[KnownUser]
    #: Goes into `before` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool


class Alarm(Answer):
    """Something that a person has to look at."""

    #: Orders alarms by when they were raised last
    alarm_id: StrictInt
    #: Which of the funding apps raised it
    app: str
    #: What it is about
    kind: str
    #: What to do: this page of the runbooks
    runbook: Optional[str] = Field(...)
    #: How often it was raised
    times: StrictInt
    #: When it was raised first, in Unix seconds
    first_at: StrictInt
    #: When it was raised last, in Unix seconds
    last_at: StrictInt
    #: As the log has them, cut where they are long
    details: Dict[str, Any]


class AlarmsPage(Answer):
    """A page of alarms."""

    #: Raised last first
    alarms: List[Alarm]
    #: Goes into `before` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool


class WhoAmISession(Answer):
    """The session of the call; null: it came with a key"""

    #: The session ends after so many seconds without a call
    idle_seconds: StrictInt
    #: When it ends in any case, in Unix seconds
    ends_at: StrictInt


class WhoAmI(Answer):
    """Who the caller is."""

    #: The name of the operator
    operator: str
    #: What the operator may do; `admin` may do all of it
    roles: List[OperatorRole]
    #: How many operators must stand behind a dangerous act, the one who acts included
    confirmations: StrictInt
    #: The session of the call; null: it came with a key
    session: Optional[WhoAmISession] = Field(...)


class OperatorSession(Answer):
    """A session that was begun. Its token is in the cookie, which pages cannot read."""

    #: The name of the operator
    operator: str
    #: What the operator may do; `admin` may do all of it
    roles: List[OperatorRole]
    #: How many operators must stand behind a dangerous act, the one who acts included
    confirmations: StrictInt
    #: The session ends after so many seconds without a call
    idle_seconds: StrictInt
    #: When it ends in any case, in Unix seconds
    ends_at: StrictInt
    #: Goes into `X-CSRF-Token` of every call of this session that changes something
    csrf_token: str


class EndedSession(Answer):
    """A session that is over."""

    #: Whether the call had a session
    ended: StrictBool


class Operator(Answer):
    """An operator, without its key."""

    #: The name of the operator
    name: str
    #: What the operator may do; `admin` may do all of it
    roles: List[OperatorRole]
    #: Whether its word counts for acts of others: two have added it
    may_confirm: StrictBool
    #: Whether the configuration has its key (`ADMIN_KEY_HASH`)
    is_of_configuration: StrictBool
    #: Who added it; null: the configuration
    added_by: Optional[str] = Field(...)
    #: When it was added, in Unix seconds; null: it is of the configuration
    created_at: Optional[StrictInt] = Field(...)
    #: When its key was used last, to the minute, in Unix seconds; null: not known
    last_used_at: Optional[StrictInt] = Field(...)
    #: When it got its present key, in Unix seconds; null: it has its first
    rotated_at: Optional[StrictInt] = Field(...)
    #: When it was revoked, in Unix seconds; null: it may act
    revoked_at: Optional[StrictInt] = Field(...)


class OperatorsList(Answer):
    """All operators."""

    #: Oldest first, revoked ones too
    operators: List[Operator]


class AddedOperator(Answer):
    """An operator who may act from now on, with the key that it has made."""

    #: The name of the operator
    name: str
    #: What the operator may do; `admin` may do all of it
    roles: List[OperatorRole]


class OperatorKey(Answer):
    """The key of an operator, which is stored nowhere."""

    #: The name of the operator
    name: str
    #: What the operator may do; `admin` may do all of it
    roles: List[OperatorRole]
    #: For `X-Admin-Key`, and to log in with; shown this once
    key: str


class RevokedOperator(Answer):
    """An operator who may act no more."""

    #: The name of the operator
    name: str
    #: When it was revoked first, in Unix seconds
    revoked_at: StrictInt


class Confirmation(Answer):
    """An act of an operator that needs the word of another."""

    #: Counts all of them
    confirmation_id: StrictInt
    #: `spent`: the act was begun; `ended`: nobody decided in time, or what was confirmed counts no
    #: more
    state: ConfirmationState
    #: Who asked to act
    operator: str
    #: Who may decide: another operator with this role
    role: OperatorRole
    #: The HTTP method of the act
    method: str
    #: Its path and query
    path: str
    #: Its body, as it was sent
    body: str
    #: When it was asked for, in Unix seconds
    asked_at: StrictInt
    #: Until when it may be decided, and the act be carried out, in Unix seconds
    ends_at: StrictInt
    #: Who decided; null: nobody
    decided_by: Optional[str] = Field(...)
    #: When it was decided, in Unix seconds; null: it was not
    decided_at: Optional[StrictInt] = Field(...)


class ConfirmationsPage(Answer):
    """A page of confirmations."""

    #: Newest first
    confirmations: List[Confirmation]
    #: Goes into `before` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool


class UserKey(Answer):
    """A builder's user. The private key never leaves the signer."""

    #: The builder's own name for the user, as it was sent
    user_id: str
    #: The key that the signer keeps for this user: always the same one: 32 bytes in base58
    public_key: str


class SignedOrder(Answer):
    """The signature of an order by the key that the signer keeps."""

    #: Ed25519, 64 bytes in hex
    signature: str
    #: SHA-256 of the bytes that were signed: 32 bytes in hex
    message_hash: str


class DepositAddress(Answer):
    """Where a user's money is sent to. It never changes."""

    #: Where the address is: its public name
    chain: str
    #: Where to send to: 32 bytes in base58
    address: str
    #: What to send, and what not, for people
    instructions: str
    #: Whether the proxy wallet exists on chain yet; it is made when it is needed
    initialized: StrictBool
    #: The mint of USDC on that chain: 32 bytes in base58
    usdc_token: str
    #: The token account of the address for USDC: 32 bytes in base58
    usdc_account: str
    #: What a deposit of USDC sent now would be charged
    estimated_gas: GasEstimate


class RotatedKey(Answer):
    """The next credential of a key."""

    #: The public id of the key: 16 bytes in hex
    key_id: str
    #: The builder
    builder_id: str
    #: For `X-Api-Key`; shown this once
    api_key: str
    #: The key of `X-Signature`, in base64; shown this once
    secret: str
    #: Until when the credential before works, in Unix seconds
    previous_valid_until: StrictInt


class BuilderTradesPage(Answer):
    """Trades of the users that the calling key has made, and the builder's revenue of them."""

    #: Newest first
    trades: List[Trade]
    #: Goes into `before` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool
    #: Builder fees of all trades that match, not of the page alone, in micro-USDC
    total_builder_fees: StrictInt
    #: Protocol fees of the same trades, in micro-USDC
    total_protocol_fees: StrictInt
    #: Users made through the calling API key
    user_count: StrictInt


class OwnApiKey(Answer):
    """One of the builder's keys, without what is secret of it."""

    #: The public id of the key: 16 bytes in hex
    key_id: str
    #: What the key may do beside making users and reading
    scopes: List[str]
    #: The highest `fee_bps` its orders may carry, in basis points
    max_fee_bps: StrictInt
    #: Orders a second through this key
    orders_per_second: StrictInt
    #: What may be withdrawn through it on a UTC day, in micro-USDC; 0 without the scope `withdraw`
    daily_outflow_micro_usdc: StrictInt
    #: How often it was issued: 1, and one more at each rotation
    generation: StrictInt
    #: Users made through it
    user_count: StrictInt
    #: When it was issued first, in Unix seconds
    created_at: StrictInt
    #: When it was used last, to the minute, in Unix seconds; null: never
    last_used_at: Optional[StrictInt] = Field(...)
    #: When it was rotated last, in Unix seconds; null: never
    rotated_at: Optional[StrictInt] = Field(...)
    #: When it was revoked, in Unix seconds; null: it works
    revoked_at: Optional[StrictInt] = Field(...)
    #: Orders that it may send at once, at the signer that answers; null: it was revoked, or nothing
    #: limits it
    orders_left: Optional[StrictInt] = Field(...)


class OwnBuilder(Answer):
    """The builder of the calling key."""

    #: The builder
    builder_id: str
    #: Its name
    name: str
    #: The highest `fee_bps` its orders may carry, in basis points
    max_fee_bps: StrictInt
    #: Its users, each once, through whichever key it was made
    user_count: StrictInt
    #: The key of this call
    key_id: str
    #: All its keys, oldest first, revoked ones too
    keys: List[OwnApiKey]


class BuilderUser(Answer):
    """A user of the calling builder."""

    #: The builder's own name for the user; null: it was made without one
    user_id: Optional[str] = Field(...)
    #: The user's public key: 32 bytes in base58
    public_key: str
    #: When it was made first, in Unix seconds
    linked_at: StrictInt


class BuilderUsersPage(Answer):
    """A page of a builder's users."""

    #: In the order of their keys
    users: List[BuilderUser]
    #: Goes into `after` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool


class BuilderRevenueTotal(Answer):
    """Over all days: exactly what the ledger has in the accounts of the keys"""

    #: Builder fees, in micro-USDC
    builder_fees: StrictInt
    #: Fills that earned them: each side of a trade is one
    fills: StrictInt
    #: Contracts of these fills
    contracts: StrictInt


class BuilderRevenueDays(Answer):
    """BuilderRevenueDays"""

    #: The beginning of the UTC day, in Unix seconds
    time: StrictInt
    #: Builder fees, in micro-USDC
    builder_fees: StrictInt
    #: Fills that earned them: each side of a trade is one
    fills: StrictInt
    #: Contracts of these fills
    contracts: StrictInt


class BuilderRevenueMarkets(Answer):
    """BuilderRevenueMarkets"""

    #: The market: 32 bytes in hex
    market_id: str
    #: Builder fees, in micro-USDC
    builder_fees: StrictInt
    #: Fills that earned them: each side of a trade is one
    fills: StrictInt
    #: Contracts of these fills
    contracts: StrictInt


class BuilderRevenueOtherMarkets(Answer):
    """All other markets together"""

    #: How many there are
    count: StrictInt
    #: Builder fees, in micro-USDC
    builder_fees: StrictInt
    #: Fills that earned them: each side of a trade is one
    fills: StrictInt
    #: Contracts of these fills
    contracts: StrictInt


class BuilderRevenue(Answer):
    """A builder's revenue: what all of its keys earned."""

    #: How long a bucket is
    interval: str
    #: The beginning of the first day, in Unix seconds
    from_: StrictInt = Field(..., alias="from")
    #: The end of the last day, in Unix seconds
    to: StrictInt
    #: Over all days: exactly what the ledger has in the accounts of the keys
    total: BuilderRevenueTotal
    #: Days with fills, oldest first
    days: List[BuilderRevenueDays]
    #: The hundred markets that earned most
    markets: List[BuilderRevenueMarkets]
    #: All other markets together
    other_markets: BuilderRevenueOtherMarkets


class Payout(Answer):
    """A payout of the own revenue."""

    #: As it was sent
    reference: str
    #: What left the revenue, in micro-USDC
    amount: StrictInt
    #: What of it the chains take: less than at acceptance once it shares a transfer, in micro-USDC;
    #: 0 to a balance
    gas_fee: StrictInt
    #: What arrives: `amount` - `gas_fee`, in micro-USDC
    net_amount: StrictInt
    #: The wallet or the user that is paid: 32 bytes in base58
    recipient: str
    #: How it was named
    recipient_kind: TreasuryPayoutRecipientKind
    #: Where it is paid: its public name; null to a balance
    chain: Optional[str] = Field(...)
    #: How far it is, as a withdrawal; `completed` at once to a balance; `failed` gave the whole
    #: amount back
    status: WithdrawalStatus
    #: Why it failed; null where it did not
    reason: Optional[WithdrawalFailure] = Field(...)
    #: The withdrawal that pays a wallet; null to a balance: 32 bytes in hex
    withdrawal_id: Optional[str] = Field(...)
    #: On the main chain: it pays there, or burns; null before: its signature in base58
    tx_main: Optional[str] = Field(...)
    #: On the other chain: it pays; null before: its signature in base58
    tx_ext: Optional[str] = Field(...)
    #: The command that accepted it
    seq: StrictInt
    #: When it was accepted, in Unix seconds
    created_at: StrictInt
    #: When it changed last, in Unix seconds
    updated_at: StrictInt


class PayoutsPage(Answer):
    """A page of the own payouts."""

    #: What was earned and not yet paid out, now, in micro-USDC
    available: StrictInt
    #: Newest first
    payouts: List[Payout]
    #: Goes into `before` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool
