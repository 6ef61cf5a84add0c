/** Made of docs/api by `node tools/documents.mjs`. Not to be edited. */

export type AttestedKind = 'value' | 'winner';

export type CancelReason = 'ioc_remainder' | 'fill_limit' | 'user' | 'cancel_all' | 'self_trade' | 'market_closed' | 'market_resolved' | 'expired' | 'reduce_only' | 'cancel_after' | 'open_order_limit' | 'max_cost';

export type CandleInterval = '1m' | '5m' | '15m' | '1h' | '1d';

export type CaseNewsWhat = 'proposed' | 'challenged' | 'decided' | 'withdrawn' | 'final' | 'attested' | 'contradicted';

export type CaseOutcome = 'yes' | 'no' | 'void' | 'winner';

export type CaseStatus = 'proposed' | 'disputed' | 'final' | 'withdrawn' | 'reopened';

export type CaseStepWhat = 'proposed' | 'challenged' | 'decided' | 'withdrawn' | 'final' | 'attested' | 'contradicted' | 'corrected';

export type ChallengeState = 'open' | 'returned' | 'forfeited' | 'rewarded';

export type Claim = 'yes' | 'no' | 'void' | 'winner' | 'too_early';

export type ConfirmationState = 'open' | 'confirmed' | 'rejected' | 'spent' | 'ended';

export type CreateEventRequestVoidRule = 'fixed' | 'last';

export type DepositPhase = 'detected' | 'queued' | 'swapped' | 'bridged' | 'credited' | 'rejected' | 'failed';

export type DepositStage = 'swap' | 'bridge' | 'sweep';

export type ExchangeMode = 'open' | 'cancel_only' | 'halted';

export type FaucetToken = 'usdc' | 'native';

export type GasActionName = 'withdraw_main' | 'withdraw_main_new_account' | 'withdraw_ext' | 'withdraw_ext_new_account' | 'deposit_ext_usdc_first' | 'deposit_ext_usdc' | 'deposit_ext_other_first' | 'deposit_ext_other' | 'deposit_main_first' | 'deposit_main' | 'recover' | 'recover_new_account' | 'recover_main' | 'recover_main_new_account';

export type GasItemKind = 'transaction_fees' | 'account_rent' | 'wallet_rent' | 'message_rent' | 'attestation_rent' | 'markup';

export type KeyBound = 'at_most' | 'price_band' | 'redeem';

export type LedgerEntryKind = 'trade' | 'payout' | 'credited' | 'deposit_credited' | 'gas_settled' | 'withdrawal_accepted' | 'withdrawal_settled' | 'withdrawal_refunded' | 'redeemed' | 'revenue_paid' | 'revenue_returned' | 'case_challenged' | 'stake_returned' | 'stake_forfeited' | 'challenge_rewarded' | 'fund_filled' | 'made_good';

export type ListAlarmsQueryApp = 'deposit-listener' | 'bridge-relayer' | 'withdraw-worker';

export type ListAllWithdrawalsQueryStatus = 'open' | 'all' | 'pending' | 'debited' | 'burned' | 'attested' | 'completed' | 'failed';

export type ListAuditQueryKind = 'all' | 'changes';

export type ListConfirmationsQueryState = 'open' | 'all';

export type ListMarketsQuerySort = 'newest' | 'volume' | 'volume_24h' | 'ending';

export type ListOrdersQueryStatus = 'open' | 'resting' | 'partially_filled' | 'filled' | 'cancelled';

export type ListPositionsQueryStatus = 'open' | 'closed';

export type MarketStatus = 'pending' | 'active' | 'paused' | 'closed' | 'proposed' | 'disputed' | 'resolved' | 'voided';

export type MarketVoidRule = 'fixed' | 'last' | 'shares';

export type Network = 'test' | 'production';

export type NoWallet = 'deposit_address' | 'proxy_wallet' | 'user_token_account' | 'exchange_program' | 'exchange_key' | 'program' | 'sysvar' | 'token_account' | 'mint' | 'nonce_account' | 'program_account' | 'derived_address' | 'no_public_key' | 'foreign_token_account' | 'frozen_token_account';

export type NonceFate = 'never_used' | 'forgotten';

export type NonceOutcomeOutcome = 'order' | 'refused' | 'redeemed' | 'challenged';

export type OperatorRole = 'read' | 'markets' | 'judge' | 'money' | 'admin';

export type OrderStatus = 'resting' | 'partially_filled' | 'filled' | 'cancelled';

export type OrderType = 'gtc' | 'ioc' | 'fok' | 'post_only';

export type OutcomeSide = 'yes' | 'no';

export type RecipientField = 'recipient_ext' | 'recipient_main' | 'user';

export type RecipientKind = 'default' | 'recipient_ext' | 'recipient_main';

export type RecoveryStatus = 'sending' | 'completed' | 'failed';

export type RefusalCode = 'NONCE_REUSED' | 'NONCE_TOO_LOW' | 'CANCEL_ONLY' | 'HALTED' | 'DELEGATED_USER' | 'MARKET_NOT_FOUND' | 'MARKET_NOT_ACTIVE' | 'INSUFFICIENT_BALANCE' | 'INSUFFICIENT_POSITION' | 'FOK_NOT_FILLED' | 'POST_ONLY_WOULD_MATCH' | 'TOO_MANY_OPEN_ORDERS' | 'ORDER_NOT_FOUND' | 'ORDER_NOT_OPEN' | 'EVENT_NOT_FOUND' | 'EVENT_EXISTS' | 'ALREADY_RESOLVED' | 'MARKET_STATE_CONFLICT' | 'RESOLVE_BY_EVENT' | 'REFERENCE_REUSED' | 'TEST_NETWORK_ONLY' | 'BALANCE_LIMIT_EXCEEDED' | 'CAPACITY_REACHED' | 'USER_BELONGS_TO_ANOTHER_BUILDER' | 'VALIDATION_FAILED' | 'NOT_YOUR_USER' | 'CREDIT_GAP' | 'CHARGE_GAP' | 'GAS_DEBT_UNPAID' | 'AMOUNT_BELOW_GAS' | 'WITHDRAWALS_PAUSED' | 'WITHDRAWAL_NOT_FOUND' | 'WITHDRAWAL_ENDED' | 'ACCOUNT_NOT_FUNDED' | 'ORDER_TOO_SMALL' | 'TOO_MANY_OPEN_WITHDRAWALS' | 'DAILY_WITHDRAWALS_USED' | 'REDUCE_ONLY_EXCEEDED' | 'TRADING_KEY_UNKNOWN' | 'TRADING_KEY_ENDED' | 'TOO_MANY_TRADING_KEYS' | 'FEE_ABOVE_MAX' | 'FILLED_MEANWHILE' | 'TRADING_KEY_BOUND' | 'INSUFFICIENT_REVENUE' | 'RESOLUTION_BY_PROPOSAL' | 'CASE_NOT_FOUND' | 'CASE_ENDED' | 'CASE_FULL' | 'ALREADY_CHALLENGED' | 'CLAIM_IS_THE_PROPOSAL' | 'OWN_ACT' | 'SOURCE_NOT_FOUND' | 'SOURCE_RETIRED' | 'SOURCE_KEY_TAKEN' | 'SOURCE_CONTRADICTED';

export type Resolution = 'yes' | 'no' | 'void';

export type ResolveMarketQueryDryRun = 'true' | 'false';

export type SelfTradeMode = 'cancel_maker' | 'cancel_taker' | 'cancel_both';

export type SettlementType = 'transfer' | 'mint' | 'merge';

export type Side = 'buy' | 'sell';

export type SignatureDiagnosisForm = 'raw' | 'envelope';

export type SignatureDiagnosisKeyState = 'owner' | 'active' | 'expired' | 'revoked' | 'revoked_by_key' | 'replaced' | 'unknown';

export type SignatureDiagnosisProvenBy = 'signature' | 'message';

export type SignatureDiagnosisSignatureEncoding = 'hex' | 'hex_with_0x' | 'base64' | 'base64url' | 'base58' | 'unreadable';

export type SignedKind = 'order' | 'cancel' | 'cancel_all' | 'withdraw' | 'recover' | 'redeem' | 'amend' | 'full_order' | 'cancel_after' | 'challenge' | 'attestation' | 'allow_trading_key' | 'revoke_trading_key' | 'session';

export type SourceRuleOp = '>=' | '>' | '<=' | '<';

export type SteppedBlockChain = 'ext' | 'main';

export type TradingKeyChangeState = 'active' | 'revoked';

export type TradingKeyState = 'active' | 'expired' | 'revoked' | 'revoked_by_key' | 'replaced';

export type TreasuryPayoutRecipientKind = 'recipient_main' | 'recipient_ext' | 'user';

export type TreasuryPayoutRequestSource = 'protocol_fees' | 'gas_revenue';

export type TreasuryPayoutSource = 'builder' | 'protocol_fees' | 'gas_revenue';

export type UserCreditSource = 'deposit' | 'operator' | 'revenue' | 'goodwill' | 'reward';

export type UserRefusalKind = 'order' | 'cancel_all' | 'withdraw' | 'recover';

export type UserTradingKeyState = 'active' | 'expired' | 'revoked' | 'revoked_by_key';

export type UserWithdrawalState = 'accepted' | 'settled' | 'refunded';

export type Verdict = 'uphold' | 'overturn' | 'reopen';

export type WithdrawalFailure = 'recipient_unusable' | 'refused_by_chain' | 'outflow_limit' | 'account_closed';

export type WithdrawalStatus = 'pending' | 'debited' | 'burned' | 'attested' | 'completed' | 'failed';

/** A withdrawal that was accepted: it is paid from now on, whatever happens. */
export interface AcceptedWithdrawal {
  /** The withdrawal: 32 bytes in hex */
  readonly withdrawal_id: string;
  /** The user's public key: 32 bytes in base58 */
  readonly user: string;
  /** What leaves the balance, in micro-USDC */
  readonly amount: number;
  /** What of it the chains take: less once it was paid together with others, in micro-USDC */
  readonly gas_fee: number;
  /** What arrives: `amount` - `gas_fee`, in micro-USDC */
  readonly net_amount: number;
  /** What it cost on the chains: the sum of its items, in micro-USDC */
  readonly gas_micro_usdc: number;
  /** What that is made of; null where only the sum is known */
  readonly gas_items: readonly GasItem[] | null;
  /** The wallet that is paid: 32 bytes in base58 */
  readonly recipient: string;
  /** How it was named; `default` is the user's own deposit address */
  readonly recipient_kind: RecipientKind;
  /** Where it is paid: its public name */
  readonly chain: string;
  /** As it was sent */
  readonly nonce: number;
  /** When it was accepted, in Unix seconds */
  readonly created_at: number;
  /** Accepted, and set aside */
  readonly status: 'pending';
  /** As it was sent: 16 bytes in hex; null where none was sent */
  readonly client_id: string | null;
}

/** A session: it reads one account, and can change nothing. */
export interface AccountSession {
  /** Whose account it reads: 32 bytes in base58 */
  readonly public_key: string;
  /** Sent as `Authorization: Bearer …`, and on a stream by `op: "session"` */
  readonly token: string;
  /** When it ends, in Unix seconds */
  readonly expires_at: number;
}

/** An operator to add. */
export interface AddOperatorRequest {
  /** The name of the operator, as the audit trail has it */
  readonly name: string;
  /** What the operator may do; `admin` may do all of it */
  readonly roles: readonly OperatorRole[];
  /** SHA-256 of the key that the new operator has made, in hex */
  readonly key_sha256: string;
}

/** An operator who may act from now on, with the key that it has made. */
export interface AddedOperator {
  /** The name of the operator */
  readonly name: string;
  /** What the operator may do; `admin` may do all of it */
  readonly roles: readonly OperatorRole[];
}

/** Something that a person has to look at. */
export interface Alarm {
  /** Orders alarms by when they were raised last */
  readonly alarm_id: number;
  /** Which of the funding apps raised it */
  readonly app: string;
  /** What it is about */
  readonly kind: string;
  /** What to do: this page of the runbooks */
  readonly runbook: string | null;
  /** How often it was raised */
  readonly times: number;
  /** When it was raised first, in Unix seconds */
  readonly first_at: number;
  /** When it was raised last, in Unix seconds */
  readonly last_at: number;
  /** As the log has them, cut where they are long */
  readonly details: Readonly<Record<string, unknown>>;
}

/** A page of alarms. */
export interface AlarmsPage {
  /** Raised last first */
  readonly alarms: readonly Alarm[];
  /** Goes into `before` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
}

/** A key that may trade for the account and nothing else, by the text of its owner. */
export interface AllowTradingKeyRequest {
  /** The text that was signed, exact to the byte: lines end with LF, the last without one */
  readonly text: string;
  /** The Ed25519 signature, in hex, over the text as it is, or over it inside the off-chain message envelope of Solana */
  readonly signature: string;
}

/** Another price or size of a resting order. */
export interface AmendRequest {
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** The order */
  readonly order_id: number;
  /** The limit, in basis points of a dollar. A market buy is an `ioc` at 9999, a market sell an `ioc` at 100 */
  readonly price: number;
  /** How many contracts are open after it */
  readonly size: number;
  /** Of the kind `order` */
  readonly nonce: number;
  /** Contracts that are filled before it: where it is another number, nothing is changed; absent: any */
  readonly filled?: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
}

/** An API key, without what is secret of it. */
export interface ApiKey {
  /** The public id of the key: 16 bytes in hex */
  readonly key_id: string;
  /** The builder */
  readonly builder_id: string;
  /** The builder's name */
  readonly builder_name: string;
  /** What the key may do beside making users and reading */
  readonly scopes: readonly string[];
  /** The highest `fee_bps` its orders may carry, in basis points */
  readonly max_fee_bps: number;
  /** Orders a second through this key */
  readonly orders_per_second: number;
  /** What may be withdrawn through it on a UTC day, in micro-USDC; 0 without the scope `withdraw` */
  readonly daily_outflow_micro_usdc: number;
  /** How often it was issued: 1, and one more at each rotation */
  readonly generation: number;
  /** Users made through it */
  readonly user_count: number;
  /** When it was issued first, in Unix seconds */
  readonly created_at: number;
  /** When it was used last, to the minute, in Unix seconds; null: never */
  readonly last_used_at: number | null;
  /** When it was rotated last, in Unix seconds; null: never */
  readonly rotated_at: number | null;
  /** When it was revoked, in Unix seconds; null: it works */
  readonly revoked_at: number | null;
}

/** A page of API keys. */
export interface ApiKeysPage {
  /** Oldest first */
  readonly keys: readonly ApiKey[];
  /** Goes into `after` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
}

/** The case that an attestation began, agreed with or disputed. */
export interface Attested {
  /** The case */
  readonly case_id: number;
  /** What the case is now */
  readonly status: CaseStatus;
  /** When it ends unless it is challenged, in Unix seconds; null: not by time */
  readonly due: number | null;
  /** 1; 2 after a decision that proposed another result */
  readonly round: number;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** One call of an operator. */
export interface AuditEntry {
  /** Counts all entries */
  readonly audit_id: number;
  /** When, in Unix seconds */
  readonly time: number;
  /** Who acted; null: nobody was known, or the row is of before there were names */
  readonly operator: string | null;
  /** The request, as logs name it */
  readonly request_id: string;
  /** The HTTP method */
  readonly method: string;
  /** Path and query */
  readonly path: string;
  /** Where it came from */
  readonly address: string;
  /** The HTTP status of the answer */
  readonly status: number;
  /** The code of the error; null: a success */
  readonly code: string | null;
  /** The body as it was sent, cut where it is long */
  readonly details: Readonly<Record<string, unknown>>;
}

/** A page of the audit trail. */
export interface AuditPage {
  /** Newest first */
  readonly entries: readonly AuditEntry[];
  /** Goes into `before` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
}

/** The money of a user. An unknown user has zeros. */
export interface Balance {
  /** What can be spent or withdrawn, in micro-USDC */
  readonly available: number;
  /** What open buy orders hold, in micro-USDC */
  readonly locked: number;
  /** `available` + `locked`, in micro-USDC */
  readonly total: number;
  /** What withdrawals under way hold, in micro-USDC; no part of `total` */
  readonly withdrawing: number;
  /** Unpaid gas: while it is not 0, nothing can be withdrawn, in micro-USDC */
  readonly gas_debt: number;
  /** Stakes of challenges that are open, in micro-USDC; no part of `total` */
  readonly staked: number;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** One operation: exactly one of `place`, `cancel`, `amend` and `cancel_all`, with the body that it would have alone. */
export interface BatchOperation {
  readonly place?: OrderRequest;
  readonly cancel?: CancelRequest;
  readonly amend?: AmendRequest;
  readonly cancel_all?: CancelAllRequest;
}

/** Operations of users of the calling builder that are carried out together. */
export interface BatchRequest {
  /** In the order in which they are carried out */
  readonly operations: readonly BatchOperation[];
}

/** What became of each operation: one that is refused stops none of the others. */
export interface BatchResults {
  /** In the order of the operations */
  readonly results: readonly OperationResult[];
}

/** The order book of a market: one book, shown in both outcomes. */
export interface Book {
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
  /** Orders are taken while it is `active` */
  readonly status: MarketStatus;
  /** Of YES contracts */
  readonly yes: BookSides;
  /** The exact mirror of `yes`: a bid for YES at p is an offer of NO at 10000 - p */
  readonly no: BookSides;
  /** Between the best bid and the best ask for YES, rounded down, in basis points of a dollar; null where a side is empty */
  readonly midpoint: number | null;
  /** Between the same two, in basis points of a dollar; null where a side is empty */
  readonly spread: number | null;
  /** Of the last trade, of YES, in basis points of a dollar; null before the first */
  readonly last_price: number | null;
}

/** All that rests at one price. */
export interface BookLevel {
  /** Of this level, in basis points of a dollar */
  readonly price: number;
  /** Contracts that rest at it */
  readonly size: number;
  /** Orders that they belong to */
  readonly orders: number;
}

/** The two sides of one outcome. */
export interface BookSides {
  /** Buyers, the highest price first */
  readonly bids: readonly BookLevel[];
  /** Sellers, the lowest price first */
  readonly asks: readonly BookLevel[];
}

/** The whole book of a market, every level of it. */
export interface BookSnapshot {
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** Orders are taken while it is `active` */
  readonly status: MarketStatus;
  /** Of YES contracts; the NO book is its exact mirror */
  readonly yes: {
    /** Buyers, the highest price first */
    readonly bids: readonly BookLevel[];
    /** Sellers, the lowest price first */
    readonly asks: readonly BookLevel[];
  };
  /** Of the last trade, of YES; null before the first */
  readonly last_price: number | null;
}

/** What one command changed in a book. */
export interface BookUpdate {
  /** Of YES contracts */
  readonly yes: {
    /** Levels of buyers that changed */
    readonly bids: readonly ChangedLevel[];
    /** Levels of sellers that changed */
    readonly asks: readonly ChangedLevel[];
  };
  /** Orders are taken while it is `active` */
  readonly status?: MarketStatus;
  /** Of the last trade, of YES, in basis points of a dollar */
  readonly last_price?: number;
}

/** The deposit address of a user, with what may be sent to it. */
export interface BridgeAddress {
  /** Where the address is: its public name */
  readonly chain: string;
  /** Where to send to: 32 bytes in base58 */
  readonly address: string;
  /** What to send, and what not, for people */
  readonly instructions: string;
  /** Whether the proxy wallet exists on chain yet; it is made when it is needed */
  readonly initialized: boolean;
  /** The mint of USDC on that chain: 32 bytes in base58 */
  readonly usdc_token: string;
  /** The token account of the address for USDC: 32 bytes in base58 */
  readonly usdc_account: string;
  /** What a deposit of USDC sent now would be charged */
  readonly estimated_gas: GasEstimate;
  /** The user's public key: 32 bytes in base58 */
  readonly main_address: string;
  /** Less USDC is rejected, in micro-USDC */
  readonly min_usdc_micro: number;
  /** The same of what has to be exchanged, by its quote, in micro-USDC */
  readonly min_other_micro: number;
  /** Less of the native token is rejected, in lamports */
  readonly min_ext_lamports: number;
  /** The same of what has to be exchanged */
  readonly estimated_gas_other: GasEstimate;
  /** The user's tier, 0 to 2 */
  readonly tier: 0 | 1 | 2;
  /** More in one transfer is rejected, in micro-USDC */
  readonly max_usdc_per_tx_micro: number;
  /** What all users together may still bring today, in micro-USDC; what is more waits for tomorrow */
  readonly daily_cap_remaining_usdc_micro: number;
  /** When the next day begins, in Unix seconds */
  readonly daily_cap_resets_at: number;
}

/** The switch of the bridge. What is under way is finished all the same. */
export interface BridgeExecutor {
  /** Whether new deposits are sent over the bridge */
  readonly enabled: boolean;
}

/** The switch of the bridge. */
export interface BridgeExecutorRequest {
  /** Whether new deposits are sent over the bridge */
  readonly enabled: boolean;
}

/** A builder. */
export interface Builder {
  /** The builder */
  readonly builder_id: string;
  /** As it was given */
  readonly name: string;
  /** The highest `fee_bps` its orders may carry, in basis points */
  readonly max_fee_bps: number;
}

/** Another API key of the calling builder. */
export interface BuilderKeyRequest {
  /** Of `read`, `trade`, `withdraw`, `keys`; without it `trade` alone */
  readonly scopes?: readonly string[];
  /** Orders a second through this key */
  readonly orders_per_second?: number;
  /** With the scope `withdraw`: what may be withdrawn through it on a UTC day, in micro-USDC */
  readonly daily_outflow_micro_usdc?: number;
}

/** A builder's revenue: what all of its keys earned. */
export interface BuilderRevenue {
  /** How long a bucket is */
  readonly interval: string;
  /** The beginning of the first day, in Unix seconds */
  readonly from: number;
  /** The end of the last day, in Unix seconds */
  readonly to: number;
  /** Over all days: exactly what the ledger has in the accounts of the keys */
  readonly total: {
    /** Builder fees, in micro-USDC */
    readonly builder_fees: number;
    /** Fills that earned them: each side of a trade is one */
    readonly fills: number;
    /** Contracts of these fills */
    readonly contracts: number;
  };
  /** Days with fills, oldest first */
  readonly days: readonly {
    /** The beginning of the UTC day, in Unix seconds */
    readonly time: number;
    /** Builder fees, in micro-USDC */
    readonly builder_fees: number;
    /** Fills that earned them: each side of a trade is one */
    readonly fills: number;
    /** Contracts of these fills */
    readonly contracts: number;
  }[];
  /** The hundred markets that earned most */
  readonly markets: readonly {
    /** The market: 32 bytes in hex */
    readonly market_id: string;
    /** Builder fees, in micro-USDC */
    readonly builder_fees: number;
    /** Fills that earned them: each side of a trade is one */
    readonly fills: number;
    /** Contracts of these fills */
    readonly contracts: number;
  }[];
  /** All other markets together */
  readonly other_markets: {
    /** How many there are */
    readonly count: number;
    /** Builder fees, in micro-USDC */
    readonly builder_fees: number;
    /** Fills that earned them: each side of a trade is one */
    readonly fills: number;
    /** Contracts of these fills */
    readonly contracts: number;
  };
}

/** Trades of the users that the calling key has made, and the builder's revenue of them. */
export interface BuilderTradesPage {
  /** Newest first */
  readonly trades: readonly Trade[];
  /** Goes into `before` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
  /** Builder fees of all trades that match, not of the page alone, in micro-USDC */
  readonly total_builder_fees: number;
  /** Protocol fees of the same trades, in micro-USDC */
  readonly total_protocol_fees: number;
  /** Users made through the calling API key */
  readonly user_count: number;
}

/** Which trades. */
export interface BuilderTradesRequest {
  /** How many entries at most; absent: `100` */
  readonly limit?: number;
  /** Trades of this market alone */
  readonly market_id?: string;
  /** The `next_cursor` of the page before: what comes after it in the list */
  readonly before?: string;
  /** Trades from this time on, in Unix seconds */
  readonly from?: number;
  /** Trades before this time, in Unix seconds */
  readonly to?: number;
}

/** A user of the calling builder. */
export interface BuilderUser {
  /** The builder's own name for the user; null: it was made without one */
  readonly user_id: string | null;
  /** The user's public key: 32 bytes in base58 */
  readonly public_key: string;
  /** When it was made first, in Unix seconds */
  readonly linked_at: number;
}

/** A page of a builder's users. */
export interface BuilderUsersPage {
  /** In the order of their keys */
  readonly users: readonly BuilderUser[];
  /** Goes into `after` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
}

/** A withdrawal of a user of the calling builder, before it is sent. */
export interface BuilderWithdrawQuoteRequest {
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** What leaves the balance, in micro-USDC; `/v1/gas/price` has the least */
  readonly amount: number;
  /** The wallet that is paid, on the chain to deposit from; without any, the deposit address */
  readonly recipient_ext?: string;
  /** In its place a wallet on the main chain */
  readonly recipient_main?: string;
  /** The recipient may be an address off the curve, which a program signs for, such as a multisig; absent: `false` */
  readonly allow_program_address?: boolean;
}

/** A page of builders. */
export interface BuildersPage {
  /** Oldest first */
  readonly builders: readonly ListedBuilder[];
  /** Goes into `after` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
}

/** The dead man’s switch of a user. */
export interface CancelAfter {
  /** The user's public key: 32 bytes in base58 */
  readonly user: string;
  /** As it was sent; 0: switched off */
  readonly seconds: number;
  /** As it was sent */
  readonly nonce: number;
  /** When all open orders are cancelled, in Unix milliseconds; null: switched off */
  readonly due_ms: number | null;
  /** As it was sent: 16 bytes in hex; null where none was sent */
  readonly client_id: string | null;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** The dead man’s switch of a user of the calling builder. */
export interface CancelAfterRequest {
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** How long after this command all open orders are cancelled; 0 switches it off */
  readonly seconds: number;
  /** Of the kind `cancel_after` */
  readonly nonce: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
}

/** The cancel of all open orders of a user. */
export interface CancelAllRequest {
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** The market; without it all */
  readonly market_id?: string;
  /** Higher than any the user has used for this kind of call; a repeat gets the first answer */
  readonly nonce: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
}

/** The cancel of one order. */
export interface CancelRequest {
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** The order */
  readonly order_id: number;
}

/** An order that was cancelled. */
export interface CancelledOrder {
  /** The order */
  readonly order_id: number;
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** What it is from now on */
  readonly status: 'cancelled';
  /** Contracts that will not be filled */
  readonly cancelled_size: number;
  /** Contracts that were filled before */
  readonly filled_size: number;
  /** What it held of the available balance, and gave back, in micro-USDC */
  readonly released_micro_usdc: number;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** All open orders of a user, cancelled. */
export interface CancelledOrders {
  /** The user's public key: 32 bytes in base58 */
  readonly user: string;
  /** The market; null: all: 32 bytes in hex */
  readonly market_id: string | null;
  /** As it was sent */
  readonly nonce: number;
  /** The orders that were open */
  readonly cancelled: readonly number[];
  /** How many they are */
  readonly count: number;
  /** What they held, and gave back, in micro-USDC */
  readonly released_micro_usdc: number;
  /** As it was sent: 16 bytes in hex; null where none was sent */
  readonly client_id: string | null;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** The trades of one bucket of time. */
export interface Candle {
  /** Opening of the bucket, in Unix seconds */
  readonly time: number;
  /** Of the first trade, of YES, in basis points of a dollar */
  readonly open: number;
  /** Highest, of YES, in basis points of a dollar */
  readonly high: number;
  /** Lowest, of YES, in basis points of a dollar */
  readonly low: number;
  /** Of the last trade, of YES, in basis points of a dollar; an empty bucket carries the one before */
  readonly close: number;
  /** Contracts traded */
  readonly volume: number;
  /** Sum of size times YES price, in micro-USDC; null beyond 2^53 - 1 */
  readonly notional: number | null;
  /** How many trades */
  readonly trades: number;
}

/** The price history of a market. It outlives the resolution. */
export interface Candles {
  /** Oldest first, without gaps from the first trade on: an empty bucket has volume 0 */
  readonly candles: readonly Candle[];
}

/** The way of a result: proposed, perhaps challenged, decided, paid. */
export interface Case {
  /** The case */
  readonly case_id: number;
  /** The event */
  readonly event_id: string;
  /** The market; null: all of the event: 32 bytes in hex */
  readonly market_id: string | null;
  /** What it is now */
  readonly status: CaseStatus;
  /** 1; 2 after a decision that proposed another result */
  readonly round: number;
  /** What is proposed: of a market `yes`, `no` or `void`; of an event `winner` or `void` */
  readonly outcome: CaseOutcome;
  /** Of an event: the market that came true, if any: 32 bytes in hex */
  readonly winner: string | null;
  /** What its markets pay, in order of their creation */
  readonly prices: readonly {
    /** The market: 32 bytes in hex */
    readonly market_id: string;
    /** How it comes out */
    readonly outcome: Resolution;
    /** What a YES contract of it pays, in basis points of a dollar */
    readonly price: number;
  }[];
  /** The operator whose result it is, or `source:` and the name of a source */
  readonly by: string;
  /** The source whose result it is, if it is one’s */
  readonly source: string | null;
  /** Where the evidence is */
  readonly evidence_url: string | null;
  /** Its SHA-256: 32 bytes in hex */
  readonly evidence_sha256: string | null;
  /** Why it is so, as the operator or the source says it */
  readonly note: string;
  /** When it was proposed first, in Unix seconds */
  readonly proposed_at: number;
  /** When it is final unless it is challenged before, in Unix seconds; null while it does not end by time */
  readonly due: number | null;
  /** Whether it has been disputed for 72 hours */
  readonly overdue: boolean;
  /** In the order they came */
  readonly challenges: readonly Challenge[];
  /** The last decision; null before the first */
  readonly decision: CaseDecision | null;
  /** What holders were paid by it, all together, in micro-USDC */
  readonly paid_micro_usdc: number | null;
  /** Oldest first */
  readonly history: readonly CaseStep[];
}

/** A case after what was done to it. */
export interface CaseChange {
  /** The case */
  readonly case_id: number;
  /** What the case is now */
  readonly status: CaseStatus;
  /** When it ends unless it is challenged, in Unix seconds; null: not by time */
  readonly due: number | null;
  /** 1; 2 after a decision that proposed another result */
  readonly round: number;
  /** The command's place in the order of all commands */
  readonly seq: number;
}

/** The last decision about a disputed result. */
export interface CaseDecision {
  /** What was decided */
  readonly verdict: Verdict;
  /** The operator */
  readonly by: string;
  /** Why */
  readonly reason: string;
  /** Where that can be seen */
  readonly reason_url: string | null;
  /** When, in Unix seconds */
  readonly at: number;
  /** The command's place in the order of all commands */
  readonly seq: number;
}

/** Something that happened to a case. */
export interface CaseNews {
  /** The case */
  readonly case_id: number;
  /** What happened */
  readonly what: CaseNewsWhat;
  /** What the case is now */
  readonly status: CaseStatus | null;
  /** The event, where it is proposed */
  readonly event_id: string | null;
  /** The market, where it is proposed; null: all of the event: 32 bytes in hex */
  readonly market_id: string | null;
  /** The case whose place it takes, where it is proposed */
  readonly corrects: number | null;
  /** What is proposed from now on: what its markets pay */
  readonly prices: readonly {
    /** The market: 32 bytes in hex */
    readonly market_id: string;
    /** How it comes out */
    readonly outcome: Resolution;
    /** What a YES contract of it pays, in basis points of a dollar */
    readonly price: number;
  }[] | null;
  /** The operator, or `source:` and the name of a source */
  readonly by: string | null;
  /** The note, the reason, or what a source says */
  readonly words: string | null;
  /** When it ends unless it is challenged before, in Unix seconds; null: not by time */
  readonly due: number | null;
  /** Of a challenge */
  readonly challenge_id: number | null;
  /** Of a challenge */
  readonly claim: Claim | null;
  /** Of the claim `winner`: 32 bytes in hex */
  readonly claim_market: string | null;
  /** Of a decision */
  readonly verdict: Verdict | null;
  /** What holders are paid, all together, in micro-USDC */
  readonly paid_micro_usdc: number | null;
}

/** A step of a case. */
export interface CaseStep {
  /** What happened; `corrected`: another proposal, whose case has the `seq` as its id, took its place; `attested`: a source says the same; `contradicted`: a source says something else, or another thing than before */
  readonly what: CaseStepWhat;
  /** The operator, or `source:` and the name of a source; null: a user, or the time */
  readonly by: string | null;
  /** Why, where somebody else than a user said it */
  readonly reason: string | null;
  /** The result that is proposed or decided, if one is */
  readonly outcome: CaseOutcome | null;
  /** Of an event: the market that came true, if any: 32 bytes in hex */
  readonly winner: string | null;
  /** What its markets pay by that result */
  readonly prices: readonly {
    /** The market: 32 bytes in hex */
    readonly market_id: string;
    /** How it comes out */
    readonly outcome: Resolution;
    /** What a YES contract of it pays, in basis points of a dollar */
    readonly price: number;
  }[] | null;
  /** Of a void at the last trade: its price is that of the last one before, in Unix seconds */
  readonly price_as_of: number | null;
  /** When, in Unix seconds */
  readonly at: number;
  /** The command's place in the order of all commands */
  readonly seq: number;
}

/** A page of cases. */
export interface CasesPage {
  /** Newest first */
  readonly cases: readonly Case[];
  /** Goes into `before` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
}

/** The results that are proposed or disputed. */
export interface CasesSnapshot {
  /** The newest that are open, newest first */
  readonly cases: readonly OpenCase[];
  /** Whether older ones are open too: `GET /v1/cases` */
  readonly has_more: boolean;
}

/** What one command did to cases. */
export interface CasesUpdate {
  /** In order */
  readonly cases: readonly CaseNews[];
}

/** What questions are about. */
export interface Categories {
  /** Most active first, then by name; at most 200, with 100 subs each */
  readonly categories: readonly {
    /** The first part, as `category` takes it */
    readonly name: string;
    /** How many questions it has */
    readonly events: number;
    /** How many of them are `active` */
    readonly active: number;
    /** Most active first */
    readonly subs: readonly {
      /** The second part */
      readonly sub: string;
      /** How many questions it has */
      readonly events: number;
      /** How many of them are `active` */
      readonly active: number;
    }[];
  }[];
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** What the question is about. */
export interface Category {
  /** The first part */
  readonly name: string;
  /** The second part */
  readonly sub: string;
}

/** How far a chain has been read: a transfer in a later block cannot be seen yet. */
export interface ChainScan {
  /** The last block that was read; null: none */
  readonly slot: number | null;
  /** When it was read, in Unix seconds; null: never */
  readonly updated_at: number | null;
  /** For how long no further block has been read; null: never */
  readonly lag_seconds: number | null;
}

/** One comparison of the chains with the books. */
export interface ChainSolvency {
  /** A check is known */
  readonly available: true;
  /** Whether nothing is missing */
  readonly ok: boolean;
  /** Whether something has been missing for so long that withdrawals pause */
  readonly alarm: boolean;
  /** From when on rounds have come out so, in Unix seconds */
  readonly since: number;
  /** The sum of the differences, in micro-USDC */
  readonly difference: number;
  /** The block of the main chain that was read */
  readonly slot: number;
  /** The command that the books were read after */
  readonly seq: number;
  /** When the round was made, in Unix seconds */
  readonly timestamp: number;
  /** The vault's token account against what is accounted for */
  readonly vault: SolvencyLine | null;
  /** What is accounted for against the ledger */
  readonly accounted: SolvencyLine | null;
  /** What somebody sent the vault beyond it, in micro-USDC; no difference */
  readonly donated_micro_usdc: number;
  /** Deposits under way */
  readonly in_flight: {
    /** Users' proxy wallets */
    readonly proxies: SolvencyLine | null;
    /** Users' deposit addresses */
    readonly deposit_addresses: SolvencyLine | null;
  };
}

/** How far the chains have been read. */
export interface ChainsState {
  /** The chains are read */
  readonly available: true;
  /** The chain that users deposit from */
  readonly ext: ChainScan;
  /** The chain where the vault is */
  readonly main: ChainScan;
}

/** A user’s word, with a stake, that a proposed result is wrong. */
export interface Challenge {
  /** The challenge */
  readonly challenge_id: number;
  /** The result that is claimed instead */
  readonly claim: Claim;
  /** Of the claim `winner`: the market: 32 bytes in hex */
  readonly claim_market: string | null;
  /** Why, as the user says it */
  readonly reason: string;
  /** What was signed of the reason: its SHA-256: 32 bytes in hex */
  readonly reason_sha256: string;
  /** What is staked, in micro-USDC */
  readonly stake_micro_usdc: number;
  /** Of the stake: held, given back, forfeited to the dispute fund, or given back with a reward */
  readonly state: ChallengeState;
  /** What it was rewarded with, in micro-USDC */
  readonly reward_micro_usdc: number | null;
  /** Who challenged; null but for that user and for operators: 32 bytes in base58 */
  readonly user: string | null;
  /** When, in Unix seconds */
  readonly at: number;
  /** The command that challenged */
  readonly seq: number;
}

/** A challenge of a user of the calling builder. */
export interface ChallengeRequest {
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** The case */
  readonly case_id: number;
  /** What is right instead; `winner` names a market of the event */
  readonly claim: Claim;
  /** With the claim `winner` alone: the market that won */
  readonly claim_market?: string;
  /** Why, in words that everybody reads; its SHA-256 is signed */
  readonly reason: string;
  /** Exactly the stake of the rules of the event, in micro-USDC */
  readonly stake_micro_usdc: number;
  /** Of the kind `order`: higher than any that an order or a challenge used */
  readonly nonce: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
}

/** A challenge whose stake is taken. */
export interface Challenged {
  /** As it was sent */
  readonly case_id: number;
  /** The challenge */
  readonly challenge_id: number;
  /** As it was sent */
  readonly nonce: number;
  /** As it was sent: 16 bytes in hex; null where none was sent */
  readonly client_id: string | null;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** The new total of a level. */
export interface ChangedLevel {
  /** Of this level, in basis points of a dollar */
  readonly price: number;
  /** All contracts that rest at it now; 0: the level is gone */
  readonly size: number;
  /** Orders that they belong to */
  readonly orders: number;
}

/** An outcome as it stands now. */
export interface ChangedOutcome {
  /** What this outcome is called */
  readonly label: string;
  /** Its market, which orders name: 32 bytes in hex */
  readonly market_id: string;
  /** Orders are taken while it is `active` */
  readonly status: MarketStatus;
  /** Its result that is proposed or disputed: `/v1/cases` */
  readonly case_id: number | null;
  /** Until when the proposed result may be challenged, in Unix seconds; null where none is proposed */
  readonly due: number | null;
  /** Whether it expired 72 hours ago or more, and nothing was proposed; to the hour */
  readonly overdue: boolean;
  /** `chance`, or 5000 where it is null, in basis points of a dollar */
  readonly yes_price: number;
  /** Of YES: the midpoint of the bid and the ask that 20 contracts stand behind while they are at most 1000 apart, else of the last trade if these support it, see docs/protocol/http.md, in basis points of a dollar; null where nobody has put money behind one */
  readonly chance: number | null;
  /** The best bid for YES, in basis points of a dollar; 0 where nobody bids */
  readonly yes_bid: number;
  /** The best offer of YES, in basis points of a dollar; 10000 where nobody offers */
  readonly yes_ask: number;
  /** Of the last trade, of YES, in basis points of a dollar; null before the first */
  readonly last_price: number | null;
  /** Contracts traded so far */
  readonly volume: number;
  /** The last price less the one a day ago, in basis points of a dollar; of a market that is younger, less that of its first trade. Null before the first, and for moments after the start of a gateway */
  readonly change_24h_bps: number | null;
  /** Contracts traded in the last 24 hours: in this hour and the 23 before it. Null for moments after the start of a gateway */
  readonly volume_24h: number | null;
  /** The last price of YES of each of these hours, oldest first; null before the first trade */
  readonly sparkline: readonly (number | null)[];
  /** Pairs of contracts that exist */
  readonly open_interest: number;
  /** How it came out; null before */
  readonly resolution: Resolution | null;
  /** What a YES contract paid, in basis points of a dollar; null before */
  readonly resolution_price: number | null;
  /** When it was decided, in Unix seconds; null before */
  readonly resolved_at: number | null;
  /** What its holders were paid, all of them together, in micro-USDC; null before */
  readonly paid_micro_usdc: number | null;
  /** The event it belongs to */
  readonly event_id: string;
}

/** An act of an operator that needs the word of another. */
export interface Confirmation {
  /** Counts all of them */
  readonly confirmation_id: number;
  /** `spent`: the act was begun; `ended`: nobody decided in time, or what was confirmed counts no more */
  readonly state: ConfirmationState;
  /** Who asked to act */
  readonly operator: string;
  /** Who may decide: another operator with this role */
  readonly role: OperatorRole;
  /** The HTTP method of the act */
  readonly method: string;
  /** Its path and query */
  readonly path: string;
  /** Its body, as it was sent */
  readonly body: string;
  /** When it was asked for, in Unix seconds */
  readonly asked_at: number;
  /** Until when it may be decided, and the act be carried out, in Unix seconds */
  readonly ends_at: number;
  /** Who decided; null: nobody */
  readonly decided_by: string | null;
  /** When it was decided, in Unix seconds; null: it was not */
  readonly decided_at: number | null;
}

/** A page of confirmations. */
export interface ConfirmationsPage {
  /** Newest first */
  readonly confirmations: readonly Confirmation[];
  /** Goes into `before` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
}

/** A builder. */
export interface CreateBuilderRequest {
  /** For people */
  readonly name: string;
  /** The highest `fee_bps` its orders may carry; 100 without it */
  readonly max_fee_bps?: number;
}

/** A question, and the outcomes that get a market each. */
export interface CreateEventRequest {
  /** Makes the call repeatable; without it each call makes another event */
  readonly event_id?: string;
  /** What is traded */
  readonly question: string;
  /** What it is about, in words; absent: `""` */
  readonly description?: string;
  /** What decides it, to the letter */
  readonly rules?: string;
  /** Where the result is read: an address or a name */
  readonly resolution_source?: string;
  /** Where its picture is: an https address of a named host */
  readonly image_url?: string;
  /** What the question is about; its fees follow from it */
  readonly category: {
    /** The category */
    readonly name: string;
    /** Its second part */
    readonly sub: string;
  };
  /** When its markets close, in Unix seconds */
  readonly expiry: number;
  /** Whether at most one of the outcomes comes true; absent: `false` */
  readonly mutually_exclusive?: boolean;
  /** Whether exactly one of outcomes that exclude each other comes true: prices of a void sum to a dollar then; absent: `false` */
  readonly exhaustive?: boolean;
  /** What a void pays where outcomes do not exclude each other: `void_price`, or the last trade before a time that the proposal names; `fixed` without it */
  readonly void_rule?: CreateEventRequestVoidRule;
  /** By the rule `fixed`: what a YES contract pays, in basis points; 5000 without it */
  readonly void_price?: number;
  /** Who may say how it ends, beside operators; it never changes. Without it operators alone propose */
  readonly source?: {
    /** Its key, as `/v1/sources` has it */
    readonly key: string;
    /** What it says, and what follows */
    readonly rule: ValueRule | WinnerRule;
  };
  /** In place of the category's rate */
  readonly fee_bps?: number;
  /** When its markets open, in Unix seconds; without it at once */
  readonly opens_at?: number;
  /** One for a question of yes or no, else one for each answer */
  readonly outcomes: readonly {
    /** What the outcome is called */
    readonly label: string;
  }[];
}

/** The first API key of a builder. */
export interface CreateKeyRequest {
  /** Whose key */
  readonly builder_id: string;
  /** Of `read`, `trade`, `withdraw`, `keys`; without it `trade` alone */
  readonly scopes?: readonly string[];
  /** Orders a second through this key */
  readonly orders_per_second?: number;
  /** With the scope `withdraw`: what may be withdrawn through it on a UTC day, in micro-USDC */
  readonly daily_outflow_micro_usdc?: number;
}

/** An event and the markets made for it. */
export interface CreatedEvent {
  /** The event */
  readonly event_id: string;
  /** In the order they were given */
  readonly outcomes: readonly {
    /** As it was given */
    readonly label: string;
    /** Its market: 32 bytes in hex */
    readonly market_id: string;
  }[];
  /** The command's place in the order of all commands */
  readonly seq: number;
}

/** Test money for a user. */
export interface CreditRequest {
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** How much, in micro-USDC */
  readonly amount: number;
  /** The operator's own name for it: a repeat gives nothing more */
  readonly reference: string;
}

/** Test money that was given. */
export interface Credited {
  /** The user's public key: 32 bytes in base58 */
  readonly user: string;
  /** The user's available balance after it, in micro-USDC */
  readonly available: number;
  /** The command's place in the order of all commands */
  readonly seq: number;
}

/** The daily cap of the bridge. */
export interface DailyCap {
  /** What all users together may bring over the bridge a day, in micro-USDC */
  readonly micro_usdc: number;
  /** What they have brought today, in micro-USDC */
  readonly used: number;
  /** When the next day begins, in Unix seconds */
  readonly resets_at: number;
}

/** The daily cap of the bridge. */
export interface DailyCapRequest {
  /** What all users together may bring a day, in micro-USDC; 0 lets nothing in */
  readonly micro_usdc: number;
}

/** The fields of a signed request, and as much as is known of what was signed. */
export type DebugSignatureRequest = {
  /** A message of `POST /v1/orders` */
  readonly kind: 'order';
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** Contracts of which outcome */
  readonly outcome: OutcomeSide;
  /** Whether to buy or to sell */
  readonly side: Side;
  /** The limit, in basis points of a dollar. A market buy is an `ioc` at 9999, a market sell an `ioc` at 100 */
  readonly price: number;
  /** How many contracts */
  readonly size: number;
  /** Higher than any the user has used for this kind of call; a repeat gets the first answer */
  readonly nonce: number;
  /** `gtc` rests until it is cancelled; `ioc` fills what it can and ends; `fok` fills entirely or not at all; `post_only` rests or not at all */
  readonly order_type?: OrderType;
  /** The builder's own fee, in basis points of what the contracts cost; absent: `0` */
  readonly fee_bps?: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
  /** The signature as it is sent, in whatever encoding */
  readonly signature?: string;
  /** The bytes that were signed, in hex */
  readonly message?: string;
  /** The key that signs, where it may be another than the user */
  readonly public_key?: string;
  /** The trading key that signed it; without it the user itself did */
  readonly signer?: string;
} | {
  /** A message of `POST /v1/orders/cancel` */
  readonly kind: 'cancel';
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** The order */
  readonly order_id: number;
  /** The signature as it is sent, in whatever encoding */
  readonly signature?: string;
  /** The bytes that were signed, in hex */
  readonly message?: string;
  /** The key that signs, where it may be another than the user */
  readonly public_key?: string;
  /** The trading key that signed it; without it the user itself did */
  readonly signer?: string;
} | {
  /** A message of `POST /v1/orders/cancel-all` */
  readonly kind: 'cancel_all';
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** The market; without it all */
  readonly market_id?: string;
  /** Higher than any the user has used for this kind of call; a repeat gets the first answer */
  readonly nonce: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
  /** The signature as it is sent, in whatever encoding */
  readonly signature?: string;
  /** The bytes that were signed, in hex */
  readonly message?: string;
  /** The key that signs, where it may be another than the user */
  readonly public_key?: string;
  /** The trading key that signed it; without it the user itself did */
  readonly signer?: string;
} | {
  /** A message of `POST /v1/withdraw` */
  readonly kind: 'withdraw';
  /** The user's public key, in base58 or hex */
  readonly main_address: string;
  /** Micro-USDC */
  readonly amount: number;
  /** The most that the gas fee may be, in micro-USDC; 0: any. A fee above it is `FEE_ABOVE_MAX`; absent: `0` */
  readonly max_gas_fee?: number;
  /** The recipient may be an address off the curve, which a program signs for, such as a multisig; absent: `false` */
  readonly allow_program_address?: boolean;
  /** Higher than any the user has used for this kind of call; a repeat gets the first answer */
  readonly nonce: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
  /** The wallet that is paid, on the chain to deposit from; without any, the deposit address */
  readonly recipient_ext?: string;
  /** In its place a wallet on the main chain */
  readonly recipient_main?: string;
  /** The signature as it is sent, in whatever encoding */
  readonly signature?: string;
  /** The bytes that were signed, in hex */
  readonly message?: string;
  /** The key that signs, where it may be another than the user */
  readonly public_key?: string;
} | {
  /** A message of `POST /v1/deposit/recover` */
  readonly kind: 'recover';
  /** The user's public key, in base58 or hex */
  readonly main_address: string;
  /** An address, in base58 or hex */
  readonly mint: string;
  /** The most that the gas fee may be, in micro-USDC; 0: any. A fee above it is `FEE_ABOVE_MAX`; absent: `0` */
  readonly max_gas_fee?: number;
  /** The recipient may be an address off the curve, which a program signs for, such as a multisig; absent: `false` */
  readonly allow_program_address?: boolean;
  /** Higher than any the user has used for this kind of call; a repeat gets the first answer */
  readonly nonce: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
  /** An address, in base58 or hex */
  readonly recipient_ext: string;
  /** The signature as it is sent, in whatever encoding */
  readonly signature?: string;
  /** The bytes that were signed, in hex */
  readonly message?: string;
  /** The key that signs, where it may be another than the user */
  readonly public_key?: string;
} | {
  /** A message of `POST /v1/positions/redeem` */
  readonly kind: 'redeem';
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** How many contracts */
  readonly size: number;
  /** Higher than any the user has used for this kind of call; a repeat gets the first answer */
  readonly nonce: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
  /** The signature as it is sent, in whatever encoding */
  readonly signature?: string;
  /** The bytes that were signed, in hex */
  readonly message?: string;
  /** The key that signs, where it may be another than the user */
  readonly public_key?: string;
  /** The trading key that signed it; without it the user itself did */
  readonly signer?: string;
} | {
  /** A message of `POST /v1/orders/amend` */
  readonly kind: 'amend';
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** The order */
  readonly order_id: number;
  /** The limit, in basis points of a dollar. A market buy is an `ioc` at 9999, a market sell an `ioc` at 100 */
  readonly price: number;
  /** How many contracts */
  readonly size: number;
  /** Higher than any the user has used for this kind of call; a repeat gets the first answer */
  readonly nonce: number;
  /** Contracts that are filled before it: where it is another number, nothing is changed; absent: any */
  readonly filled?: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
  /** The signature as it is sent, in whatever encoding */
  readonly signature?: string;
  /** The bytes that were signed, in hex */
  readonly message?: string;
  /** The key that signs, where it may be another than the user */
  readonly public_key?: string;
  /** The trading key that signed it; without it the user itself did */
  readonly signer?: string;
} | {
  /** A message of `POST /v1/orders` with a term that only the full form has */
  readonly kind: 'full_order';
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** Contracts of which outcome */
  readonly outcome: OutcomeSide;
  /** Whether to buy or to sell */
  readonly side: Side;
  /** `gtc` rests until it is cancelled; `ioc` fills what it can and ends; `fok` fills entirely or not at all; `post_only` rests or not at all */
  readonly order_type: OrderType;
  /** What happens where it meets an order of its own user: that one is cancelled, the rest of this one, or both; absent: `cancel_maker` */
  readonly self_trade?: SelfTradeMode;
  /** It never makes the position larger: a buy against contracts of the other outcome, a sell of what is held; absent: `false` */
  readonly reduce_only?: boolean;
  /** The limit, in basis points of a dollar. A market buy is an `ioc` at 9999, a market sell an `ioc` at 100 */
  readonly price: number;
  /** How many contracts */
  readonly size: number;
  /** Higher than any the user has used for this kind of call; a repeat gets the first answer */
  readonly nonce: number;
  /** The builder's own fee, in basis points of what the contracts cost; absent: `0` */
  readonly fee_bps?: number;
  /** When it ends, in Unix seconds: 1 second to 366 days ahead. 0: never. Only of an order that may rest; absent: `0` */
  readonly expires_at?: number;
  /** The most that a buy may cost, in micro-USDC with all fees: its fills stop before they would cost more, and what is left is cancelled. 0: its price and size are the bound; absent: `0` */
  readonly max_cost?: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
  /** The signature as it is sent, in whatever encoding */
  readonly signature?: string;
  /** The bytes that were signed, in hex */
  readonly message?: string;
  /** The key that signs, where it may be another than the user */
  readonly public_key?: string;
  /** The trading key that signed it; without it the user itself did */
  readonly signer?: string;
} | {
  /** A message of `POST /v1/orders/cancel-after` */
  readonly kind: 'cancel_after';
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** How long after this command all open orders are cancelled; 0 switches it off */
  readonly seconds: number;
  /** Higher than any the user has used for this kind of call; a repeat gets the first answer */
  readonly nonce: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
  /** The signature as it is sent, in whatever encoding */
  readonly signature?: string;
  /** The bytes that were signed, in hex */
  readonly message?: string;
  /** The key that signs, where it may be another than the user */
  readonly public_key?: string;
  /** The trading key that signed it; without it the user itself did */
  readonly signer?: string;
} | {
  /** A message of `POST /v1/cases/{case_id}/challenge` */
  readonly kind: 'challenge';
  /** The case, as `GET /v1/cases` gives it */
  readonly case_id: number;
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** The result that the user claims */
  readonly claim: Claim;
  /** The market that won, for `winner`; else zeros */
  readonly claim_market?: string;
  /** Exactly the stake of the case, in micro-USDC */
  readonly stake_micro_usdc: number;
  /** Higher than any the user has used for this kind of call; a repeat gets the first answer */
  readonly nonce: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
  /** Why, in words that everybody reads; its SHA-256 is signed */
  readonly reason: string;
  /** The signature as it is sent, in whatever encoding */
  readonly signature?: string;
  /** The bytes that were signed, in hex */
  readonly message?: string;
  /** The key that signs, where it may be another than the user */
  readonly public_key?: string;
} | {
  /** A message of `POST /v1/attestations` */
  readonly kind: 'attestation';
  /** An address, in base58 or hex */
  readonly source: string;
  /** The market, or the hash of the event where outcomes exclude each other: section 8a */
  readonly subject: string;
  /** What `value` is: a number, or the place of the market that won */
  readonly attests: AttestedKind;
  /** The number, times 10 to the power of `decimals`; of `winner` the place of the market in its event, from 0 */
  readonly value: number;
  /** As in the rule of the event; of `winner` 0 */
  readonly decimals: number;
  /** When it was so, in Unix seconds; of `value` exactly `at` of the rule */
  readonly observed_at: number;
  /** When it was signed, in Unix seconds */
  readonly signed_at: number;
  /** What the source saw, in words that everybody reads; its SHA-256 is signed */
  readonly statement: string;
  /** The signature as it is sent, in whatever encoding */
  readonly signature?: string;
  /** The bytes that were signed, in hex */
  readonly message?: string;
  /** The key that signs, where it may be another than the user */
  readonly public_key?: string;
} | {
  /** A text of `POST /v1/trading-keys`, `/v1/trading-keys/revoke`, `/v1/withdraw`, `/v1/deposit/recover` or `/v1/cases/{case_id}/challenge` */
  readonly kind: 'text';
  /** The text as it is sent */
  readonly text: string;
  /** The signature as it is sent, in whatever encoding */
  readonly signature?: string;
  /** The bytes that were signed, in hex */
  readonly message?: string;
  /** The key that signs, where it may be another than the user */
  readonly public_key?: string;
} | {
  /** The text of `POST /v1/session` */
  readonly kind: 'session';
  /** The user's public key, in base58 or hex */
  readonly public_key: string;
  /** When it is signed */
  readonly timestamp: number;
  /** The signature as it is sent, in whatever encoding */
  readonly signature?: string;
  /** The bytes that were signed, in hex */
  readonly message?: string;
};

/** What is decided about a disputed result. */
export interface DecideRequest {
  /** `uphold`: it is paid as proposed; `overturn`: another result is proposed; `reopen`: it was too early, and its markets trade again */
  readonly verdict: Verdict;
  /** With `overturn` of a market: the result instead */
  readonly outcome?: Resolution;
  /** With `void` alone: what a YES contract pays, as the `void_rule` of the event has it */
  readonly price?: number;
  /** With `void` by the rule `last` alone: the void pays the last trade before this time, in Unix seconds */
  readonly price_as_of?: number;
  /** With `overturn` of an event: the market that came true */
  readonly winner?: string;
  /** In its place a void: what a YES contract pays in each open market, in basis points; 0 in those left out */
  readonly prices?: Readonly<Record<string, number>>;
  /** In their place a void of equal shares, of an exhaustive event */
  readonly void?: true;
  /** With `uphold`: the challengers get their stakes back; absent: `false` */
  readonly refund_stakes?: boolean;
  /** With `reopen`: a later expiry of the event, in Unix seconds */
  readonly expiry?: number;
  /** Why, in words that everybody reads */
  readonly reason: string;
  /** Where that can be seen */
  readonly reason_url?: string;
}

/** A deposit, from the block it was seen in to its end. */
export interface Deposit {
  /** The deposit: 32 bytes in hex */
  readonly deposit_id: string;
  /** Where it came in: its public name */
  readonly chain: string;
  /** The transfer that was seen: its signature in base58 */
  readonly tx_signature: string;
  /** What it is worth, in micro-USDC */
  readonly amount_micro_usdc: number;
  /** The token that was sent */
  readonly source_token: string;
  /** How much of it, in its base units, as text */
  readonly source_amount: string;
  /** How far it is */
  readonly phase: DepositPhase;
  /** Why it is queued, rejected or failed; null otherwise */
  readonly reason: string | null;
  /** When it is judged again, while it is queued, in Unix seconds; null otherwise */
  readonly retry_at: number | null;
  /** Where it failed; null where it did not */
  readonly stage: DepositStage | null;
  /** Whether it is tried again, where it failed; null otherwise */
  readonly retryable: boolean | null;
  /** How often the present stage was tried */
  readonly attempt: number;
  /** When it is tried again, where it failed, in Unix seconds; null otherwise */
  readonly next_retry_at: number | null;
  /** What has come into the balance, in micro-USDC */
  readonly credited_micro_usdc: number;
  /** The exchange for USDC; null where there was none: its signature in base58 */
  readonly tx_swap: string | null;
  /** The transfer over the bridge; null where there was none: its signature in base58 */
  readonly tx_bridge: string | null;
  /** The vault's credit; null before: its signature in base58 */
  readonly tx_main: string | null;
  /** When it was seen, in Unix seconds */
  readonly timestamp: number;
  /** When it changed last, in Unix seconds */
  readonly updated_at: number;
  /** What it has been, oldest first */
  readonly history: readonly HistoryEntry[];
  /** The same in words */
  readonly explanation: Explanation;
  /** What it cost on the chains: the sum of its items, in micro-USDC */
  readonly gas_micro_usdc: number;
  /** What that is made of; null where only the sum is known */
  readonly gas_items: readonly GasItem[] | null;
  /** What of that is left when the gas is paid, in micro-USDC; 0 before it is credited */
  readonly credited_after_gas_micro_usdc: number;
}

/** Where a user's money is sent to. It never changes. */
export interface DepositAddress {
  /** Where the address is: its public name */
  readonly chain: string;
  /** Where to send to: 32 bytes in base58 */
  readonly address: string;
  /** What to send, and what not, for people */
  readonly instructions: string;
  /** Whether the proxy wallet exists on chain yet; it is made when it is needed */
  readonly initialized: boolean;
  /** The mint of USDC on that chain: 32 bytes in base58 */
  readonly usdc_token: string;
  /** The token account of the address for USDC: 32 bytes in base58 */
  readonly usdc_account: string;
  /** What a deposit of USDC sent now would be charged */
  readonly estimated_gas: GasEstimate;
}

/** Whose address, on which chain. */
export interface DepositAddressRequest {
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** Which chain, by its public name: `ext` and `main` unless the operator says otherwise */
  readonly chain: string;
}

/** What became of a user's deposits, and whether any could be seen. */
export interface DepositStatus {
  /** The last ten, newest first */
  readonly deposits: readonly Deposit[];
  /** Whether the addresses of this user are watched */
  readonly watched: boolean;
  /** Since when, in Unix seconds; null: they are not */
  readonly watched_since: number | null;
  /** On the chain to deposit from; null: not watched: 32 bytes in base58 */
  readonly deposit_address: string | null;
  /** On the main chain; null: not watched: 32 bytes in base58 */
  readonly proxy_wallet: string | null;
  /** How far each chain has been read */
  readonly scans: {
    /** The chain that users deposit from */
    readonly ext: ChainScan;
    /** The chain where the vault is */
    readonly main: ChainScan;
  };
  /** What to look at where nothing is seen; may be empty */
  readonly hint: string;
}

/** What became of a user's deposits. */
export interface DepositsSnapshot {
  /** The user's public key: 32 bytes in base58 */
  readonly public_key: string;
  /** The last ten, newest first */
  readonly deposits: readonly Deposit[];
}

/** The `details` of errors, by code: those that programs act upon. */
export interface DetailsByCode {
  /** The user has challenged this case already. */
  readonly ALREADY_CHALLENGED: {
    /** As it was sent */
    readonly case_id: number;
  };
  /** The amount does not exceed the gas fee. */
  readonly AMOUNT_BELOW_GAS: {
    /** As it was sent, in micro-USDC */
    readonly amount: number;
    /** What it would cost, in micro-USDC */
    readonly gas_fee: number;
    readonly [more: string]: unknown;
  };
  /** The amount is less than may be withdrawn to this chain. */
  readonly AMOUNT_BELOW_MINIMUM: {
    /** As it was sent, in micro-USDC */
    readonly value: number;
    /** The least, in micro-USDC */
    readonly minimum: number;
    readonly [more: string]: unknown;
  };
  /** The case has ended: its result can no longer be changed or challenged. */
  readonly CASE_ENDED: {
    /** As it was sent */
    readonly case_id: number;
  };
  /** The case has as many challenges as it may have. */
  readonly CASE_FULL: {
    /** How many it may have */
    readonly limit: number;
  };
  /** There is no such case. */
  readonly CASE_NOT_FOUND: {
    /** As it was sent */
    readonly case_id: number;
  };
  /** The user has had as many withdrawals today as the limit allows. */
  readonly DAILY_WITHDRAWALS_USED: {
    /** What may be withdrawn in a day, in micro-USDC */
    readonly limit: number;
    /** What was, in micro-USDC */
    readonly used: number;
    /** When the next day begins, in Unix seconds */
    readonly renews_at: number;
  };
  /** The gas fee is above the most that was signed. */
  readonly FEE_ABOVE_MAX: {
    /** What it would cost, in micro-USDC */
    readonly gas_fee: number;
    /** What was signed, in micro-USDC */
    readonly max_gas_fee: number;
  };
  /** Another size of the order was filled than the change names. */
  readonly FILLED_MEANWHILE: {
    /** Contracts that were filled, as it was signed */
    readonly expected: number;
    /** Contracts that are */
    readonly filled: number;
  };
  /** The fill-or-kill order cannot be filled entirely. */
  readonly FOK_NOT_FILLED: {
    /** Contracts of the order */
    readonly size: number;
    /** Contracts that would fill */
    readonly fillable: number;
  };
  /** The available balance does not cover the gas debt. */
  readonly GAS_DEBT_UNPAID: {
    /** What is unpaid, in micro-USDC */
    readonly gas_debt: number;
  };
  /** The available balance does not cover this. */
  readonly INSUFFICIENT_BALANCE: {
    /** Micro-USDC of a buy, contracts of a sell */
    readonly required: number;
    /** What the user has of it */
    readonly available: number;
    /** What open orders hold of it */
    readonly locked: number;
    /** `required` less `available` */
    readonly shortfall: number;
  };
  /** The user does not hold enough unlocked contracts. */
  readonly INSUFFICIENT_POSITION: {
    /** Micro-USDC of a buy, contracts of a sell */
    readonly required: number;
    /** What the user has of it */
    readonly available: number;
    /** What open orders hold of it */
    readonly locked: number;
    /** `required` less `available` */
    readonly shortfall: number;
    /** Of a redemption, which takes both */
    readonly outcome?: OutcomeSide;
  };
  /** What was earned and not yet paid does not cover this. */
  readonly INSUFFICIENT_REVENUE: {
    /** The amount, in micro-USDC */
    readonly required: number;
    /** What was earned and not yet paid, in micro-USDC */
    readonly available: number;
    /** `required` less `available`, in micro-USDC */
    readonly shortfall: number;
  };
  /** The market does not take orders now. */
  readonly MARKET_NOT_ACTIVE: {
    /** What the market is */
    readonly status: MarketStatus;
  };
  /** There is no such market. */
  readonly MARKET_NOT_FOUND: {
    /** As it was sent */
    readonly market_id: string;
  };
  /** The nonce was used with another body. */
  readonly NONCE_REUSED: {
    /** As it was sent */
    readonly nonce: number;
    /** The highest that the user has used of its kind */
    readonly last_nonce: number;
  };
  /** The nonce is not above the last one used. */
  readonly NONCE_TOO_LOW: {
    /** The highest that the user has used of its kind */
    readonly last_nonce: number;
    /** `never_used`: this nonce did nothing and never will; `forgotten`: it may have been used */
    readonly fate: NonceFate;
  };
  /** There is no such order of this user. */
  readonly ORDER_NOT_FOUND: {
    /** Of an order by its id */
    readonly order_id?: number;
    /** Of an order by its nonce */
    readonly nonce?: number;
    /** The highest that the user has used of its kind */
    readonly last_nonce?: number;
  };
  /** The order has already ended. */
  readonly ORDER_NOT_OPEN: {
    readonly order: Order;
    /** The order */
    readonly order_id?: number;
    /** What it is */
    readonly status?: OrderStatus;
  };
  /** What would rest in the book has to be worth more. */
  readonly ORDER_TOO_SMALL: {
    /** Which field */
    readonly field: 'size';
    /** Contracts of the order */
    readonly value: number;
    /** The fewest contracts at this price */
    readonly minimum: number;
    /** What the order costs, in micro-USDC */
    readonly cost: number;
    /** The least that an order may cost, in micro-USDC */
    readonly minimum_cost: number;
  };
  /** The post-only order would match immediately. */
  readonly POST_ONLY_WOULD_MATCH: {
    /** What it would meet, in terms of the order's outcome, in basis points of a dollar */
    readonly best_price: number;
  };
  /** Of requests. A connection too many has other numbers */
  readonly RATE_LIMITED: {
    /** Which limit */
    readonly limit?: string;
    /** How many requests */
    readonly requests?: number;
    /** In how many seconds */
    readonly per_seconds?: number;
    /** How many at once after a rest */
    readonly burst?: number;
    /** When there is room again, in milliseconds */
    readonly retry_after_ms?: number;
    readonly [more: string]: unknown;
  };
  /** The recipient is no wallet: nobody could reach what is paid there. */
  readonly RECIPIENT_NOT_A_WALLET: {
    /** Which field */
    readonly field: RecipientField;
    /** As it was sent */
    readonly value: string;
    /** What the address is in the place of a wallet */
    readonly is: NoWallet;
    /** What belongs there */
    readonly expected: string;
  };
  /** The reduce-only order is larger than the position it reduces. */
  readonly REDUCE_ONLY_EXCEEDED: {
    /** Contracts of the order */
    readonly size: number;
    /** Contracts by which it could reduce the position */
    readonly reducible: number;
  };
  /** In this category a result is proposed first, and may be challenged before it is paid. */
  readonly RESOLUTION_BY_PROPOSAL: {
    /** How long a proposed result may be challenged */
    readonly window_seconds: number;
  };
  /** The user has as many open orders as the limit allows. */
  readonly TOO_MANY_OPEN_ORDERS: {
    /** How many may be open */
    readonly limit: number;
    /** What the limit depends on, if it does, in micro-USDC */
    readonly equity?: number;
  };
  /** The user has as many withdrawals under way as the limit allows. */
  readonly TOO_MANY_OPEN_WITHDRAWALS: {
    /** How many may be open */
    readonly limit: number;
    /** How many are */
    readonly open: number;
  };
  /** The trading key may not do this: its owner has bounded it, and may raise the bound. */
  readonly TRADING_KEY_BOUND: {
    /** Which of its bounds */
    readonly bound: KeyBound;
    /** Micro-USDC a day, or the outermost price that it may name */
    readonly limit?: number;
    /** Of `at_most`: what is spent and locked, in micro-USDC */
    readonly used?: number;
    /** Of `at_most`: what this would take, in micro-USDC */
    readonly required?: number;
    /** Of `price_band`: as it was sent, in basis points of a dollar */
    readonly price?: number;
    /** Of `price_band`: how far from the market's price, in bp */
    readonly price_band?: number;
  };
  /** A field has a value that is not allowed. */
  readonly VALIDATION_FAILED: {
    /** Which field */
    readonly field: string;
    /** What was sent; absent if the field is */
    readonly value?: unknown;
    /** What belongs there */
    readonly expected?: string;
    /** The other wrong fields, where there are several */
    readonly others?: readonly {
      /** Which field */
      readonly field: string;
      /** What was sent; absent if the field is */
      readonly value?: unknown;
      /** What belongs there */
      readonly expected?: string;
      readonly [more: string]: unknown;
    }[];
    readonly [more: string]: unknown;
  };
}

/** The fund that rewards are paid from. */
export interface DisputeFund {
  /** What it was given, in micro-USDC */
  readonly amount: number;
  /** What is in it after that, in micro-USDC */
  readonly dispute_fund: number;
  /** The command's place in the order of all commands */
  readonly seq: number;
}

/** An order that ended with contracts unfilled. */
export interface EndedOrder {
  /** The order */
  readonly order_id: number;
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** What it is from now on */
  readonly status: 'cancelled';
  /** Contracts that were filled before */
  readonly filled: number;
  /** Contracts that will not be filled */
  readonly remaining: number;
  /** Why */
  readonly cancel_reason: CancelReason;
}

/** A session that is over. */
export interface EndedSession {
  /** Whether the call had a session */
  readonly ended: boolean;
}

/** An event with all of its outcomes. */
export interface EventDetail {
  /** The event */
  readonly event_id: string;
  /** What is traded */
  readonly question: string;
  readonly category: Category;
  /** Whether at most one of its outcomes comes true */
  readonly mutually_exclusive: boolean;
  /** Where its picture is: an https address of a named host; null: not given */
  readonly image_url: string | null;
  /** The rate of the protocol fee that takers pay, see `/v1/fees` */
  readonly fee_bps: number;
  /** Per cent of it that the maker gets */
  readonly maker_rebate_pct: number;
  /** When its markets close, in Unix seconds */
  readonly expiry: number;
  /** When they open, in Unix seconds; null: at once */
  readonly opens_at: number | null;
  /** When the event was made, in Unix seconds */
  readonly created_at: number;
  /** `active` if any of its markets is */
  readonly status: MarketStatus;
  /** Contracts traded so far, in all of its markets */
  readonly volume: number;
  /** Contracts traded in the last 24 hours, in all of its markets; null while not known */
  readonly volume_24h: number | null;
  /** One for a question of yes or no, else one for each answer */
  readonly outcomes: readonly OutcomeEntry[];
  /** What it is about, in words; may be empty */
  readonly description: string;
  /** What decides it, to the letter; null: not given */
  readonly rules: string | null;
  /** Where the result is read: an address or a name; null: not given */
  readonly resolution_source: string | null;
  readonly resolution_rules: EventResolutionRules;
  /** Who may say how it ends, beside operators; null: nobody */
  readonly source: EventSource | null;
  /** What a void pays: a fixed price, the last trade before a time that the proposal names, or shares of the outcomes that exclude each other */
  readonly void_rule: MarketVoidRule;
  /** What a YES contract pays in a void by the rule `fixed`, in basis points of a dollar; else null */
  readonly void_price: number | null;
  /** Whether exactly one of its outcomes comes true */
  readonly exhaustive: boolean;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** A question with its outcomes, as lists show it. */
export interface EventEntry {
  /** The event */
  readonly event_id: string;
  /** What is traded */
  readonly question: string;
  readonly category: Category;
  /** Whether at most one of its outcomes comes true */
  readonly mutually_exclusive: boolean;
  /** Where its picture is: an https address of a named host; null: not given */
  readonly image_url: string | null;
  /** The rate of the protocol fee that takers pay, see `/v1/fees` */
  readonly fee_bps: number;
  /** Per cent of it that the maker gets */
  readonly maker_rebate_pct: number;
  /** When its markets close, in Unix seconds */
  readonly expiry: number;
  /** When they open, in Unix seconds; null: at once */
  readonly opens_at: number | null;
  /** When the event was made, in Unix seconds */
  readonly created_at: number;
  /** `active` if any of its markets is */
  readonly status: MarketStatus;
  /** Contracts traded so far, in all of its markets */
  readonly volume: number;
  /** Contracts traded in the last 24 hours, in all of its markets; null while not known */
  readonly volume_24h: number | null;
  /** One for a question of yes or no, else one for each answer */
  readonly outcomes: readonly OutcomeEntry[];
}

/** How its result comes about, as the rules were when it was made. */
export interface EventResolutionRules {
  /** How long a proposed result may be challenged; 0: operators resolve at once */
  readonly window_seconds: number;
  /** How long what a source proposed may be challenged */
  readonly source_window_seconds: number;
  /** Exactly what a challenge stakes, in micro-USDC; 0: users do not challenge */
  readonly stake_micro_usdc: number;
  /** Per cent of the stake that the dispute fund pays the first challenger who was right */
  readonly reward_pct: number;
  /** Whether who decides is not who proposed */
  readonly second_role: boolean;
}

/** Who may say how it ends, beside operators. It never changes. */
export interface EventSource {
  /** Its key: `/v1/sources` says whose that is: 32 bytes in base58 */
  readonly key: string;
  readonly rule: SourceRule;
}

/** A page of events. */
export interface EventsPage {
  /** In the order of `sort` */
  readonly events: readonly EventEntry[];
  /** Goes into `before` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** The state of the exchange. */
export interface ExchangeStatus {
  /** Which network this exchange is of */
  readonly network: Network;
  /** `open`; `cancel_only`: no new orders; `halted`: nothing */
  readonly mode: ExchangeMode;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
  /** The gateway's clock, in Unix seconds */
  readonly server_time: number;
  readonly history: HistoryState;
  /** Users that ever had anything */
  readonly accounts: number;
  /** Markets */
  readonly markets: number;
  /** Open orders of all users */
  readonly resting_orders: number;
  /** Whether new withdrawals are refused */
  readonly withdrawals_paused: boolean;
  /** Withdrawals under way */
  readonly open_withdrawals: number;
  /** How far the chains have been read; null where this exchange has none */
  readonly funding: ChainsState | {
    /** It is not known now */
    readonly available: false;
  } | null;
  readonly limits: Limits;
}

/** The record in words, for the person who waits. */
export interface Explanation {
  /** What happened */
  readonly what_happened: string;
  /** What comes next */
  readonly what_comes_next: string;
  /** When that is */
  readonly when: string;
  /** Who has the money meanwhile */
  readonly funds_held_by: string;
  /** What you can do to get it; empty where nothing need be done */
  readonly how_to_recover: string;
}

/** Test money on a chain. */
export interface FaucetGift {
  /** Where it was sent: its public name */
  readonly chain: string;
  /** To whom: 32 bytes in base58 */
  readonly address: string;
  /** What */
  readonly token: FaucetToken;
  /** How much, in micro-USDC or lamports */
  readonly amount: number;
  /** The transfer: its signature in base58 */
  readonly tx_signature: string;
}

/** Test money on a chain. */
export type FaucetRequest = {
  /** Which chain, by its public name: `ext` and `main` unless the operator says otherwise */
  readonly chain: string;
  /** Who gets it */
  readonly address: string;
  /** What is given */
  readonly token: 'usdc';
  /** How much, in micro-USDC */
  readonly amount: number;
} | {
  /** Which chain, by its public name: `ext` and `main` unless the operator says otherwise */
  readonly chain: string;
  /** Who gets it */
  readonly address: string;
  /** What is given */
  readonly token: 'native';
  /** How much, in lamports */
  readonly amount: number;
};

/** The rates of new markets of a category. */
export interface FeeCategory {
  /** The category; `*` stands for every one */
  readonly name: string;
  /** Its second part; `*` stands for every one */
  readonly sub: string;
  /** The rate that goes into the taker's fee, see `formula` */
  readonly fee_bps: number;
  /** Per cent of the fee that the maker gets */
  readonly maker_rebate_pct: number;
}

/** Worked numbers of one fill. */
export interface FeeExample {
  /** The market's rate */
  readonly fee_bps: number;
  /** Per cent of the fee that the maker gets */
  readonly maker_rebate_pct: number;
  /** The builder's rate, of its order */
  readonly builder_fee_bps: number;
  /** Contracts */
  readonly size: number;
  /** Of the fill, in the outcome that the order trades, in basis points of a dollar */
  readonly price: number;
  /** What the taker pays, in micro-USDC */
  readonly taker_fee: number;
  /** What of it the maker gets, in micro-USDC */
  readonly maker_rebate: number;
  /** What the builder charges, in micro-USDC */
  readonly builder_fee: number;
}

/** The schedule that new markets take their fees from. */
export interface FeeSchedule {
  /** The whole schedule from now on */
  readonly categories: readonly FeeCategory[];
  /** The command's place in the order of all commands */
  readonly seq: number;
}

/** What trading costs. */
export interface Fees {
  /** When it was asked, in Unix seconds */
  readonly as_of: number;
  /** The command that made the schedule what it is */
  readonly seq: number;
  /** How fees are computed */
  readonly formula: string;
  /** How they are rounded */
  readonly rounding: string;
  /** Rates of new markets */
  readonly categories: readonly FeeCategory[];
  /** What builders may charge */
  readonly builder: {
    /** The highest `fee_bps` of an order */
    readonly max_fee_bps: number;
    /** What it is a part of */
    readonly basis: string;
  };
  /** Worked numbers, to test with */
  readonly examples: readonly FeeExample[];
}

/** The whole schedule of fees, in place of the one before. */
export interface FeesRequest {
  /** All categories: the first that fits a market counts */
  readonly categories: readonly {
    /** The category; `*` stands for every one */
    readonly name: string;
    /** Its second part; `*` stands for every one */
    readonly sub: string;
    /** The rate of the protocol fee, see `/v1/fees` */
    readonly fee_bps: number;
    /** Per cent of the fee that the maker gets */
    readonly maker_rebate_pct: number;
  }[];
}

/** A fill as it is answered to the order that took. */
export interface Fill {
  /** Counts all trades of the exchange */
  readonly trade_id: number;
  /** What one contract of the taker's outcome cost, in basis points of a dollar */
  readonly price: number;
  /** The taker's */
  readonly outcome: OutcomeSide;
  /** Whether the taker bought or sold */
  readonly taker_side: Side;
  /** Whether the maker bought or sold */
  readonly maker_side: Side;
  /** The maker's: the other one where contracts were minted or merged */
  readonly maker_outcome: OutcomeSide;
  /** What one contract of the maker's outcome cost, in basis points of a dollar */
  readonly maker_price: number;
  /** `transfer`: contracts changed hands; `mint`: two buyers made pairs; `merge`: two sellers ended pairs */
  readonly settlement_type: SettlementType;
  /** The protocol fee that the taker paid, in micro-USDC */
  readonly taker_fee: number;
  /** What of it the maker got, in micro-USDC */
  readonly maker_rebate: number;
  /** What the taker's builder charged, in micro-USDC */
  readonly builder_fee: number;
  /** The taker's builder: the public id of its API key, "" where there is no builder */
  readonly builder_api_key: string;
  /** What the maker's builder charged, in micro-USDC */
  readonly maker_builder_fee: number;
  /** The maker's builder: the public id of its API key, "" where there is no builder */
  readonly maker_builder_api_key: string;
  /** The maker's public key: 32 bytes in base58 */
  readonly maker: string;
  /** The taker's public key: 32 bytes in base58 */
  readonly taker: string;
  /** The maker's order */
  readonly maker_order_id: number;
  /** The taker's order */
  readonly taker_order_id: number;
  /** Contracts */
  readonly quantity: number;
  /** Of the taker's order */
  readonly order_type: OrderType;
  /** The builder's fee of the taker's order, in basis points */
  readonly fee_bps: number;
  /** When it was traded, in Unix seconds */
  readonly timestamp: number;
}

/** Protocol fees for the fund that rewards are paid from. */
export interface FillFundRequest {
  /** How much of the protocol fees, in micro-USDC */
  readonly amount: number;
  /** The operator's own name for it: it is given once, and a repeat gets the first answer */
  readonly reference: string;
}

/** An order that was filled while it rested. */
export interface FilledOrder {
  /** The order */
  readonly order_id: number;
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** Contracts filled so far; as many as its `size`: it is filled */
  readonly filled: number;
}

/** An action, and what it costs now. */
export interface GasAction {
  /** What is done */
  readonly action: GasActionName;
  /** What it costs on the chains: the sum of its items, in micro-USDC */
  readonly gas_micro_usdc: number;
  /** What that is made of */
  readonly gas_items: readonly GasItem[];
}

/** What an action would cost now. */
export interface GasEstimate {
  /** What it costs on the chains: the sum of its items, in micro-USDC */
  readonly gas_micro_usdc: number;
  /** What that is made of */
  readonly gas_items: readonly GasItem[];
}

/** One item of what an action costs on the chains. */
export interface GasItem {
  /** What it is for: transactions; the rent of a token account, a proxy wallet, the record of a withdrawal, a message of the bridge, its attestation; the operator's markup */
  readonly kind: GasItemKind;
  /** What it costs, in micro-USDC */
  readonly micro_usdc: number;
}

/** What transactions cost. It is taken out of balances. */
export interface GasPrice {
  /** What a transaction on the deposit chain costs, in lamports */
  readonly ext_per_tx_lamports: number;
  /** What is charged for it, markup included, in micro-USDC */
  readonly ext_per_tx_usdc: number;
  /** What is charged for one on the main chain, markup included, in micro-USDC */
  readonly main_per_tx_usdc: number;
  /** The markup that is in these prices, in basis points */
  readonly markup_bps: number;
  /** What each action costs now; `_first` and `_new_account`: with accounts that it makes */
  readonly actions: readonly GasAction[];
  /** The least that may be withdrawn to the main chain, in micro-USDC */
  readonly min_withdrawal_main_micro: number;
  /** The least that may be withdrawn to the other, in micro-USDC */
  readonly min_withdrawal_ext_micro: number;
}

/** Read the order book of a market: its query */
export interface GetBookQuery {
  /** How many levels a side */
  readonly depth?: number;
}

/** Read the own revenue by day and by market: its query */
export interface GetBuilderRevenueQuery {
  /** How long a bucket is: a UTC day */
  readonly interval?: '1d';
  /** From the UTC day with this time on, in Unix seconds; without it 30 days back */
  readonly from?: number;
  /** Up to this time, in Unix seconds; a day that has begun by then counts as a whole; without it now */
  readonly to?: number;
  /** Of this market alone */
  readonly market_id?: string;
}

/** List the movements of a user's money: its query */
export interface GetLedgerQuery {
  /** How many entries at most */
  readonly limit?: number;
  /** The `next_cursor` of the page before: what comes after it in the list */
  readonly before?: string;
}

/** A user's position in a market, at average cost. `realised` - `yes_cost` - `no_cost` - `fees` is the sum of the user's ledger entries in the market. */
export interface HeldPosition {
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** The event */
  readonly event_id: string;
  /** The event's question */
  readonly question: string;
  /** The outcome that the market is about */
  readonly label: string;
  /** What the market has come to */
  readonly market_status: MarketStatus;
  /** How it was resolved */
  readonly resolution: Resolution | null;
  /** Of a void: what a YES contract was worth, in basis points of a dollar */
  readonly resolution_price: number | null;
  /** YES contracts held, those in open sell orders included */
  readonly yes_contracts: number;
  /** Average price of the YES contracts: what they were bought for, without fees, rounded up, in basis points of a dollar; null without any */
  readonly yes_average_price: number | null;
  /** What the YES contracts held were bought for, without fees, in micro-USDC */
  readonly yes_cost: number;
  /** NO contracts held, those in open sell orders included */
  readonly no_contracts: number;
  /** Average price of the NO contracts: what they were bought for, without fees, rounded up, in basis points of a dollar; null without any */
  readonly no_average_price: number | null;
  /** What the NO contracts held were bought for, without fees, in micro-USDC */
  readonly no_cost: number;
  /** What contracts brought that were sold, redeemed or paid out, less their average cost, without fees, in micro-USDC; null beyond 2^53 - 1 */
  readonly realised: number | null;
  /** Protocol and builder fees paid in the market, less maker rebates, in micro-USDC; below 0 if the rebates were more */
  readonly fees: number;
  /** The command of the user's first trade in the market */
  readonly opened_seq: number;
  /** The last command that changed the position */
  readonly updated_seq: number;
  /** When it was carried out, in Unix seconds */
  readonly updated_at: number;
}

/** One line of a record's history. */
export interface HistoryEntry {
  /** What it became */
  readonly state: string;
  /** When, in Unix seconds */
  readonly time: number;
  /** Why, where there is a reason */
  readonly reason: string | null;
  /** The transaction that did it: its signature in base58 */
  readonly tx_signature: string | null;
}

/** How far history has come: trades, candles and ended orders are read from it. */
export interface HistoryState {
  /** Whether history can be read now */
  readonly available: boolean;
  /** The last command it has taken in; null where it cannot be read */
  readonly seq: number | null;
  /** Commands between it and the last one that left anything to take in; null likewise */
  readonly lag: number | null;
}

/** An API key with its secrets, which are stored nowhere. */
export interface IssuedKey {
  /** The public id of the key: 16 bytes in hex */
  readonly key_id: string;
  /** The builder */
  readonly builder_id: string;
  /** For `X-Api-Key`; shown this once */
  readonly api_key: string;
  /** The key of `X-Signature`, in base64; shown this once */
  readonly secret: string;
}

/** A user, as history knows it, moments behind the exchange. */
export interface KnownUser {
  /** The user's public key: 32 bytes in base58 */
  readonly user: string;
  /** What it has, in orders and out of them, in micro-USDC */
  readonly balance: number;
  /** What of its withdrawals is not paid yet, in micro-USDC */
  readonly withdrawing: number;
  /** Where its deposits arrive; null: nobody asked for it yet: 32 bytes in base58 */
  readonly deposit_address: string | null;
  /** When its money moved last, in Unix seconds; null: long ago, its postings were archived */
  readonly moved_at: number | null;
}

/** A page of the users who ever had money. */
export interface KnownUsersPage {
  /** Who had money last first comes first */
  readonly users: readonly KnownUser[];
  /** Goes into `before` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
}

/** One movement of a user's money. Locking and unlocking it moves none. */
export interface LedgerEntry {
  /** The command that moved the money */
  readonly seq: number;
  /** Which of the events of that command it was */
  readonly event_index: number;
  /** When it was carried out, in Unix seconds */
  readonly time: number;
  /** Why the money moved */
  readonly kind: LedgerEntryKind;
  /** What came or, below 0, went, fees included, in micro-USDC */
  readonly amount: number;
  /** The total after it: available and locked, in micro-USDC */
  readonly balance: number;
  /** The trade */
  readonly trade_id: number | null;
  /** The market of a payout or a redemption: 32 bytes in hex */
  readonly market_id: string | null;
  /** The withdrawal: 32 bytes in hex */
  readonly withdrawal_id: string | null;
  /** The vault's transaction of a deposit: its signature in base58 */
  readonly tx_signature: string | null;
}

/** A user's statement: every movement of its money, each with the total that it left. */
export interface LedgerPage {
  /** Newest first */
  readonly entries: readonly LedgerEntry[];
  /** Goes into `before` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
}

/** What a client must stay within. */
export interface Limits {
  /** Lowest price, in basis points */
  readonly min_price: number;
  /** Highest price, in basis points */
  readonly max_price: number;
  /** Contracts of one order */
  readonly max_size: number;
  /** Highest nonce */
  readonly max_nonce: number;
  /** What a contract that comes true pays */
  readonly micro_usdc_per_contract: number;
  /** Highest `fee_bps` of an order */
  readonly max_builder_fee_bps: number;
  /** Open orders of a user with 100 USD: fewer with less, more with 10,000, or what an operator allowed it */
  readonly max_open_orders: number;
  /** Fills of one order at once */
  readonly max_fills_per_order: number;
  /** Answers that the engine keeps for repeats of nonces */
  readonly remembered_outcomes: number;
  /** Markets of one event */
  readonly max_outcomes_per_event: number;
  /** Levels a side of a book */
  readonly max_book_depth: number;
  /** `limit` where none is given */
  readonly default_page_limit: number;
  /** Highest `limit` of trades */
  readonly max_trades_page: number;
  /** Highest `limit` of orders */
  readonly max_orders_page: number;
  /** Highest `limit` of markets and events */
  readonly max_markets_page: number;
  /** Highest `limit` of withdrawals */
  readonly max_withdrawals_page: number;
  /** Bytes of a request body */
  readonly max_body_bytes: number;
  /** How often things may be done; null where this exchange sets no limit */
  readonly rate_limits: RateLimits | null;
}

/** List what people have to look at: its query */
export interface ListAlarmsQuery {
  /** Alarms of this app alone */
  readonly app?: ListAlarmsQueryApp;
  /** How many entries at most */
  readonly limit?: number;
  /** The `next_cursor` of the page before: what comes after it in the list */
  readonly before?: string;
}

/** List the withdrawals of all users: its query */
export interface ListAllWithdrawalsQuery {
  /** Withdrawals of this status; `open` is all that have not ended */
  readonly status?: ListAllWithdrawalsQueryStatus;
  /** How many entries at most */
  readonly limit?: number;
  /** The `next_cursor` of the page before: what comes after it in the list */
  readonly before?: string;
}

/** List what operators did: its query */
export interface ListAuditQuery {
  /** Calls of this operator alone */
  readonly operator?: string;
  /** `changes` leaves out calls that only read */
  readonly kind?: ListAuditQueryKind;
  /** How many entries at most */
  readonly limit?: number;
  /** The `next_cursor` of the page before: what comes after it in the list */
  readonly before?: string;
}

/** List the own users: its query */
export interface ListBuilderUsersQuery {
  /** The `next_cursor` of the page before: users after this key */
  readonly after?: string;
  /** How many entries at most */
  readonly limit?: number;
}

/** List the builders: its query */
export interface ListBuildersQuery {
  /** Builders with this text in their name, or with this id */
  readonly q?: string;
  /** The `next_cursor` of the page before */
  readonly after?: string;
  /** How many entries at most */
  readonly limit?: number;
}

/** Read the price history of a market: its query */
export interface ListCandlesQuery {
  /** How long a bucket is */
  readonly interval: CandleInterval;
  /** Buckets from this one on, in Unix seconds; without it the last 200 */
  readonly from?: number;
  /** Buckets before this time, in Unix seconds */
  readonly to?: number;
}

/** List results that are or were proposed: its query */
export interface ListCasesQuery {
  /** Cases of this status alone */
  readonly status?: CaseStatus;
  /** Cases of this category alone: a name, or a name and a sub as `weather/rain` */
  readonly category?: string;
  /** How many entries at most */
  readonly limit?: number;
  /** The `next_cursor` of the page before: what comes after it in the list */
  readonly before?: string;
}

/** List acts that wait for another operator: its query */
export interface ListConfirmationsQuery {
  /** Those that wait for a decision, or all */
  readonly state?: ListConfirmationsQueryState;
  /** How many entries at most */
  readonly limit?: number;
  /** The `next_cursor` of the page before: what comes after it in the list */
  readonly before?: string;
}

/** List events: its query */
export interface ListEventsQuery {
  /** Entries of this status alone */
  readonly status?: MarketStatus;
  /** Entries of this category alone: a name, or a name and a sub as `weather/rain` */
  readonly category?: string;
  /** This event alone */
  readonly event_id?: string;
  /** Entries with this text in question or labels */
  readonly q?: string;
  /** `newest`; `volume` or `volume_24h`, most traded first; `ending`, what ends first, with the ended before it: filter by `status` */
  readonly sort?: ListMarketsQuerySort;
  /** How many entries at most */
  readonly limit?: number;
  /** The `next_cursor` of the page before, of the same `sort`: what comes after it in the list */
  readonly before?: string;
}

/** List API keys: its query */
export interface ListKeysQuery {
  /** Keys of this builder alone */
  readonly builder_id?: string;
  /** The `next_cursor` of the page before */
  readonly after?: string;
  /** How many entries at most */
  readonly limit?: number;
}

/** List the trades of a market: its query */
export interface ListMarketTradesQuery {
  /** How many entries at most */
  readonly limit?: number;
  /** The `next_cursor` of the page before: what comes after it in the list */
  readonly before?: string;
}

/** List markets: its query */
export interface ListMarketsQuery {
  /** Entries of this status alone */
  readonly status?: MarketStatus;
  /** Entries of this category alone: a name, or a name and a sub as `weather/rain` */
  readonly category?: string;
  /** This event alone */
  readonly event_id?: string;
  /** Entries with this text in question or labels */
  readonly q?: string;
  /** `newest`; `volume` or `volume_24h`, most traded first; `ending`, what ends first, with the ended before it: filter by `status` */
  readonly sort?: ListMarketsQuerySort;
  /** How many entries at most */
  readonly limit?: number;
  /** The `next_cursor` of the page before, of the same `sort`: what comes after it in the list */
  readonly before?: string;
}

/** List a user's orders: its query */
export interface ListOrdersQuery {
  /** Orders of this status alone; `open` is `resting` and `partially_filled` */
  readonly status?: ListOrdersQueryStatus;
  /** Orders of this market alone */
  readonly market_id?: string;
  /** How many entries at most */
  readonly limit?: number;
  /** The `next_cursor` of the page before: what comes after it in the list */
  readonly before?: string;
}

/** List the trades of the own users: its query */
export interface ListOwnTradesQuery {
  /** Trades of this market alone */
  readonly market_id?: string;
  /** How many entries at most */
  readonly limit?: number;
  /** The `next_cursor` of the page before: what comes after it in the list */
  readonly before?: string;
}

/** List the own payouts: its query */
export interface ListPayoutsQuery {
  /** How many entries at most */
  readonly limit?: number;
  /** The `next_cursor` of the page before: what comes after it in the list */
  readonly before?: string;
}

/** List a user's positions, with what they cost and brought: its query */
export interface ListPositionsQuery {
  /** `open`: positions with contracts alone; `closed`: those whose contracts are all sold, redeemed or paid out */
  readonly status?: ListPositionsQueryStatus;
  /** The position in this market alone */
  readonly market_id?: string;
  /** How many entries at most */
  readonly limit?: number;
  /** The `next_cursor` of the page before: what comes after it in the list */
  readonly before?: string;
}

/** List deposits of a phase: its query */
export interface ListQueuesQuery {
  /** Deposits of this phase */
  readonly phase?: DepositPhase;
  /** How many entries at most */
  readonly limit?: number;
  /** The `next_cursor` of the page before: what comes after it in the list */
  readonly before?: string;
}

/** List payouts of what the exchange earned: its query */
export interface ListTreasuryPayoutsQuery {
  /** How many entries at most */
  readonly limit?: number;
  /** The `next_cursor` of the page before: what comes after it in the list */
  readonly before?: string;
  /** Only payouts with this reference: at most one for each source */
  readonly reference?: string;
}

/** List a user's trades: its query */
export interface ListUserTradesQuery {
  /** How many entries at most */
  readonly limit?: number;
  /** The `next_cursor` of the page before: what comes after it in the list */
  readonly before?: string;
}

/** List the users who ever had money: its query */
export interface ListUsersQuery {
  /** The user with this public key, or with this deposit address, alone */
  readonly address?: string;
  /** How many entries at most */
  readonly limit?: number;
  /** The `next_cursor` of the page before: what comes after it in the list */
  readonly before?: string;
}

/** List a user's withdrawals: its query */
export interface ListWithdrawalsQuery {
  /** How many entries at most */
  readonly limit?: number;
  /** The `next_cursor` of the page before: what comes after it in the list */
  readonly before?: string;
}

/** A builder, with what its keys say of it. */
export interface ListedBuilder {
  /** The builder */
  readonly builder_id: string;
  /** As it was given */
  readonly name: string;
  /** The highest `fee_bps` its orders may carry, in basis points */
  readonly max_fee_bps: number;
  /** Keys that work */
  readonly active_keys: number;
  /** Keys that were revoked */
  readonly revoked_keys: number;
  /** Users made through its keys; one that two keys made counts twice */
  readonly user_count: number;
  /** When it was made, in Unix seconds */
  readonly created_at: number;
  /** When one of its keys was used last, to the minute, in Unix seconds; null: never */
  readonly last_used_at: number | null;
}

/** Protocol fees that became a user’s. */
export interface MadeGood {
  /** The user's public key: 32 bytes in base58 */
  readonly user: string;
  /** What the user was given, in micro-USDC */
  readonly amount: number;
  /** The user's available balance after it, in micro-USDC */
  readonly available: number;
  /** The command's place in the order of all commands */
  readonly seq: number;
}

/** Protocol fees for a user. */
export interface MakeGoodRequest {
  /** How much of the protocol fees, in micro-USDC */
  readonly amount: number;
  /** The operator's own name for it: it is given once, and a repeat gets the first answer */
  readonly reference: string;
  /** Why */
  readonly reason: string;
}

/** One market, with its prices in both outcomes. */
export interface Market {
  /** The event */
  readonly event_id: string;
  /** What is traded */
  readonly question: string;
  readonly category: Category;
  /** Whether at most one of its outcomes comes true */
  readonly mutually_exclusive: boolean;
  /** Where its picture is: an https address of a named host; null: not given */
  readonly image_url: string | null;
  /** The rate of the protocol fee that takers pay, see `/v1/fees` */
  readonly fee_bps: number;
  /** Per cent of it that the maker gets */
  readonly maker_rebate_pct: number;
  /** When its markets close, in Unix seconds */
  readonly expiry: number;
  /** When they open, in Unix seconds; null: at once */
  readonly opens_at: number | null;
  /** When the event was made, in Unix seconds */
  readonly created_at: number;
  /** What it is about, in words; may be empty */
  readonly description: string;
  /** What decides it, to the letter; null: not given */
  readonly rules: string | null;
  /** Where the result is read: an address or a name; null: not given */
  readonly resolution_source: string | null;
  readonly resolution_rules: EventResolutionRules;
  /** Who may say how it ends, beside operators; null: nobody */
  readonly source: EventSource | null;
  /** What a void pays: a fixed price, the last trade before a time that the proposal names, or shares of the outcomes that exclude each other */
  readonly void_rule: MarketVoidRule;
  /** What a YES contract pays in a void by the rule `fixed`, in basis points of a dollar; else null */
  readonly void_price: number | null;
  /** Whether exactly one of its outcomes comes true */
  readonly exhaustive: boolean;
  /** What this outcome is called */
  readonly label: string;
  /** Its market, which orders name: 32 bytes in hex */
  readonly market_id: string;
  /** Orders are taken while it is `active` */
  readonly status: MarketStatus;
  /** Its result that is proposed or disputed: `/v1/cases` */
  readonly case_id: number | null;
  /** Until when the proposed result may be challenged, in Unix seconds; null where none is proposed */
  readonly due: number | null;
  /** Whether it expired 72 hours ago or more, and nothing was proposed; to the hour */
  readonly overdue: boolean;
  /** `chance`, or 5000 where it is null, in basis points of a dollar */
  readonly yes_price: number;
  /** Of YES: the midpoint of the bid and the ask that 20 contracts stand behind while they are at most 1000 apart, else of the last trade if these support it, see docs/protocol/http.md, in basis points of a dollar; null where nobody has put money behind one */
  readonly chance: number | null;
  /** The best bid for YES, in basis points of a dollar; 0 where nobody bids */
  readonly yes_bid: number;
  /** The best offer of YES, in basis points of a dollar; 10000 where nobody offers */
  readonly yes_ask: number;
  /** Of the last trade, of YES, in basis points of a dollar; null before the first */
  readonly last_price: number | null;
  /** Contracts traded so far */
  readonly volume: number;
  /** The last price less the one a day ago, in basis points of a dollar; of a market that is younger, less that of its first trade. Null before the first, and for moments after the start of a gateway */
  readonly change_24h_bps: number | null;
  /** Contracts traded in the last 24 hours: in this hour and the 23 before it. Null for moments after the start of a gateway */
  readonly volume_24h: number | null;
  /** The last price of YES of each of these hours, oldest first; null before the first trade */
  readonly sparkline: readonly (number | null)[];
  /** Pairs of contracts that exist */
  readonly open_interest: number;
  /** How it came out; null before */
  readonly resolution: Resolution | null;
  /** What a YES contract paid, in basis points of a dollar; null before */
  readonly resolution_price: number | null;
  /** When it was decided, in Unix seconds; null before */
  readonly resolved_at: number | null;
  /** What its holders were paid, all of them together, in micro-USDC; null before */
  readonly paid_micro_usdc: number | null;
  /** 10000 - `yes_price`, in basis points of a dollar */
  readonly no_price: number;
  /** The best bid for NO: 10000 - `yes_ask`, in basis points of a dollar */
  readonly no_bid: number;
  /** The best offer of NO: 10000 - `yes_bid`, in basis points of a dollar */
  readonly no_ask: number;
  /** This one, as lists show it */
  readonly outcomes: readonly OutcomeEntry[];
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** How a market comes or came to its result. */
export interface MarketResolution {
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** Its event */
  readonly event_id: string;
  /** What the market is now */
  readonly status: MarketStatus;
  /** How it came out; null before */
  readonly outcome: Resolution | null;
  /** What a YES contract paid in a void, in basis points of a dollar */
  readonly price: number | null;
  /** When it was decided, in Unix seconds; null before */
  readonly resolved_at: number | null;
  /** What its holders were paid, all of them together, in micro-USDC */
  readonly paid_micro_usdc: number | null;
  readonly resolution_rules: EventResolutionRules;
  /** Who may say how it ends, beside operators; null: nobody */
  readonly source: EventSource | null;
  /** What a void pays: a fixed price, the last trade before a time that the proposal names, or shares of the outcomes that exclude each other */
  readonly void_rule: MarketVoidRule;
  /** What a YES contract pays in a void by the rule `fixed`, in basis points of a dollar; else null */
  readonly void_price: number | null;
  /** Whether exactly one of its outcomes comes true */
  readonly exhaustive: boolean;
  /** Results that were proposed of it, the newest 20 first */
  readonly cases: readonly Case[];
}

/** A market after a change of its status. */
export interface MarketStatusChange {
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** What the market is now */
  readonly status: MarketStatus;
  /** The command's place in the order of all commands */
  readonly seq: number;
}

/** A page of markets. */
export interface MarketsPage {
  /** In the order of `sort`, one entry a question */
  readonly markets: readonly EventEntry[];
  /** Goes into `before` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** The newest entries of `GET /v1/markets`. */
export interface MarketsSnapshot {
  /** Newest first, one entry a question */
  readonly markets: readonly EventEntry[];
  /** Goes into `before` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
}

/** What came to the catalogue, and what changed in it. */
export interface MarketsUpdate {
  /** New entries, oldest first */
  readonly markets?: readonly EventEntry[];
  /** Those that changed */
  readonly outcomes?: readonly ChangedOutcome[];
}

/** A field that was signed otherwise. */
export interface MessageDifference {
  /** The field, as requests call it; of a text its line, e.g. `line 4` */
  readonly name: string;
  /** Its first byte */
  readonly offset: number;
  /** Its bytes */
  readonly length: number;
  /** The bytes that belong there, in hex */
  readonly expected_hex: string;
  /** What they say */
  readonly expected: string;
  /** The bytes that were signed */
  readonly given_hex: string;
  /** What these say */
  readonly given: string;
}

/** A field of a signed message. */
export interface MessageField {
  /** The field, as requests call it; of a text its line, e.g. `line 4` */
  readonly name: string;
  /** Its first byte */
  readonly offset: number;
  /** Its bytes */
  readonly length: number;
  /** The bytes that belong there, in hex */
  readonly hex: string;
  /** What they say */
  readonly value: string;
}

/** The mode of the exchange. */
export interface ModeChange {
  /** The mode from now on */
  readonly mode: ExchangeMode;
  /** The command's place in the order of all commands */
  readonly seq: number;
}

/** The mode of the exchange. */
export interface ModeRequest {
  /** `cancel_only` takes no new orders, `halted` nothing */
  readonly mode: ExchangeMode;
}

/** What became of the order, change of an order, redemption or challenge that was sent under a nonce. */
export interface NonceOutcome {
  /** As it was asked */
  readonly nonce: number;
  /** Of the request that used it, as long as the engine remembers it: 16 bytes in hex; null where none was sent */
  readonly client_id: string | null;
  /** Which of the four below it came to */
  readonly outcome: NonceOutcomeOutcome;
  /** The order that it placed or changed, as it is now */
  readonly order: Order | null;
  /** The refusal */
  readonly refusal: Refusal | null;
  /** The pairs that it redeemed */
  readonly redemption: Redeemed | null;
  /** The challenge it made */
  readonly challenge: Challenged | null;
}

/** The highest nonce a user has used, of each kind; 0 where none was. The next is any higher one. */
export interface Nonces {
  /** The user's public key: 32 bytes in base58 */
  readonly public_key: string;
  /** Of orders */
  readonly order: number;
  /** Of cancel-alls */
  readonly cancel_all: number;
  /** Of withdrawals */
  readonly withdraw: number;
  /** Of recoveries of deposits */
  readonly recover: number;
  /** Of the dead man’s switch */
  readonly cancel_after: number;
  /** Of texts about trading keys */
  readonly trading_key: number;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** A result that is proposed or disputed. */
export interface OpenCase {
  /** The case */
  readonly case_id: number;
  /** The event */
  readonly event_id: string;
  /** The market; null: all of the event: 32 bytes in hex */
  readonly market_id: string | null;
  /** What the case is now */
  readonly status: CaseStatus;
  /** 1; 2 after a decision that proposed another result */
  readonly round: number;
  /** What is proposed: of a market `yes`, `no` or `void`; of an event `winner` or `void` */
  readonly outcome: CaseOutcome;
  /** Of an event: the market that came true, if any: 32 bytes in hex */
  readonly winner: string | null;
  /** What its markets pay, in order of their creation */
  readonly prices: readonly {
    /** The market: 32 bytes in hex */
    readonly market_id: string;
    /** How it comes out */
    readonly outcome: Resolution;
    /** What a YES contract of it pays, in basis points of a dollar */
    readonly price: number;
  }[];
  /** The operator whose result it is, or `source:` and the name of a source */
  readonly by: string;
  /** When it ends unless it is challenged before, in Unix seconds; null: not by time */
  readonly due: number | null;
  /** Those that wait for a decision */
  readonly challenges: number;
}

/** What became of one operation. */
export interface OperationResult {
  /** What its own endpoint would have answered with */
  readonly status: number;
  /** Whether it is the answer of an earlier, equal operation */
  readonly replayed: boolean;
  /** The body of that answer, or of that error */
  readonly body: Readonly<Record<string, unknown>>;
}

/** An operator, without its key. */
export interface Operator {
  /** The name of the operator */
  readonly name: string;
  /** What the operator may do; `admin` may do all of it */
  readonly roles: readonly OperatorRole[];
  /** Whether its word counts for acts of others: two have added it */
  readonly may_confirm: boolean;
  /** Whether the configuration has its key (`ADMIN_KEY_HASH`) */
  readonly is_of_configuration: boolean;
  /** Who added it; null: the configuration */
  readonly added_by: string | null;
  /** When it was added, in Unix seconds; null: it is of the configuration */
  readonly created_at: number | null;
  /** When its key was used last, to the minute, in Unix seconds; null: not known */
  readonly last_used_at: number | null;
  /** When it got its present key, in Unix seconds; null: it has its first */
  readonly rotated_at: number | null;
  /** When it was revoked, in Unix seconds; null: it may act */
  readonly revoked_at: number | null;
}

/** The key of an operator, which is stored nowhere. */
export interface OperatorKey {
  /** The name of the operator */
  readonly name: string;
  /** What the operator may do; `admin` may do all of it */
  readonly roles: readonly OperatorRole[];
  /** For `X-Admin-Key`, and to log in with; shown this once */
  readonly key: string;
}

/** A session that was begun. Its token is in the cookie, which pages cannot read. */
export interface OperatorSession {
  /** The name of the operator */
  readonly operator: string;
  /** What the operator may do; `admin` may do all of it */
  readonly roles: readonly OperatorRole[];
  /** How many operators must stand behind a dangerous act, the one who acts included */
  readonly confirmations: number;
  /** The session ends after so many seconds without a call */
  readonly idle_seconds: number;
  /** When it ends in any case, in Unix seconds */
  readonly ends_at: number;
  /** Goes into `X-CSRF-Token` of every call of this session that changes something */
  readonly csrf_token: string;
}

/** All operators. */
export interface OperatorsList {
  /** Oldest first, revoked ones too */
  readonly operators: readonly Operator[];
}

/** An order as it stands. */
export interface Order {
  /** The order */
  readonly order_id: number;
  /** The user's public key: 32 bytes in base58 */
  readonly user: string;
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** Whether it buys or sells */
  readonly side: Side;
  /** Contracts of which outcome */
  readonly outcome: OutcomeSide;
  /** Its limit, in terms of its own outcome, in basis points of a dollar */
  readonly price: number;
  /** Contracts */
  readonly size: number;
  /** Contracts filled so far */
  readonly filled: number;
  /** `size` - `filled`, also after a cancel */
  readonly remaining: number;
  /** How it was placed */
  readonly order_type: OrderType;
  /** The builder's fee, in basis points */
  readonly fee_bps: number;
  /** The builder that sent it: the public id of its API key, "" where there is no builder */
  readonly builder_api_key: string;
  /** As it was sent */
  readonly nonce: number;
  /** `resting` and `partially_filled` are open; `filled`; `cancelled` ended with contracts unfilled */
  readonly status: OrderStatus;
  /** Why contracts ended unfilled; null where none did */
  readonly cancel_reason: CancelReason | null;
  /** The command that placed it */
  readonly seq: number;
  /** When it was placed, in Unix seconds */
  readonly created_at: number;
  /** Of an open order in the full form. What happens where it meets an order of its own user: that one is cancelled, the rest of this one, or both */
  readonly self_trade?: SelfTradeMode;
  /** Of an open order in the full form. It never makes the position larger: a buy against contracts of the other outcome, a sell of what is held */
  readonly reduce_only?: boolean;
  /** Of an open order in the full form. When it ends, in Unix seconds: 1 second to 366 days ahead. 0: never. Only of an order that may rest */
  readonly expires_at?: number;
  /** Of an open order in the full form. The most that a buy may cost, in micro-USDC with all fees: its fills stop before they would cost more, and what is left is cancelled. 0: its price and size are the bound */
  readonly max_cost?: number;
}

/** An order of a user of the calling builder. */
export interface OrderRequest {
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** Whether to buy or to sell */
  readonly side: Side;
  /** Contracts of which outcome */
  readonly outcome: OutcomeSide;
  /** The limit, in basis points of a dollar. A market buy is an `ioc` at 9999, a market sell an `ioc` at 100 */
  readonly price: number;
  /** How many contracts */
  readonly size: number;
  /** `gtc` rests until it is cancelled; `ioc` fills what it can and ends; `fok` fills entirely or not at all; `post_only` rests or not at all */
  readonly order_type: OrderType;
  /** What happens where it meets an order of its own user: that one is cancelled, the rest of this one, or both; absent: `cancel_maker` */
  readonly self_trade?: SelfTradeMode;
  /** It never makes the position larger: a buy against contracts of the other outcome, a sell of what is held; absent: `false` */
  readonly reduce_only?: boolean;
  /** When it ends, in Unix seconds: 1 second to 366 days ahead. 0: never. Only of an order that may rest; absent: `0` */
  readonly expires_at?: number;
  /** The most that a buy may cost, in micro-USDC with all fees: its fills stop before they would cost more, and what is left is cancelled. 0: its price and size are the bound; absent: `0` */
  readonly max_cost?: number;
  /** Higher than any the user has used for this kind of call; a repeat gets the first answer */
  readonly nonce: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
  /** The builder's own fee, in basis points of what the contracts cost; absent: `0` */
  readonly fee_bps?: number;
}

/** A page of orders. */
export interface OrdersPage {
  /** Newest first */
  readonly orders: readonly Order[];
  /** Goes into `before` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
}

/** One outcome of a question, which is a market of its own. */
export interface OutcomeEntry {
  /** What this outcome is called */
  readonly label: string;
  /** Its market, which orders name: 32 bytes in hex */
  readonly market_id: string;
  /** Orders are taken while it is `active` */
  readonly status: MarketStatus;
  /** Its result that is proposed or disputed: `/v1/cases` */
  readonly case_id: number | null;
  /** Until when the proposed result may be challenged, in Unix seconds; null where none is proposed */
  readonly due: number | null;
  /** Whether it expired 72 hours ago or more, and nothing was proposed; to the hour */
  readonly overdue: boolean;
  /** `chance`, or 5000 where it is null, in basis points of a dollar */
  readonly yes_price: number;
  /** Of YES: the midpoint of the bid and the ask that 20 contracts stand behind while they are at most 1000 apart, else of the last trade if these support it, see docs/protocol/http.md, in basis points of a dollar; null where nobody has put money behind one */
  readonly chance: number | null;
  /** The best bid for YES, in basis points of a dollar; 0 where nobody bids */
  readonly yes_bid: number;
  /** The best offer of YES, in basis points of a dollar; 10000 where nobody offers */
  readonly yes_ask: number;
  /** Of the last trade, of YES, in basis points of a dollar; null before the first */
  readonly last_price: number | null;
  /** Contracts traded so far */
  readonly volume: number;
  /** The last price less the one a day ago, in basis points of a dollar; of a market that is younger, less that of its first trade. Null before the first, and for moments after the start of a gateway */
  readonly change_24h_bps: number | null;
  /** Contracts traded in the last 24 hours: in this hour and the 23 before it. Null for moments after the start of a gateway */
  readonly volume_24h: number | null;
  /** The last price of YES of each of these hours, oldest first; null before the first trade */
  readonly sparkline: readonly (number | null)[];
  /** Pairs of contracts that exist */
  readonly open_interest: number;
  /** How it came out; null before */
  readonly resolution: Resolution | null;
  /** What a YES contract paid, in basis points of a dollar; null before */
  readonly resolution_price: number | null;
  /** When it was decided, in Unix seconds; null before */
  readonly resolved_at: number | null;
  /** What its holders were paid, all of them together, in micro-USDC; null before */
  readonly paid_micro_usdc: number | null;
}

/** One of the builder's keys, without what is secret of it. */
export interface OwnApiKey {
  /** The public id of the key: 16 bytes in hex */
  readonly key_id: string;
  /** What the key may do beside making users and reading */
  readonly scopes: readonly string[];
  /** The highest `fee_bps` its orders may carry, in basis points */
  readonly max_fee_bps: number;
  /** Orders a second through this key */
  readonly orders_per_second: number;
  /** What may be withdrawn through it on a UTC day, in micro-USDC; 0 without the scope `withdraw` */
  readonly daily_outflow_micro_usdc: number;
  /** How often it was issued: 1, and one more at each rotation */
  readonly generation: number;
  /** Users made through it */
  readonly user_count: number;
  /** When it was issued first, in Unix seconds */
  readonly created_at: number;
  /** When it was used last, to the minute, in Unix seconds; null: never */
  readonly last_used_at: number | null;
  /** When it was rotated last, in Unix seconds; null: never */
  readonly rotated_at: number | null;
  /** When it was revoked, in Unix seconds; null: it works */
  readonly revoked_at: number | null;
  /** Orders that it may send at once, at the signer that answers; null: it was revoked, or nothing limits it */
  readonly orders_left: number | null;
}

/** The builder of the calling key. */
export interface OwnBuilder {
  /** The builder */
  readonly builder_id: string;
  /** Its name */
  readonly name: string;
  /** The highest `fee_bps` its orders may carry, in basis points */
  readonly max_fee_bps: number;
  /** Its users, each once, through whichever key it was made */
  readonly user_count: number;
  /** The key of this call */
  readonly key_id: string;
  /** All its keys, oldest first, revoked ones too */
  readonly keys: readonly OwnApiKey[];
}

/** A payout of the own revenue. */
export interface Payout {
  /** As it was sent */
  readonly reference: string;
  /** What left the revenue, in micro-USDC */
  readonly amount: number;
  /** What of it the chains take: less than at acceptance once it shares a transfer, in micro-USDC; 0 to a balance */
  readonly gas_fee: number;
  /** What arrives: `amount` - `gas_fee`, in micro-USDC */
  readonly net_amount: number;
  /** The wallet or the user that is paid: 32 bytes in base58 */
  readonly recipient: string;
  /** How it was named */
  readonly recipient_kind: TreasuryPayoutRecipientKind;
  /** Where it is paid: its public name; null to a balance */
  readonly chain: string | null;
  /** How far it is, as a withdrawal; `completed` at once to a balance; `failed` gave the whole amount back */
  readonly status: WithdrawalStatus;
  /** Why it failed; null where it did not */
  readonly reason: WithdrawalFailure | null;
  /** The withdrawal that pays a wallet; null to a balance: 32 bytes in hex */
  readonly withdrawal_id: string | null;
  /** On the main chain: it pays there, or burns; null before: its signature in base58 */
  readonly tx_main: string | null;
  /** On the other chain: it pays; null before: its signature in base58 */
  readonly tx_ext: string | null;
  /** The command that accepted it */
  readonly seq: number;
  /** When it was accepted, in Unix seconds */
  readonly created_at: number;
  /** When it changed last, in Unix seconds */
  readonly updated_at: number;
}

/** What of the own revenue is paid out, and to whom. */
export interface PayoutRequest {
  /** The sender's own name for the payout, which is paid once; a repeat gets the first answer */
  readonly reference: string;
  /** What leaves the revenue, in micro-USDC */
  readonly amount: number;
  /** The wallet on the main chain that is paid */
  readonly recipient_main?: string;
  /** In its place a wallet on the chain to deposit from */
  readonly recipient_ext?: string;
  /** Or in its place a user, whose balance gets it at once, without gas */
  readonly user?: string;
  /** The most that the gas fee may be, in micro-USDC; 0: any. A fee above it is `FEE_ABOVE_MAX`; absent: `0` */
  readonly max_gas_fee?: number;
  /** The recipient may be an address off the curve, which a program signs for, such as a multisig; absent: `false` */
  readonly allow_program_address?: boolean;
}

/** A page of the own payouts. */
export interface PayoutsPage {
  /** What was earned and not yet paid out, now, in micro-USDC */
  readonly available: number;
  /** Newest first */
  readonly payouts: readonly Payout[];
  /** Goes into `before` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
}

/** What a user holds in a market. A user who never traded has zeros. */
export interface Position {
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** YES contracts held, those in open sell orders included */
  readonly yes_contracts: number;
  /** NO contracts held, those in open sell orders included */
  readonly no_contracts: number;
  /** Of the YES contracts those in open sell orders */
  readonly yes_locked: number;
  /** Of the NO contracts those in open sell orders */
  readonly no_locked: number;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** The positions of a user in all markets, with what they cost and brought. An unknown user has none. */
export interface PositionsPage {
  /** Last opened first */
  readonly positions: readonly HeldPosition[];
  /** History has followed the engine up to this command */
  readonly seq: number;
  /** Goes into `before` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
}

/** What an order would come to as the next command, and what would refuse it. */
export interface Preview {
  /** How the order would end up, were it not refused; null where that cannot be said, as in a halt */
  readonly order: PreviewOrder | null;
  /** Why it would be refused; null: it would not */
  readonly refusal: PreviewRefusal | null;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** A fill as it would be. Whose order it would be with is shown when it trades. */
export interface PreviewFill {
  /** Contracts */
  readonly quantity: number;
  /** What one contract of the taker's outcome cost, in basis points of a dollar */
  readonly price: number;
  /** The taker's */
  readonly outcome: OutcomeSide;
  /** Whether the taker bought or sold */
  readonly taker_side: Side;
  /** Whether the maker bought or sold */
  readonly maker_side: Side;
  /** The maker's: the other one where contracts were minted or merged */
  readonly maker_outcome: OutcomeSide;
  /** What one contract of the maker's outcome cost, in basis points of a dollar */
  readonly maker_price: number;
  /** `transfer`: contracts changed hands; `mint`: two buyers made pairs; `merge`: two sellers ended pairs */
  readonly settlement_type: SettlementType;
  /** The protocol fee that the taker paid, in micro-USDC */
  readonly taker_fee: number;
  /** What of it the maker got, in micro-USDC */
  readonly maker_rebate: number;
  /** What the taker's builder charged, in micro-USDC */
  readonly builder_fee: number;
}

/** How the order would end up if nothing refused it. */
export interface PreviewOrder {
  /** As asked for, or as many contracts as the budget pays for */
  readonly size: number;
  /** As a placed order says it */
  readonly status: OrderStatus;
  /** Contracts that would be filled at once */
  readonly filled: number;
  /** `size` - `filled` */
  readonly remaining: number;
  /** Why contracts would end unfilled */
  readonly cancel_reason: CancelReason | null;
  /** What a filled contract would cost on average, in basis points of a dollar; rounded down, null without a fill */
  readonly average_price: number | null;
  /** In order, at most 1,000 */
  readonly fills: readonly PreviewFill[];
  /** The user's own orders that would be cancelled on the way */
  readonly self_trade_cancelled: readonly number[];
  /** The protocol fee of all fills, in micro-USDC */
  readonly taker_fee: number;
  /** The builder's fee of all fills, in micro-USDC */
  readonly builder_fee: number;
  /** What the fills cost a buy, or bring a sell, in micro-USDC; before fees */
  readonly cost_micro_usdc: number;
  /** What a buy would lock for its part that rests, in micro-USDC */
  readonly locked_micro_usdc: number;
  /** Contracts that a sell would lock for its part that rests */
  readonly locked_contracts: number;
  /** What the own orders that are cancelled would give back, in micro-USDC */
  readonly released_micro_usdc: number;
}

/** The error that the order would be answered with. */
export interface PreviewRefusal {
  /** As it was answered */
  readonly code: RefusalCode;
  /** The sentence of the code */
  readonly message: string;
  /** The facts of it, by name */
  readonly details: Readonly<Record<string, string | number>>;
}

/** An order that may come. `fee_bps` is what its builder would charge. */
export interface PreviewRequest {
  /** Whose order it would be; without it nobody’s means are looked at */
  readonly user?: string;
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** Whether to buy or to sell */
  readonly side: Side;
  /** Contracts of which outcome */
  readonly outcome: OutcomeSide;
  /** The limit, in basis points of a dollar. A market buy is an `ioc` at 9999, a market sell an `ioc` at 100 */
  readonly price: number;
  /** How many contracts */
  readonly size?: number;
  /** `gtc` rests until it is cancelled; `ioc` fills what it can and ends; `fok` fills entirely or not at all; `post_only` rests or not at all */
  readonly order_type: OrderType;
  /** What happens where it meets an order of its own user: that one is cancelled, the rest of this one, or both; absent: `cancel_maker` */
  readonly self_trade?: SelfTradeMode;
  /** It never makes the position larger: a buy against contracts of the other outcome, a sell of what is held; absent: `false` */
  readonly reduce_only?: boolean;
  /** When it ends, in Unix seconds: 1 second to 366 days ahead. 0: never. Only of an order that may rest; absent: `0` */
  readonly expires_at?: number;
  /** The most that a buy may cost, in micro-USDC with all fees: its fills stop before they would cost more, and what is left is cancelled. 0: its price and size are the bound; absent: `0` */
  readonly max_cost?: number;
  /** In place of `size`: what a buy may take with all fees; it is of as many contracts as that pays for */
  readonly budget_micro_usdc?: number;
  /** The builder's own fee, in basis points of what the contracts cost; absent: `0` */
  readonly fee_bps?: number;
}

/** Propose the result of an event: its query */
export interface ProposeEventQuery {
  /** `true`: say what it would pay, and do nothing */
  readonly dry_run?: ResolveMarketQueryDryRun;
}

/** A result of an event whose outcomes exclude each other, open to challenge. */
export interface ProposeEventRequest {
  /** The market that came true; the others did not */
  readonly winner?: string;
  /** In its place a void: what a YES contract pays in each open market, in basis points; 0 in those left out */
  readonly prices?: Readonly<Record<string, number>>;
  /** In their place a void of equal shares, of an exhaustive event */
  readonly void?: true;
  /** Why it is so, in words that everybody reads */
  readonly note: string;
  /** Where that can be seen */
  readonly evidence_url?: string;
  /** SHA-256 of what is there, in hex */
  readonly evidence_sha256?: string;
}

/** Propose the result of a market: its query */
export interface ProposeMarketQuery {
  /** `true`: say what it would pay, and do nothing */
  readonly dry_run?: ResolveMarketQueryDryRun;
}

/** A result of a market, open to challenge. */
export interface ProposeMarketRequest {
  /** How the market came out */
  readonly outcome: Resolution;
  /** With `void` alone: what a YES contract pays, as the `void_rule` of the event has it */
  readonly price?: number;
  /** With `void` by the rule `last` alone: the void pays the last trade before this time, in Unix seconds */
  readonly price_as_of?: number;
  /** Why it is so, in words that everybody reads */
  readonly note: string;
  /** Where that can be seen */
  readonly evidence_url?: string;
  /** SHA-256 of what is there, in hex */
  readonly evidence_sha256?: string;
}

/** A result that is proposed. */
export interface ProposedResult {
  /** The case; null in a dry run */
  readonly case_id: number | null;
  /** What the case is now */
  readonly status: CaseStatus;
  /** When it ends unless it is challenged, in Unix seconds; null: not by time */
  readonly due: number | null;
  /** 1; 2 after a decision that proposed another result */
  readonly round: number;
  /** The command's place in the order of all commands */
  readonly seq: number;
  /** Nothing was done: what each market would pay, and to whom */
  readonly dry_run?: readonly ResolvedMarket[];
}

/** A user's proxy wallet on the main chain. */
export interface ProxyWallet {
  /** The user's public key: 32 bytes in base58 */
  readonly main_address: string;
  /** The program-derived account of this user: 32 bytes in base58 */
  readonly proxy_wallet: string;
  /** Its token account for USDC: 32 bytes in base58 */
  readonly proxy_usdc_ata: string;
  /** What lies there, and was not taken into the vault yet, in micro-USDC */
  readonly usdc_balance: number;
  /** Whether it exists on chain yet */
  readonly initialized: boolean;
}

/** A deposit as operators see it. */
export interface QueuedDeposit {
  /** Whose it is: 32 bytes in base58 */
  readonly user: string;
  /** The user's tier when it was judged; null before */
  readonly tier: 0 | 1 | 2 | null;
  /** Whether an operator let it pass the daily cap */
  readonly released: boolean;
  /** The deposit: 32 bytes in hex */
  readonly deposit_id: string;
  /** Where it came in: its public name */
  readonly chain: string;
  /** The transfer that was seen: its signature in base58 */
  readonly tx_signature: string;
  /** What it is worth, in micro-USDC */
  readonly amount_micro_usdc: number;
  /** The token that was sent */
  readonly source_token: string;
  /** How much of it, in its base units, as text */
  readonly source_amount: string;
  /** How far it is */
  readonly phase: DepositPhase;
  /** Why it is queued, rejected or failed; null otherwise */
  readonly reason: string | null;
  /** When it is judged again, while it is queued, in Unix seconds; null otherwise */
  readonly retry_at: number | null;
  /** Where it failed; null where it did not */
  readonly stage: DepositStage | null;
  /** Whether it is tried again, where it failed; null otherwise */
  readonly retryable: boolean | null;
  /** How often the present stage was tried */
  readonly attempt: number;
  /** When it is tried again, where it failed, in Unix seconds; null otherwise */
  readonly next_retry_at: number | null;
  /** What has come into the balance, in micro-USDC */
  readonly credited_micro_usdc: number;
  /** The exchange for USDC; null where there was none: its signature in base58 */
  readonly tx_swap: string | null;
  /** The transfer over the bridge; null where there was none: its signature in base58 */
  readonly tx_bridge: string | null;
  /** The vault's credit; null before: its signature in base58 */
  readonly tx_main: string | null;
  /** When it was seen, in Unix seconds */
  readonly timestamp: number;
  /** When it changed last, in Unix seconds */
  readonly updated_at: number;
  /** What it has been, oldest first */
  readonly history: readonly HistoryEntry[];
  /** The same in words */
  readonly explanation: Explanation;
}

/** Deposits of one phase, and what they wait for. */
export interface QueuesPage {
  /** Newest first */
  readonly deposits: readonly QueuedDeposit[];
  /** Goes into `before` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
  /** Whether new deposits are sent over the bridge */
  readonly bridge_executor: boolean;
  readonly daily_cap: DailyCap;
}

/** How often things may be done. A builder key has its own. */
export interface RateLimits {
  /** Requests of an address, in each of its lanes */
  readonly address: {
    /** How many on average */
    readonly requests: number;
    /** In how many seconds */
    readonly per_seconds: number;
    /** How many at once, after a rest */
    readonly burst: number;
  };
  /** Orders of a user; as many repeats of answered ones beside them */
  readonly user_orders: {
    /** How many on average */
    readonly requests: number;
    /** In how many seconds */
    readonly per_seconds: number;
    /** How many at once, after a rest */
    readonly burst: number;
  };
  /** Cancels of a user */
  readonly user_cancels: {
    /** How many on average */
    readonly requests: number;
    /** In how many seconds */
    readonly per_seconds: number;
    /** How many at once, after a rest */
    readonly burst: number;
  };
  /** Texts of a user about its trading keys */
  readonly user_keys: {
    /** How many on average */
    readonly requests: number;
    /** In how many seconds */
    readonly per_seconds: number;
    /** How many at once, after a rest */
    readonly burst: number;
  };
}

/** What lies at the deposit address of a user, of one token. */
export interface RecoverRequest {
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** The token; `11111111111111111111111111111111` is the native one */
  readonly mint: string;
  /** The wallet that gets it */
  readonly recipient_ext: string;
  /** The most that the gas fee may be, in micro-USDC; 0: any. A fee above it is `FEE_ABOVE_MAX`; absent: `0` */
  readonly max_gas_fee?: number;
  /** The recipient may be an address off the curve, which a program signs for, such as a multisig; absent: `false` */
  readonly allow_program_address?: boolean;
  /** Higher than any the user has used for this kind of call; a repeat gets the first answer */
  readonly nonce: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
}

/** What lay at a deposit address without a deposit under way, sent to a wallet. */
export interface Recovery {
  /** The recovery */
  readonly recovery_id: string;
  /** Whose money it is: 32 bytes in base58 */
  readonly user: string;
  /** The token that is sent: 32 bytes in base58 */
  readonly mint: string;
  /** The wallet that gets it: 32 bytes in base58 */
  readonly recipient: string;
  /** How much, in base units of the token, as text */
  readonly amount: string;
  /** How far it is */
  readonly status: RecoveryStatus;
  /** The transaction that sends it; null before: its signature in base58 */
  readonly tx_signature: string | null;
  /** As it was sent: 16 bytes in hex; null where none was sent */
  readonly client_id: string | null;
}

/** Pairs of contracts of a user of the calling builder, for 1 USD each. */
export interface RedeemRequest {
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** How many pairs: as many YES as NO, none of them locked in an order */
  readonly size: number;
  /** Of the kind `order`: higher than any that an order or a redemption used */
  readonly nonce: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
}

/** Pairs of contracts that were redeemed for 1 USD each. */
export interface Redeemed {
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** Pairs that were redeemed: as many YES as NO are gone */
  readonly size: number;
  /** What was paid for them, in micro-USDC */
  readonly paid_micro_usdc: number;
  /** As it was sent */
  readonly nonce: number;
  /** As it was sent: 16 bytes in hex; null where none was sent */
  readonly client_id: string | null;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** A refusal that used a nonce up. */
export interface Refusal {
  /** As it was answered */
  readonly code: RefusalCode;
  /** The sentence of the code */
  readonly message: string;
  /** The facts of it, by name */
  readonly details: Readonly<Record<string, string | number>>;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** A deposit that was taken out of the queue. */
export interface RejectedDeposit {
  /** The deposit: 32 bytes in hex */
  readonly deposit_id: string;
  /** Whose it is, and who may recover it: 32 bytes in base58 */
  readonly user: string;
  /** What it is worth, in micro-USDC */
  readonly amount_micro_usdc: number;
}

/** A deposit that passes the daily cap. */
export interface ReleasedDeposit {
  /** The deposit: 32 bytes in hex */
  readonly deposit_id: string;
  /** Whose it is: 32 bytes in base58 */
  readonly user: string;
  /** What it is worth, in micro-USDC */
  readonly amount_micro_usdc: number;
}

/** Nothing was done: what the resolution of a market would pay, and to whom. */
export interface ResolutionDryRun {
  /** The outcome */
  readonly label: string;
  /** Whether it is resolved: nothing is left to be paid */
  readonly already_resolved: boolean;
  /** Orders that it would cancel */
  readonly open_orders: number;
  /** Holders of either, each once */
  readonly users: number;
  /** Holders of YES */
  readonly yes: {
    /** Contracts that exist */
    readonly contracts: number;
    /** Who hold at least one of them */
    readonly users: number;
    /** What they would get, in micro-USDC */
    readonly paid_micro_usdc: number;
  };
  /** Holders of NO */
  readonly no: {
    /** Contracts that exist */
    readonly contracts: number;
    /** Who hold at least one of them */
    readonly users: number;
    /** What they would get, in micro-USDC */
    readonly paid_micro_usdc: number;
  };
}

/** How results of new events of a category come about. */
export interface ResolutionRule {
  /** The category; `*` stands for every one */
  readonly name: string;
  /** Its second part; `*` stands for every one */
  readonly sub: string;
  /** How long a proposed result may be challenged; 0: operators resolve at once */
  readonly window_seconds: number;
  /** How long what a source proposed may be challenged */
  readonly source_window_seconds: number;
  /** Exactly what a challenge stakes, in micro-USDC; 0: users do not challenge */
  readonly stake_micro_usdc: number;
  /** Per cent of the stake that the dispute fund pays the first challenger who was right */
  readonly reward_pct: number;
  /** Whether who decides is not who proposed */
  readonly second_role: boolean;
}

/** How results come about, by category. */
export interface ResolutionRules {
  /** For new events. A category without a row has that of `*`, else all zeros */
  readonly rules: readonly ResolutionRule[];
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** The rules that new events take. */
export interface ResolutionRulesChange {
  /** All rules from now on */
  readonly rules: readonly ResolutionRule[];
  /** The command's place in the order of all commands */
  readonly seq: number;
}

/** How results of new events come about, in place of the rules before. */
export interface ResolutionRulesRequest {
  /** By category; the most specific row counts */
  readonly rules: readonly {
    /** The category; `*` stands for every one */
    readonly name: string;
    /** Its second part; `*` stands for every one */
    readonly sub: string;
    /** How long a proposed result may be challenged; 0: operators resolve at once */
    readonly window_seconds: number;
    /** How long what a source proposed may be challenged; absent: as long as others */
    readonly source_window_seconds?: number;
    /** Exactly what a challenge stakes; 0: users do not challenge */
    readonly stake_micro_usdc: number;
    /** Per cent of the stake that the dispute fund pays the first challenger who was right */
    readonly reward_pct: number;
    /** Whether who decides is not who proposed */
    readonly second_role: boolean;
  }[];
}

/** Resolve an event: its query */
export interface ResolveEventQuery {
  /** `true`: say what it would pay, and do nothing */
  readonly dry_run?: ResolveMarketQueryDryRun;
}

/** How an event came out: `winner`, or `void`. */
export interface ResolveEventRequest {
  /** The market that came true; the others did not */
  readonly winner?: string;
  /** In its place: every contract pays half */
  readonly void?: true;
}

/** Resolve a market: its query */
export interface ResolveMarketQuery {
  /** `true`: say what it would pay, and do nothing */
  readonly dry_run?: ResolveMarketQueryDryRun;
}

/** How a market came out. */
export interface ResolveMarketRequest {
  /** How it came out */
  readonly outcome: Resolution;
  /** With `void` alone: what a YES contract pays, in basis points; 5000 without it */
  readonly price?: number;
}

/** An event that is over. */
export interface ResolvedEvent {
  /** The event */
  readonly event_id: string;
  /** All of its markets */
  readonly markets: readonly ResolvedMarket[];
  /** The command's place in the order of all commands */
  readonly seq: number;
}

/** A market that is over. */
export interface ResolvedMarket {
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** `resolved`, or `voided` */
  readonly status: MarketStatus;
  /** How it came out */
  readonly outcome: Resolution;
  /** What a YES contract paid, in basis points of a dollar */
  readonly price: number | null;
  /** What all holders together are paid, in micro-USDC; large markets pay in slices */
  readonly paid_micro_usdc: number;
  /** The command's place in the order of all commands */
  readonly seq: number;
  readonly dry_run?: ResolutionDryRun;
}

/** A key that works again. */
export interface RestoredKey {
  /** The public id of the key: 16 bytes in hex */
  readonly key_id: string;
}

/** The end of a trading key, by a text that its owner or the key itself signed. */
export interface RevokeTradingKeyRequest {
  /** The text that was signed, exact to the byte: lines end with LF, the last without one */
  readonly text: string;
  /** The Ed25519 signature, in hex, over the text as it is, or over it inside the off-chain message envelope of Solana */
  readonly signature: string;
}

/** A key that works no more. */
export interface RevokedKey {
  /** The public id of the key: 16 bytes in hex */
  readonly key_id: string;
  /** When it was revoked first, in Unix seconds */
  readonly revoked_at: number;
}

/** An operator who may act no more. */
export interface RevokedOperator {
  /** The name of the operator */
  readonly name: string;
  /** When it was revoked first, in Unix seconds */
  readonly revoked_at: number;
}

/** The next credential of a key. */
export interface RotatedKey {
  /** The public id of the key: 16 bytes in hex */
  readonly key_id: string;
  /** The builder */
  readonly builder_id: string;
  /** For `X-Api-Key`; shown this once */
  readonly api_key: string;
  /** The key of `X-Signature`, in base64; shown this once */
  readonly secret: string;
  /** Until when the credential before works, in Unix seconds */
  readonly previous_valid_until: number;
}

/** Events that are alike, of which one begins each period. */
export interface Series {
  /** The series */
  readonly series_id: string;
  /** What its events have in common; `{start}` and `{end}` stand for their times */
  readonly event: Readonly<Record<string, unknown>>;
  /** From one start to the next */
  readonly period_seconds: number;
  /** When its first event begins, in Unix seconds */
  readonly first_start: number;
  /** How long before it begins an event is made */
  readonly lead_seconds: number;
  /** No event begins then or later, in Unix seconds; null: it goes on */
  readonly ends_at: number | null;
  /** Those that are made, or are about to be, and have not begun: next first */
  readonly events_ahead: readonly string[];
}

/** Events that are alike, of which one begins each period. */
export interface SeriesRequest {
  /** The series */
  readonly series_id: string;
  readonly event: SeriesTemplate;
  /** From one start to the next; an event closes when the next begins */
  readonly period_seconds: number;
  /** When its first event begins, in Unix seconds */
  readonly first_start: number;
  /** How long before it begins an event is made, and opens */
  readonly lead_seconds: number;
  /** No event begins then or later, in Unix seconds; without it the series goes on */
  readonly ends_at?: number;
}

/** What its events have in common. In question, description and rules `{start}` and `{end}` stand for their times. */
export interface SeriesTemplate {
  /** What is traded */
  readonly question: string;
  /** What it is about, in words; absent: `""` */
  readonly description?: string;
  /** What decides it, to the letter */
  readonly rules?: string;
  /** Where the result is read: an address or a name */
  readonly resolution_source?: string;
  /** Where its picture is: an https address of a named host */
  readonly image_url?: string;
  /** What the question is about; its fees follow from it */
  readonly category: {
    /** The category */
    readonly name: string;
    /** Its second part */
    readonly sub: string;
  };
  /** Whether at most one of the outcomes comes true; absent: `false` */
  readonly mutually_exclusive?: boolean;
  /** Whether exactly one of outcomes that exclude each other comes true: prices of a void sum to a dollar then; absent: `false` */
  readonly exhaustive?: boolean;
  /** What a void pays where outcomes do not exclude each other: `void_price`, or the last trade before a time that the proposal names; `fixed` without it */
  readonly void_rule?: CreateEventRequestVoidRule;
  /** By the rule `fixed`: what a YES contract pays, in basis points; 5000 without it */
  readonly void_price?: number;
  /** Who may say how it ends, beside operators; it never changes. Without it operators alone propose */
  readonly source?: {
    /** Its key, as `/v1/sources` has it */
    readonly key: string;
    /** What it says, and what follows */
    readonly rule: SeriesValueRule | WinnerRule;
  };
  /** In place of the category's rate */
  readonly fee_bps?: number;
  /** One for a question of yes or no, else one for each answer */
  readonly outcomes: readonly {
    /** What the outcome is called */
    readonly label: string;
  }[];
}

/** A number of the source decides, observed when the event ends. */
export interface SeriesValueRule {
  /** Of a single market: the source says a number */
  readonly kind: 'value';
  /** The market is `yes` where the number is so to the threshold, else `no` */
  readonly op: SourceRuleOp;
  /** Times 10 to the power of `decimals` */
  readonly threshold: number;
  /** Of the threshold, and of the number that the source says */
  readonly decimals: number;
}

/** The server's clock. */
export interface ServerTime {
  /** The server's clock, in Unix seconds */
  readonly time: number;
  /** The same in Unix milliseconds, for those who set a clock by it */
  readonly time_ms: number;
}

/** Opens a session, signed by the owner of the account or by a key that may trade for it. */
export interface SessionRequest {
  /** The user's public key, in base58 or hex */
  readonly public_key: string;
  /** When it is signed, in Unix seconds. The session ends 24 hours later */
  readonly timestamp: number;
  /** The Ed25519 signature, in hex, over the session's text (docs/protocol/signed-messages.md), by the owner or by `trading_key` */
  readonly signature: string;
  /** The trading key that signed, where it is not the owner. The session ends when this key does */
  readonly trading_key?: string;
}

/** What should have been signed, and what was. */
export interface SignatureDiagnosis {
  /** The kind of message */
  readonly kind: SignedKind;
  /** The network, which some messages name */
  readonly network: Network;
  /** Whose account it is: 32 bytes in base58 */
  readonly user: string;
  /** Whose signature it must be: the user, or a trading key: 32 bytes in base58 */
  readonly signer: string;
  /** What the signer is: the `owner`, a trading key that is `active` or how it ended, or `unknown` to the account */
  readonly key_state: SignatureDiagnosisKeyState;
  /** The canonical bytes, in hex: exactly these are signed */
  readonly message: string;
  /** The text that `message` is; null where it is none */
  readonly text: string | null;
  /** The text in the off-chain envelope, in hex; null: no text */
  readonly envelope: string | null;
  /** In which form of the text the signature holds; null: in none */
  readonly form: SignatureDiagnosisForm | null;
  /** How many bytes that is */
  readonly message_bytes: number;
  /** Their SHA-256: 32 bytes in hex */
  readonly message_hash: string;
  /** The message field by field */
  readonly fields: readonly MessageField[];
  /** Whether the signature is the signer’s over the canonical bytes; null where none was given */
  readonly verifies: boolean | null;
  /** The encoding that the signature came in; endpoints take `hex` alone */
  readonly signature_encoding: SignatureDiagnosisSignatureEncoding | null;
  /** Whether it is the signer’s over the given bytes; null where either is missing */
  readonly verifies_over_given: boolean | null;
  /** The kind of message that has as many bytes as were given */
  readonly given_kind: SignedKind | null;
  /** The first byte that was signed otherwise, of `message`, or of `envelope` where that was given; null: none */
  readonly first_difference: number | null;
  /** Fields that were signed otherwise; null where no bytes of this length were given */
  readonly differences: readonly MessageDifference[] | null;
  /** The usual mistakes that explain it, all of them together */
  readonly mistakes: readonly SigningMistake[];
  /** What shows it: the signature holds over the bytes that the mistakes make, or they are the bytes given */
  readonly proven_by: SignatureDiagnosisProvenBy | null;
  /** What to do */
  readonly next: string;
}

/** Another price or size of a resting order, signed by its user. */
export interface SignedAmendRequest {
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** The order */
  readonly order_id: number;
  /** The limit, in basis points of a dollar. A market buy is an `ioc` at 9999, a market sell an `ioc` at 100 */
  readonly price: number;
  /** How many contracts are open after it */
  readonly size: number;
  /** Of the kind `order` */
  readonly nonce: number;
  /** Contracts that are filled before it: where it is another number, nothing is changed; absent: any */
  readonly filled?: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
  /** The trading key that signed it; without it the user itself did */
  readonly signer?: string;
  /** The user's Ed25519 signature, in hex, over the canonical message */
  readonly signature: string;
}

/** What a source saw, signed by its key. Anybody may send it. */
export interface SignedAttestationRequest {
  /** The public key of the source, in base58 or hex */
  readonly source: string;
  /** With `value` the market, with `winner` the hash of the event: 32 bytes in hex */
  readonly subject: string;
  /** What `value` is: a number, or the place of the market that won */
  readonly attests: AttestedKind;
  /** The number, times 10 to the power of `decimals`; of `winner` the place of the market in its event, from 0 */
  readonly value: number;
  /** As in the rule of the event; of `winner` 0 */
  readonly decimals: number;
  /** When it was so, in Unix seconds; of `value` exactly `at` of the rule */
  readonly observed_at: number;
  /** When it was signed, in Unix seconds */
  readonly signed_at: number;
  /** What the source saw, in words that everybody reads; its SHA-256 is signed */
  readonly statement: string;
  /** The source’s Ed25519 signature, in hex, over the canonical message */
  readonly signature: string;
}

/** One operation: exactly one of `place`, `cancel`, `amend` and `cancel_all`, with the body that it would have alone. */
export interface SignedBatchOperation {
  readonly place?: SignedOrderRequest;
  readonly cancel?: SignedCancelRequest;
  readonly amend?: SignedAmendRequest;
  readonly cancel_all?: SignedCancelAllRequest;
}

/** Operations that are carried out together, each signed by its user as it would be alone. */
export interface SignedBatchRequest {
  /** In the order in which they are carried out */
  readonly operations: readonly SignedBatchOperation[];
}

/** The dead man’s switch, signed by its user. */
export interface SignedCancelAfterRequest {
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** How long after this command all open orders are cancelled; 0 switches it off */
  readonly seconds: number;
  /** Of the kind `cancel_after` */
  readonly nonce: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
  /** The trading key that signed it; without it the user itself did */
  readonly signer?: string;
  /** The user's Ed25519 signature, in hex, over the canonical message */
  readonly signature: string;
}

/** The cancel of all open orders of a user, signed by it. */
export interface SignedCancelAllRequest {
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** The market; without it all */
  readonly market_id?: string;
  /** Higher than any the user has used for this kind of call; a repeat gets the first answer */
  readonly nonce: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
  /** The trading key that signed it; without it the user itself did */
  readonly signer?: string;
  /** The user's Ed25519 signature, in hex, over the canonical message */
  readonly signature: string;
}

/** The cancel of one order, signed by its user. */
export interface SignedCancelRequest {
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** The order */
  readonly order_id: number;
  /** The trading key that signed it; without it the user itself did */
  readonly signer?: string;
  /** The user's Ed25519 signature, in hex, over the canonical message */
  readonly signature: string;
}

/** A user’s word, with a stake, that a proposed result is wrong. */
export interface SignedChallengeRequest {
  /** The user's public key, in base58 or hex */
  readonly user?: string;
  /** What is right instead; `winner` names a market of the event */
  readonly claim?: Claim;
  /** With the claim `winner` alone: the market that won */
  readonly claim_market?: string;
  /** Why, in words that everybody reads; its SHA-256 is signed */
  readonly reason: string;
  /** Exactly the stake of the rules of the event, in micro-USDC */
  readonly stake_micro_usdc?: number;
  /** Of the kind `order`: higher than any that an order or a challenge used */
  readonly nonce?: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
  /** In place of all fields but `reason`, `signature` and `client_id`: the text that the owner signed */
  readonly text?: string;
  /** The user's Ed25519 signature, in hex, over the canonical message */
  readonly signature: string;
}

/** The signature of an order by the key that the signer keeps. */
export interface SignedOrder {
  /** Ed25519, 64 bytes in hex */
  readonly signature: string;
  /** SHA-256 of the bytes that were signed: 32 bytes in hex */
  readonly message_hash: string;
}

/** An order that its user has signed. */
export interface SignedOrderRequest {
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** Whether to buy or to sell */
  readonly side: Side;
  /** Contracts of which outcome */
  readonly outcome: OutcomeSide;
  /** The limit, in basis points of a dollar. A market buy is an `ioc` at 9999, a market sell an `ioc` at 100 */
  readonly price: number;
  /** How many contracts */
  readonly size: number;
  /** `gtc` rests until it is cancelled; `ioc` fills what it can and ends; `fok` fills entirely or not at all; `post_only` rests or not at all */
  readonly order_type: OrderType;
  /** What happens where it meets an order of its own user: that one is cancelled, the rest of this one, or both; absent: `cancel_maker` */
  readonly self_trade?: SelfTradeMode;
  /** It never makes the position larger: a buy against contracts of the other outcome, a sell of what is held; absent: `false` */
  readonly reduce_only?: boolean;
  /** When it ends, in Unix seconds: 1 second to 366 days ahead. 0: never. Only of an order that may rest; absent: `0` */
  readonly expires_at?: number;
  /** The most that a buy may cost, in micro-USDC with all fees: its fills stop before they would cost more, and what is left is cancelled. 0: its price and size are the bound; absent: `0` */
  readonly max_cost?: number;
  /** Higher than any the user has used for this kind of call; a repeat gets the first answer */
  readonly nonce: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
  /** 0 or absent: only builders charge a fee; absent: `0` */
  readonly fee_bps?: 0;
  /** The trading key that signed it; without it the user itself did */
  readonly signer?: string;
  /** The user's Ed25519 signature, in hex, over the canonical message */
  readonly signature: string;
}

/** The same, signed by the user. */
export interface SignedRecoverRequest {
  /** The user's public key, in base58 or hex */
  readonly main_address?: string;
  /** The token; `11111111111111111111111111111111` is the native one */
  readonly mint?: string;
  /** The wallet that gets it */
  readonly recipient_ext?: string;
  /** The most that the gas fee may be, in micro-USDC; 0: any. A fee above it is `FEE_ABOVE_MAX`; absent: `0` */
  readonly max_gas_fee?: number;
  /** The recipient may be an address off the curve, which a program signs for, such as a multisig; absent: `false` */
  readonly allow_program_address?: boolean;
  /** Higher than any the user has used for this kind of call; a repeat gets the first answer */
  readonly nonce?: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
  /** In place of all fields but `signature` and `client_id`: the text that the owner signed */
  readonly text?: string;
  /** The user's Ed25519 signature, in hex, over the canonical message */
  readonly signature: string;
}

/** Pairs of contracts for 1 USD each, signed by their holder. */
export interface SignedRedeemRequest {
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** How many pairs: as many YES as NO, none of them locked in an order */
  readonly size: number;
  /** Of the kind `order`: higher than any that an order or a redemption used */
  readonly nonce: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
  /** The trading key that signed it; without it the user itself did */
  readonly signer?: string;
  /** The user's Ed25519 signature, in hex, over the canonical message */
  readonly signature: string;
}

/** A withdrawal that its user has signed. */
export interface SignedWithdrawRequest {
  /** The user's public key, in base58 or hex */
  readonly main_address?: string;
  /** What leaves the balance, in micro-USDC; `/v1/gas/price` has the least */
  readonly amount?: number;
  /** The wallet that is paid, on the chain to deposit from; without any, the deposit address */
  readonly recipient_ext?: string;
  /** In its place a wallet on the main chain */
  readonly recipient_main?: string;
  /** The most that the gas fee may be, in micro-USDC; 0: any. A fee above it is `FEE_ABOVE_MAX`; absent: `0` */
  readonly max_gas_fee?: number;
  /** The recipient may be an address off the curve, which a program signs for, such as a multisig; absent: `false` */
  readonly allow_program_address?: boolean;
  /** Higher than any the user has used for this kind of call; a repeat gets the first answer */
  readonly nonce?: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
  /** In place of all fields but `signature` and `client_id`: the text that the owner signed */
  readonly text?: string;
  /** The user's Ed25519 signature, in hex, over the canonical message */
  readonly signature: string;
}

/** A usual mistake that explains what was signed. */
export interface SigningMistake {
  /** What programs read. New ones may be added */
  readonly code: string;
  /** What was done, and what is right */
  readonly explanation: string;
}

/** The sums of the exchange's books. */
export interface Solvency {
  /** What users can spend, in micro-USDC */
  readonly user_available: number;
  /** What open buy orders hold, in micro-USDC */
  readonly user_locked: number;
  /** What withdrawals under way hold, in micro-USDC */
  readonly withdrawing: number;
  /** Fees that the exchange has earned, in micro-USDC */
  readonly protocol_fees: number;
  /** Fees that builders have earned, in micro-USDC */
  readonly builder_revenue: number;
  /** Gas that users have paid, in micro-USDC */
  readonly gas_revenue: number;
  /** What stands behind the pairs of contracts that exist, in micro-USDC */
  readonly collateral: number;
  /** Stakes of challenges that are open, in micro-USDC */
  readonly stakes: number;
  /** What rewards of challenges are paid from, in micro-USDC */
  readonly dispute_fund: number;
  /** All that came in over the chains, in micro-USDC */
  readonly deposits_credited: number;
  /** All test money that was given, in micro-USDC */
  readonly test_credits: number;
  /** All that went out over the chains, in micro-USDC */
  readonly payouts: number;
  /** What the exchange owes, in micro-USDC */
  readonly liabilities: number;
  /** What it has, in micro-USDC */
  readonly assets: number;
  /** Assets less liabilities, in micro-USDC: 0 */
  readonly difference: number;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
  /** Whether the chains hold what the books say, by the last round of every minute; null where this exchange has no chains */
  readonly chain: ChainSolvency | {
    /** No check is known now */
    readonly available: false;
  } | null;
}

/** What one place on a chain holds. Null where the last check did not find it. */
export interface SolvencyLine {
  /** What lies there, in micro-USDC */
  readonly held: number;
  /** What should, in micro-USDC */
  readonly expected: number;
  /** Held less expected, in micro-USDC; where anyone may send money, only what is missing counts */
  readonly difference: number;
  /** What the expectation is made of */
  readonly explanation: string;
}

/** A key that may say how events end that name it. */
export interface Source {
  /** What it is called; several keys may have one name */
  readonly name: string;
  /** The public key that signs what it sees: 32 bytes in base58 */
  readonly key: string;
  /** Where what it sees can be read */
  readonly url: string;
  /** Who it is, and what it sees */
  readonly about: string;
  /** Since when no new event may name it, in Unix seconds; null: one may */
  readonly retired_at: number | null;
}

/** A source as it is from now on. */
export interface SourceChange {
  readonly source: Source;
  /** The command's place in the order of all commands */
  readonly seq: number;
}

/** A key that may say results, or the end of one for new events. */
export interface SourceRequest {
  /** What it is called; it may have several keys, each for good */
  readonly name: string;
  /** The public key that signs what it sees, in base58 or hex */
  readonly key: string;
  /** Where what it sees can be read */
  readonly url?: string;
  /** Who it is and what it sees, in words that everybody reads */
  readonly about?: string;
  /** In place of `url` and `about`: no new event may name this key any more. It still says the results of those that do */
  readonly retire?: true;
}

/** What a source is to say, and what follows. */
export interface SourceRule {
  /** `value`: a number is compared; `winner`: the outcome that came true is named. The others are null then */
  readonly kind: AttestedKind;
  /** The market is `yes` where the value is so to the threshold */
  readonly op: SourceRuleOp | null;
  /** Times 10 to the power of `decimals` */
  readonly threshold: number | null;
  /** Of the threshold, and of the value that is attested */
  readonly decimals: number | null;
  /** When it is to be observed, in Unix seconds */
  readonly at: number | null;
}

/** Who may say results. */
export interface Sources {
  /** All that there ever were, in the order in which they were added */
  readonly sources: readonly Source[];
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** A block that the scan is to step over. */
export interface StepOverRequest {
  /** Whose scan it is: `ext`, where deposits come in, or `main` */
  readonly chain: SteppedBlockChain;
  /** The slot of the block, as the alarm `block_unreadable` names it */
  readonly slot: number;
}

/** A block that the scan steps over, or has stepped over. */
export interface SteppedBlock {
  /** Whose scan it is */
  readonly chain: SteppedBlockChain;
  /** The slot of the block */
  readonly slot: number;
  /** When it was stepped over, in Unix seconds; null: the scan has not come there */
  readonly stepped_at: number | null;
  /** How many transactions the block held; null as long */
  readonly transactions: number | null;
}

/** The order as its placing left it, with its fills. */
export interface SubmittedOrder {
  /** The order */
  readonly order_id: number;
  /** The user's public key: 32 bytes in base58 */
  readonly user: string;
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** Whether it buys or sells */
  readonly side: Side;
  /** Contracts of which outcome */
  readonly outcome: OutcomeSide;
  /** Its limit, in terms of its own outcome, in basis points of a dollar */
  readonly price: number;
  /** Contracts */
  readonly size: number;
  /** Contracts filled so far */
  readonly filled: number;
  /** `size` - `filled`, also after a cancel */
  readonly remaining: number;
  /** How it was placed */
  readonly order_type: OrderType;
  /** The builder's fee, in basis points */
  readonly fee_bps: number;
  /** The builder that sent it: the public id of its API key, "" where there is no builder */
  readonly builder_api_key: string;
  /** As it was sent */
  readonly nonce: number;
  /** `resting` and `partially_filled` are open; `filled`; `cancelled` ended with contracts unfilled */
  readonly status: OrderStatus;
  /** Why contracts ended unfilled; null where none did */
  readonly cancel_reason: CancelReason | null;
  /** What it filled at once, in order */
  readonly fills: readonly Fill[];
  /** The user's own orders that were in its way, and were cancelled */
  readonly self_trade_cancelled: readonly number[];
  /** As it was sent: 16 bytes in hex; null where none was sent */
  readonly client_id: string | null;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** Whose tier to read again. */
export interface TierCacheRequest {
  /** The user's public key, in base58 or hex */
  readonly user: string;
}

/** A user's new tier. */
export interface TierChange {
  /** The user's public key: 32 bytes in base58 */
  readonly user: string;
  /** The tier from now on */
  readonly tier: 0 | 1 | 2;
  /** The tier before */
  readonly previous_tier: 0 | 1 | 2;
  /** The transaction that set it: its signature in base58 */
  readonly tx_signature: string;
  /** What one deposit may bring from now on, in micro-USDC */
  readonly max_usdc_per_tx_micro: number;
}

/** A user's tier, read again. */
export interface TierRead {
  /** The user's public key: 32 bytes in base58 */
  readonly user: string;
  /** The tier, as the chain has it */
  readonly tier: 0 | 1 | 2;
  /** When it was read, in Unix seconds */
  readonly refreshed_at: number;
}

/** A fill as history has it: `size` and `time` where a live fill says `quantity` and `timestamp`. */
export interface Trade {
  /** Counts all trades of the exchange */
  readonly trade_id: number;
  /** What one contract of the taker's outcome cost, in basis points of a dollar */
  readonly price: number;
  /** The taker's */
  readonly outcome: OutcomeSide;
  /** Whether the taker bought or sold */
  readonly taker_side: Side;
  /** Whether the maker bought or sold */
  readonly maker_side: Side;
  /** The maker's: the other one where contracts were minted or merged */
  readonly maker_outcome: OutcomeSide;
  /** What one contract of the maker's outcome cost, in basis points of a dollar */
  readonly maker_price: number;
  /** `transfer`: contracts changed hands; `mint`: two buyers made pairs; `merge`: two sellers ended pairs */
  readonly settlement_type: SettlementType;
  /** The protocol fee that the taker paid, in micro-USDC */
  readonly taker_fee: number;
  /** What of it the maker got, in micro-USDC */
  readonly maker_rebate: number;
  /** What the taker's builder charged, in micro-USDC */
  readonly builder_fee: number;
  /** The taker's builder: the public id of its API key, "" where there is no builder */
  readonly builder_api_key: string;
  /** What the maker's builder charged, in micro-USDC */
  readonly maker_builder_fee: number;
  /** The maker's builder: the public id of its API key, "" where there is no builder */
  readonly maker_builder_api_key: string;
  /** The maker's public key: 32 bytes in base58 */
  readonly maker: string;
  /** The taker's public key: 32 bytes in base58 */
  readonly taker: string;
  /** The maker's order */
  readonly maker_order_id: number;
  /** The taker's order */
  readonly taker_order_id: number;
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** Contracts */
  readonly size: number;
  /** When it was traded, in Unix seconds */
  readonly time: number;
  /** The command's place in the order of all commands */
  readonly seq: number;
}

/** A page of trades. */
export interface TradesPage {
  /** Newest first */
  readonly trades: readonly Trade[];
  /** Goes into `before` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
}

/** The newest trades of a market, as the first page of them in HTTP. */
export interface TradesSnapshot {
  /** Newest first */
  readonly trades: readonly Trade[];
  /** Goes into `before` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
}

/** The trades of one command. */
export interface TradesUpdate {
  /** In the order in which they happened */
  readonly trades: readonly Trade[];
}

/** A trading key of an account. */
export interface TradingKey {
  /** The key that may trade for the account: 32 bytes in base58 */
  readonly trading_key: string;
  /** When it ends by itself, in Unix seconds */
  readonly until: number;
  /** Of the text that allowed it */
  readonly nonce: number;
  /** What it may spend on a UTC day, with fees and what its buys lock, in micro-USDC */
  readonly at_most: number;
  /** How far from the market's price it may trade, in basis points */
  readonly price_band: number;
  /** Whether it may redeem pairs */
  readonly redeem: boolean;
  /** What of `at_most` it has spent today, what its buys lock included, in micro-USDC; null: it has ended */
  readonly used: number | null;
  /** `active`: it may trade; else how it ended: `replaced` by a later text that allows the same key */
  readonly state: TradingKeyState;
  /** When it was allowed, in Unix seconds */
  readonly allowed_at: number;
  /** When it ended, in Unix seconds; null: it may trade */
  readonly ended_at: number | null;
}

/** A trading key that was allowed, or revoked. */
export interface TradingKeyChange {
  /** The account: 32 bytes in base58 */
  readonly account: string;
  /** The key that may trade for the account: 32 bytes in base58 */
  readonly trading_key: string;
  /** When it ends by itself, in Unix seconds */
  readonly until: number;
  /** Of the text that allowed it */
  readonly nonce: number;
  /** What it may spend on a UTC day, with fees and what its buys lock, in micro-USDC */
  readonly at_most: number | null;
  /** How far from the market's price it may trade, in basis points */
  readonly price_band: number | null;
  /** Whether it may redeem pairs */
  readonly redeem: boolean | null;
  /** `active`: it may trade from now on */
  readonly state: TradingKeyChangeState;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** The trading keys of an account. */
export interface TradingKeyList {
  /** The account: 32 bytes in base58 */
  readonly account: string;
  /** Those that may trade, newest first; then those that ended within 30 days, latest first, at most 16 */
  readonly trading_keys: readonly TradingKey[];
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** What the exchange earned and can be paid out. */
export interface Treasury {
  /** Fees of trades less rebates, not yet paid out, in micro-USDC */
  readonly protocol_fees: number;
  /** Gas fees of deposits and withdrawals, not yet paid out, in micro-USDC */
  readonly gas_revenue: number;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** A payout of what the exchange earned. */
export interface TreasuryPayout {
  /** What is paid out */
  readonly source: TreasuryPayoutSource;
  /** As it was sent */
  readonly reference: string;
  /** What left the revenue, in micro-USDC */
  readonly amount: number;
  /** What of it the chains take: less than at acceptance once it shares a transfer, in micro-USDC; 0 to a balance */
  readonly gas_fee: number;
  /** What arrives: `amount` - `gas_fee`, in micro-USDC */
  readonly net_amount: number;
  /** The wallet or the user that is paid: 32 bytes in base58 */
  readonly recipient: string;
  /** How it was named */
  readonly recipient_kind: TreasuryPayoutRecipientKind;
  /** Where it is paid: its public name; null to a balance */
  readonly chain: string | null;
  /** How far it is, as a withdrawal; `completed` at once to a balance; `failed` gave the whole amount back */
  readonly status: WithdrawalStatus;
  /** Why it failed; null where it did not */
  readonly reason: WithdrawalFailure | null;
  /** The withdrawal that pays a wallet; null to a balance: 32 bytes in hex */
  readonly withdrawal_id: string | null;
  /** On the main chain: it pays there, or burns; null before: its signature in base58 */
  readonly tx_main: string | null;
  /** On the other chain: it pays; null before: its signature in base58 */
  readonly tx_ext: string | null;
  /** The command that accepted it */
  readonly seq: number;
  /** When it was accepted, in Unix seconds */
  readonly created_at: number;
  /** When it changed last, in Unix seconds */
  readonly updated_at: number;
}

/** What the exchange earned and pays out, and to whom. */
export interface TreasuryPayoutRequest {
  /** What is paid out: fees of trades less rebates, or what gas fees brought */
  readonly source: TreasuryPayoutRequestSource;
  /** The sender's own name for the payout, which is paid once; a repeat gets the first answer */
  readonly reference: string;
  /** What leaves the revenue, in micro-USDC */
  readonly amount: number;
  /** The wallet on the main chain that is paid */
  readonly recipient_main?: string;
  /** In its place a wallet on the chain to deposit from */
  readonly recipient_ext?: string;
  /** Or in its place a user, whose balance gets it at once, without gas */
  readonly user?: string;
  /** The most that the gas fee may be, in micro-USDC; 0: any. A fee above it is `FEE_ABOVE_MAX`; absent: `0` */
  readonly max_gas_fee?: number;
  /** The recipient may be an address off the curve, which a program signs for, such as a multisig; absent: `false` */
  readonly allow_program_address?: boolean;
}

/** A page of the payouts of what the exchange earned. */
export interface TreasuryPayoutsPage {
  /** Newest first */
  readonly payouts: readonly TreasuryPayout[];
  /** Goes into `before` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
}

/** How much a user may do, and how much of it is left. An operator raises all of it for a market maker with one number. */
export interface UserAllowance {
  /** The user's public key: 32 bytes in base58 */
  readonly public_key: string;
  /** How many orders may be open */
  readonly max_open_orders: number;
  /** Null if this exchange limits nobody */
  readonly rates: {
    /** Orders, changes and redemptions; operations of a batch each */
    readonly orders: {
      /** How many on average */
      readonly requests: number;
      /** In how many seconds */
      readonly per_seconds: number;
      /** How many at once, after a rest */
      readonly burst: number;
      /** How many at once, now */
      readonly remaining: number;
    };
    /** Cancels */
    readonly cancels: {
      /** How many on average */
      readonly requests: number;
      /** In how many seconds */
      readonly per_seconds: number;
      /** How many at once, after a rest */
      readonly burst: number;
      /** How many at once, now */
      readonly remaining: number;
    };
    /** Texts about trading keys */
    readonly keys: {
      /** How many on average */
      readonly requests: number;
      /** In how many seconds */
      readonly per_seconds: number;
      /** How many at once, after a rest */
      readonly burst: number;
      /** How many at once, now */
      readonly remaining: number;
    };
  } | null;
  /** How many commands the engine had carried out: the answer is as of this one */
  readonly seq: number;
  /** When the last of them was carried out, in Unix seconds */
  readonly timestamp: number;
}

/** The money of a user. */
export interface UserBalance {
  /** What can be spent or withdrawn, in micro-USDC */
  readonly available: number;
  /** What open buy orders hold, in micro-USDC */
  readonly locked: number;
  /** `available` + `locked`, in micro-USDC */
  readonly total: number;
  /** What withdrawals under way hold, in micro-USDC; no part of `total` */
  readonly withdrawing: number;
  /** Unpaid gas, in micro-USDC */
  readonly gas_debt: number;
  /** Stakes of challenges that are open, in micro-USDC; no part of `total` */
  readonly staked: number;
}

/** Money that came in. */
export interface UserCredit {
  /** `operator`: test money; `revenue`: paid by a builder or the exchange; `goodwill`: given by the exchange; `reward`: of a challenge that was right */
  readonly source: UserCreditSource;
  /** What was added to `available`, before it settled any gas debt, in micro-USDC */
  readonly amount: number;
  /** Counts the user's deposits; null of other money */
  readonly credit_seq: number | null;
  /** The transaction on main that brought it; null of other money: its signature in base58 */
  readonly tx_main: string | null;
}

/** What a chain transaction for the user cost. */
export interface UserGasCharge {
  /** What it cost, with the markup, in micro-USDC */
  readonly amount: number;
  /** Counts the user's charges */
  readonly charge_seq: number;
  /** What the transaction was for */
  readonly purpose: string;
}

/** A builder's user. The private key never leaves the signer. */
export interface UserKey {
  /** The builder's own name for the user, as it was sent */
  readonly user_id: string;
  /** The key that the signer keeps for this user: always the same one: 32 bytes in base58 */
  readonly public_key: string;
}

/** A builder's user. */
export interface UserKeyRequest {
  /** The builder's own name for the user, of 1 to 128 bytes: the same name, the same key */
  readonly user_id: string;
}

/** A user's limits. */
export interface UserLimits {
  /** The user's public key: 32 bytes in base58 */
  readonly user: string;
  /** How many orders of this user may be open at once */
  readonly max_open_orders: number;
  /** The command's place in the order of all commands */
  readonly seq: number;
}

/** The limits of a user. */
export interface UserLimitsRequest {
  /** How many orders of this user may be open at once, whatever the user's funds; null: the funds decide */
  readonly max_open_orders: number | null;
}

/** What a holder got at the end of a market. */
export interface UserPayout {
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** YES contracts that ended */
  readonly yes_contracts: number;
  /** NO contracts that ended */
  readonly no_contracts: number;
  /** What they paid, in micro-USDC */
  readonly paid_micro_usdc: number;
}

/** What a user holds in a market; all zeros: nothing any more. */
export interface UserPosition {
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** YES contracts held, those in open sell orders included */
  readonly yes_contracts: number;
  /** NO contracts held, those in open sell orders included */
  readonly no_contracts: number;
  /** Of the YES contracts those in open sell orders */
  readonly yes_locked: number;
  /** Of the NO contracts those in open sell orders */
  readonly no_locked: number;
}

/** Pairs of contracts that were redeemed. */
export interface UserRedemption {
  /** The market: 32 bytes in hex */
  readonly market_id: string;
  /** Pairs of contracts that are gone */
  readonly size: number;
  /** What was paid for them, in micro-USDC */
  readonly paid_micro_usdc: number;
  /** As it was sent */
  readonly nonce: number;
}

/** A command that was refused and used up its nonce. */
export interface UserRefusal {
  /** What was refused */
  readonly kind: UserRefusalKind;
  /** The nonce that it used up */
  readonly nonce: number;
  /** As it was answered */
  readonly code: RefusalCode;
  /** The sentence of the code */
  readonly message: string;
  /** The facts of it, by name */
  readonly details: Readonly<Record<string, string | number>>;
}

/** Opens a session of a user of the calling builder. */
export interface UserSessionRequest {
  /** The user's public key, in base58 or hex */
  readonly user: string;
}

/** What a user has, and its open orders. */
export interface UserSnapshot {
  /** The user's public key: 32 bytes in base58 */
  readonly public_key: string;
  readonly balance: UserBalance;
  /** Those that are not all zeros */
  readonly positions: readonly UserPosition[];
  /** Whether there are others than these */
  readonly more_positions: boolean;
  /** The open ones, newest first */
  readonly orders: readonly Order[];
  /** Goes into `before` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
}

/** The tier of a user, which caps its deposits. */
export interface UserTierRequest {
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** 0: everyone; 1: liquidity providers; 2: institutions */
  readonly tier: 0 | 1 | 2;
}

/** A trading key that was allowed, or ended. */
export interface UserTradingKey {
  /** The key: 32 bytes in base58 */
  readonly trading_key: string;
  /** `active`: it may trade from now on; else how it ended */
  readonly state: UserTradingKeyState;
  /** When it ends by itself, in Unix seconds; null: it has ended */
  readonly until: number | null;
  /** Of the text that allowed it */
  readonly nonce: number;
}

/** What one command changed for a user. */
export interface UserUpdate {
  readonly balance?: UserBalance;
  /** Positions that changed, each whole */
  readonly positions?: readonly UserPosition[];
  /** Orders that were placed (whole), filled while they rested, or cancelled: one entry an order */
  readonly orders?: readonly (Order | FilledOrder | EndedOrder)[];
  /** In the order in which they happened */
  readonly trades?: readonly Trade[];
  /** Commands that were refused */
  readonly refusals?: readonly UserRefusal[];
  /** Money that came in */
  readonly credits?: readonly UserCredit[];
  /** What transactions on the chains cost */
  readonly gas_charges?: readonly UserGasCharge[];
  /** What resolutions paid */
  readonly payouts?: readonly UserPayout[];
  /** Pairs of contracts that were redeemed */
  readonly redemptions?: readonly UserRedemption[];
  /** Trading keys that were allowed, or ended */
  readonly trading_keys?: readonly UserTradingKey[];
  /** Withdrawals that were accepted, settled or refunded */
  readonly withdrawals?: readonly UserWithdrawal[];
}

/** A step of a withdrawal. */
export interface UserWithdrawal {
  /** The withdrawal: 32 bytes in hex */
  readonly withdrawal_id: string;
  /** `settled`: the debit is final; `refunded`: the whole amount is available again */
  readonly state: UserWithdrawalState;
  /** What left `available`, in micro-USDC */
  readonly amount: number;
  /** Taken out of it, in micro-USDC */
  readonly gas_fee: number;
  /** What is paid out, in micro-USDC */
  readonly net_amount: number;
  /** Why it was refunded; else null */
  readonly reason: string | null;
}

/** A number of the source decides. */
export interface ValueRule {
  /** Of a single market: the source says a number */
  readonly kind: 'value';
  /** The market is `yes` where the number is so to the threshold, else `no` */
  readonly op: SourceRuleOp;
  /** Times 10 to the power of `decimals` */
  readonly threshold: number;
  /** Of the threshold, and of the number that the source says */
  readonly decimals: number;
  /** When it is observed, in Unix seconds */
  readonly at: number;
}

/** Who the caller is. */
export interface WhoAmI {
  /** The name of the operator */
  readonly operator: string;
  /** What the operator may do; `admin` may do all of it */
  readonly roles: readonly OperatorRole[];
  /** How many operators must stand behind a dangerous act, the one who acts included */
  readonly confirmations: number;
  /** The session of the call; null: it came with a key */
  readonly session: {
    /** The session ends after so many seconds without a call */
    readonly idle_seconds: number;
    /** When it ends in any case, in Unix seconds */
    readonly ends_at: number;
  } | null;
}

/** The source names the outcome. */
export interface WinnerRule {
  /** Of outcomes that exclude each other: the source names one */
  readonly kind: 'winner';
}

/** Why a proposal is taken back. */
export interface WithdrawCaseRequest {
  /** Why, in words that everybody reads */
  readonly reason: string;
}

/** A withdrawal before it is signed. */
export interface WithdrawQuoteRequest {
  /** The user's public key, in base58 or hex */
  readonly main_address: string;
  /** What leaves the balance, in micro-USDC; `/v1/gas/price` has the least */
  readonly amount: number;
  /** The wallet that is paid, on the chain to deposit from; without any, the deposit address */
  readonly recipient_ext?: string;
  /** In its place a wallet on the main chain */
  readonly recipient_main?: string;
  /** The recipient may be an address off the curve, which a program signs for, such as a multisig; absent: `false` */
  readonly allow_program_address?: boolean;
}

/** A withdrawal of a user of the calling builder. */
export interface WithdrawRequest {
  /** The user's public key, in base58 or hex */
  readonly user: string;
  /** What leaves the balance, in micro-USDC; `/v1/gas/price` has the least */
  readonly amount: number;
  /** The wallet that is paid, on the chain to deposit from; without any, the deposit address */
  readonly recipient_ext?: string;
  /** In its place a wallet on the main chain */
  readonly recipient_main?: string;
  /** The most that the gas fee may be, in micro-USDC; 0: any. A fee above it is `FEE_ABOVE_MAX`; absent: `0` */
  readonly max_gas_fee?: number;
  /** The recipient may be an address off the curve, which a program signs for, such as a multisig; absent: `false` */
  readonly allow_program_address?: boolean;
  /** Higher than any the user has used for this kind of call; a repeat gets the first answer */
  readonly nonce: number;
  /** Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat */
  readonly client_id?: string;
}

/** A withdrawal as it is now. */
export interface Withdrawal {
  /** The withdrawal: 32 bytes in hex */
  readonly withdrawal_id: string;
  /** The user's public key: 32 bytes in base58 */
  readonly user: string;
  /** What leaves the balance, in micro-USDC */
  readonly amount: number;
  /** What of it the chains take: less once it was paid together with others, in micro-USDC */
  readonly gas_fee: number;
  /** What arrives: `amount` - `gas_fee`, in micro-USDC */
  readonly net_amount: number;
  /** What it cost on the chains: the sum of its items, in micro-USDC */
  readonly gas_micro_usdc: number;
  /** What that is made of; null where only the sum is known */
  readonly gas_items: readonly GasItem[] | null;
  /** The wallet that is paid: 32 bytes in base58 */
  readonly recipient: string;
  /** How it was named; `default` is the user's own deposit address */
  readonly recipient_kind: RecipientKind;
  /** Where it is paid: its public name */
  readonly chain: string;
  /** As it was sent */
  readonly nonce: number;
  /** When it was accepted, in Unix seconds */
  readonly created_at: number;
  /** How far it is; `failed` gave the whole amount back */
  readonly status: WithdrawalStatus;
  /** The builder that sent it: the public id of its API key, "" where there is no builder */
  readonly builder_api_key: string;
  /** Why it failed; null where it did not */
  readonly reason: WithdrawalFailure | null;
  /** How often the present step was tried */
  readonly attempt: number;
  /** On the main chain: it pays there, or burns; null before: its signature in base58 */
  readonly tx_main: string | null;
  /** On the other chain: it pays; null before: its signature in base58 */
  readonly tx_ext: string | null;
  /** The bridge's number of the transfer; null where there is none */
  readonly sequence: number | null;
  /** The bridge's attestation, in base64; null before. Anyone who has it may complete the transfer */
  readonly vaa: string | null;
  /** The command that accepted it */
  readonly seq: number;
  /** When it changed last, in Unix seconds */
  readonly updated_at: number;
  /** What it has been, oldest first */
  readonly history: readonly HistoryEntry[];
  /** The same in words */
  readonly explanation: Explanation;
}

/** What a withdrawal would cost that is accepted now. */
export interface WithdrawalQuote {
  /** The user's public key: 32 bytes in base58 */
  readonly user: string;
  /** What would leave the balance, in micro-USDC */
  readonly amount: number;
  /** What of it the chains take, in micro-USDC */
  readonly gas_fee: number;
  /** What would arrive: `amount` - `gas_fee`, in micro-USDC */
  readonly net_amount: number;
  /** What it costs on the chains: the sum of its items, in micro-USDC */
  readonly gas_micro_usdc: number;
  /** What that is made of */
  readonly gas_items: readonly GasItem[];
  /** The least that may be withdrawn to this chain, in micro-USDC */
  readonly min_amount: number;
  /** The wallet that would be paid: 32 bytes in base58 */
  readonly recipient: string;
  /** How it was named */
  readonly recipient_kind: RecipientKind;
  /** Where it would be paid: its public name */
  readonly chain: string;
}

/** A page of withdrawals. */
export interface WithdrawalsPage {
  /** Newest first */
  readonly withdrawals: readonly Withdrawal[];
  /** Goes into `before` of the next page; null where nothing follows */
  readonly next_cursor: string | null;
  /** Whether something follows this page */
  readonly has_more: boolean;
}

/** Whether withdrawals are taken. */
export interface WithdrawalsPaused {
  /** Whether new withdrawals are refused */
  readonly paused: boolean;
  /** The command's place in the order of all commands */
  readonly seq: number;
}
