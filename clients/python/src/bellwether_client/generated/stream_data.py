# Made of docs/api by `node tools/documents.mjs`. Not to be edited.
"""What the streams carry."""

from typing import Any, Dict, List, Optional, Union

from pydantic import Field, StrictBool, StrictInt

from ..answer import Answer
from .answers import BookLevel, Deposit, EventEntry, Order, Trade
from .words import (
    CancelReason,
    CancelledOrderStatus,
    CaseNewsWhat,
    CaseOutcome,
    CaseStatus,
    Claim,
    MarketStatus,
    RefusalCode,
    Resolution,
    UserCreditSource,
    UserRefusalKind,
    UserTradingKeyState,
    UserWithdrawalState,
    Verdict,
)


class BookSnapshotYes(Answer):
    """Of YES contracts; the NO book is its exact mirror"""

    #: Buyers, the highest price first
    bids: List[BookLevel]
    #: Sellers, the lowest price first
    asks: List[BookLevel]


class BookSnapshot(Answer):
    """The whole book of a market, every level of it."""

    #: The market: 32 bytes in hex
    market_id: str
    #: Orders are taken while it is `active`
    status: MarketStatus
    #: Of YES contracts; the NO book is its exact mirror
    yes: BookSnapshotYes
    #: Of the last trade, of YES; null before the first
    last_price: Optional[StrictInt] = Field(...)


class ChangedLevel(Answer):
    """The new total of a level."""

    #: Of this level, in basis points of a dollar
    price: StrictInt
    #: All contracts that rest at it now; 0: the level is gone
    size: StrictInt
    #: Orders that they belong to
    orders: StrictInt


class BookUpdateYes(Answer):
    """Of YES contracts"""

    #: Levels of buyers that changed
    bids: List[ChangedLevel]
    #: Levels of sellers that changed
    asks: List[ChangedLevel]


class BookUpdate(Answer):
    """What one command changed in a book."""

    #: Of YES contracts
    yes: BookUpdateYes
    #: Orders are taken while it is `active`
    status: Optional[MarketStatus] = None
    #: Of the last trade, of YES, in basis points of a dollar
    last_price: Optional[StrictInt] = None


class TradesSnapshot(Answer):
    """The newest trades of a market, as the first page of them in HTTP."""

    #: Newest first
    trades: List[Trade]
    #: Goes into `before` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool


class TradesUpdate(Answer):
    """The trades of one command."""

    #: In the order in which they happened
    trades: List[Trade]


class UserBalance(Answer):
    """The money of a user."""

    #: What can be spent or withdrawn, in micro-USDC
    available: StrictInt
    #: What open buy orders hold, in micro-USDC
    locked: StrictInt
    #: `available` + `locked`, in micro-USDC
    total: StrictInt
    #: What withdrawals under way hold, in micro-USDC; no part of `total`
    withdrawing: StrictInt
    #: Unpaid gas, in micro-USDC
    gas_debt: StrictInt
    #: Stakes of challenges that are open, in micro-USDC; no part of `total`
    staked: StrictInt


class UserPosition(Answer):
    """What a user holds in a market; all zeros: nothing any more."""

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


class UserSnapshot(Answer):
    """What a user has, and its open orders."""

    #: The user's public key: 32 bytes in base58
    public_key: str
    balance: UserBalance
    #: Those that are not all zeros
    positions: List[UserPosition]
    #: Whether there are others than these
    more_positions: StrictBool
    #: The open ones, newest first
    orders: List[Order]
    #: Goes into `before` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool


class FilledOrder(Answer):
    """An order that was filled while it rested."""

    #: The order
    order_id: StrictInt
    #: The market: 32 bytes in hex
    market_id: str
    #: Contracts filled so far; as many as its `size`: it is filled
    filled: StrictInt


class EndedOrder(Answer):
    """An order that ended with contracts unfilled."""

    #: The order
    order_id: StrictInt
    #: The market: 32 bytes in hex
    market_id: str
    #: What it is from now on
    status: CancelledOrderStatus
    #: Contracts that were filled before
    filled: StrictInt
    #: Contracts that will not be filled
    remaining: StrictInt
    #: Why
    cancel_reason: CancelReason


class UserRefusal(Answer):
    """A command that was refused and used up its nonce."""

    #: What was refused
    kind: UserRefusalKind
    #: The nonce that it used up
    nonce: StrictInt
    #: As it was answered
    code: RefusalCode
    #: The sentence of the code
    message: str
    #: The facts of it, by name
    details: Dict[str, Any]


class UserCredit(Answer):
    """Money that came in."""

    #: `operator`: test money; `revenue`: paid by a builder or the exchange; `goodwill`: given by
    #: the exchange; `reward`: of a challenge that was right
    source: UserCreditSource
    #: What was added to `available`, before it settled any gas debt, in micro-USDC
    amount: StrictInt
    #: Counts the user's deposits; null of other money
    credit_seq: Optional[StrictInt] = Field(...)
    #: The transaction on main that brought it; null of other money: its signature in base58
    tx_main: Optional[str] = Field(...)


class UserGasCharge(Answer):
    """What a chain transaction for the user cost."""

    #: What it cost, with the markup, in micro-USDC
    amount: StrictInt
    #: Counts the user's charges
    charge_seq: StrictInt
    #: What the transaction was for
    purpose: str


class UserPayout(Answer):
    """What a holder got at the end of a market."""

    #: The market: 32 bytes in hex
    market_id: str
    #: YES contracts that ended
    yes_contracts: StrictInt
    #: NO contracts that ended
    no_contracts: StrictInt
    #: What they paid, in micro-USDC
    paid_micro_usdc: StrictInt


class UserRedemption(Answer):
    """Pairs of contracts that were redeemed."""

    #: The market: 32 bytes in hex
    market_id: str
    #: Pairs of contracts that are gone
    size: StrictInt
    #: What was paid for them, in micro-USDC
    paid_micro_usdc: StrictInt
    #: As it was sent
    nonce: StrictInt


class UserTradingKey(Answer):
    """A trading key that was allowed, or ended."""

    #: The key: 32 bytes in base58
    trading_key: str
    #: `active`: it may trade from now on; else how it ended
    state: UserTradingKeyState
    #: When it ends by itself, in Unix seconds; null: it has ended
    until: Optional[StrictInt] = Field(...)
    #: Of the text that allowed it
    nonce: StrictInt


class UserWithdrawal(Answer):
    """A step of a withdrawal."""

    #: The withdrawal: 32 bytes in hex
    withdrawal_id: str
    #: `settled`: the debit is final; `refunded`: the whole amount is available again
    state: UserWithdrawalState
    #: What left `available`, in micro-USDC
    amount: StrictInt
    #: Taken out of it, in micro-USDC
    gas_fee: StrictInt
    #: What is paid out, in micro-USDC
    net_amount: StrictInt
    #: Why it was refunded; else null
    reason: Optional[str] = Field(...)


class UserUpdate(Answer):
    """What one command changed for a user."""

    balance: Optional[UserBalance] = None
    #: Positions that changed, each whole
    positions: Optional[List[UserPosition]] = None
    #: Orders that were placed (whole), filled while they rested, or cancelled: one entry an order
    orders: Optional[List[Union[Order, EndedOrder, FilledOrder]]] = None
    #: In the order in which they happened
    trades: Optional[List[Trade]] = None
    #: Commands that were refused
    refusals: Optional[List[UserRefusal]] = None
    #: Money that came in
    credits: Optional[List[UserCredit]] = None
    #: What transactions on the chains cost
    gas_charges: Optional[List[UserGasCharge]] = None
    #: What resolutions paid
    payouts: Optional[List[UserPayout]] = None
    #: Pairs of contracts that were redeemed
    redemptions: Optional[List[UserRedemption]] = None
    #: Trading keys that were allowed, or ended
    trading_keys: Optional[List[UserTradingKey]] = None
    #: Withdrawals that were accepted, settled or refunded
    withdrawals: Optional[List[UserWithdrawal]] = None


class DepositsSnapshot(Answer):
    """What became of a user's deposits."""

    #: The user's public key: 32 bytes in base58
    public_key: str
    #: The last ten, newest first
    deposits: List[Deposit]


class MarketsSnapshot(Answer):
    """The newest entries of `GET /v1/markets`."""

    #: Newest first, one entry a question
    markets: List[EventEntry]
    #: Goes into `before` of the next page; null where nothing follows
    next_cursor: Optional[str] = Field(...)
    #: Whether something follows this page
    has_more: StrictBool


class ChangedOutcome(Answer):
    """An outcome as it stands now."""

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
    #: The event it belongs to
    event_id: str


class MarketsUpdate(Answer):
    """What came to the catalogue, and what changed in it."""

    #: New entries, oldest first
    markets: Optional[List[EventEntry]] = None
    #: Those that changed
    outcomes: Optional[List[ChangedOutcome]] = None


class OpenCasePrices(Answer):
    """OpenCasePrices"""

    #: The market: 32 bytes in hex
    market_id: str
    #: How it comes out
    outcome: Resolution
    #: What a YES contract of it pays, in basis points of a dollar
    price: StrictInt


class OpenCase(Answer):
    """A result that is proposed or disputed."""

    #: The case
    case_id: StrictInt
    #: The event
    event_id: str
    #: The market; null: all of the event: 32 bytes in hex
    market_id: Optional[str] = Field(...)
    #: What the case is now
    status: CaseStatus
    #: 1; 2 after a decision that proposed another result
    round: StrictInt
    #: What is proposed: of a market `yes`, `no` or `void`; of an event `winner` or `void`
    outcome: CaseOutcome
    #: Of an event: the market that came true, if any: 32 bytes in hex
    winner: Optional[str] = Field(...)
    #: What its markets pay, in order of their creation
    prices: List[OpenCasePrices]
    #: The operator whose result it is, or `source:` and the name of a source
    by: str
    #: When it ends unless it is challenged before, in Unix seconds; null: not by time
    due: Optional[StrictInt] = Field(...)
    #: Those that wait for a decision
    challenges: StrictInt


class CasesSnapshot(Answer):
    """The results that are proposed or disputed."""

    #: The newest that are open, newest first
    cases: List[OpenCase]
    #: Whether older ones are open too: `GET /v1/cases`
    has_more: StrictBool


class CaseNewsPrices(Answer):
    """CaseNewsPrices"""

    #: The market: 32 bytes in hex
    market_id: str
    #: How it comes out
    outcome: Resolution
    #: What a YES contract of it pays, in basis points of a dollar
    price: StrictInt


class CaseNews(Answer):
    """Something that happened to a case."""

    #: The case
    case_id: StrictInt
    #: What happened
    what: CaseNewsWhat
    #: What the case is now
    status: Optional[CaseStatus] = Field(...)
    #: The event, where it is proposed
    event_id: Optional[str] = Field(...)
    #: The market, where it is proposed; null: all of the event: 32 bytes in hex
    market_id: Optional[str] = Field(...)
    #: The case whose place it takes, where it is proposed
    corrects: Optional[StrictInt] = Field(...)
    #: What is proposed from now on: what its markets pay
    prices: Optional[List[CaseNewsPrices]] = Field(...)
    #: The operator, or `source:` and the name of a source
    by: Optional[str] = Field(...)
    #: The note, the reason, or what a source says
    words: Optional[str] = Field(...)
    #: When it ends unless it is challenged before, in Unix seconds; null: not by time
    due: Optional[StrictInt] = Field(...)
    #: Of a challenge
    challenge_id: Optional[StrictInt] = Field(...)
    #: Of a challenge
    claim: Optional[Claim] = Field(...)
    #: Of the claim `winner`: 32 bytes in hex
    claim_market: Optional[str] = Field(...)
    #: Of a decision
    verdict: Optional[Verdict] = Field(...)
    #: What holders are paid, all together, in micro-USDC
    paid_micro_usdc: Optional[StrictInt] = Field(...)


class CasesUpdate(Answer):
    """What one command did to cases."""

    #: In order
    cases: List[CaseNews]
