/** `data` of the operators' endpoints. Money is micro-USDC, times Unix seconds. */
import type { FeeCategory } from './exchange';
import type { Deposit } from './funding';
import type { PageEnd } from './place';
import type { ExchangeMode, MarketStatus, Resolution, Tier } from './words';

export interface CreatedEvent {
  readonly event_id: string;
  readonly outcomes: readonly { readonly label: string; readonly market_id: string }[];
  readonly seq: number;
}

export interface MarketStatusChange {
  readonly market_id: string;
  readonly status: MarketStatus;
  readonly seq: number;
}

export interface ResolvedMarket {
  readonly market_id: string;
  readonly status: MarketStatus;
  readonly outcome: Resolution;
  readonly price: number | null;
  readonly paid_micro_usdc: number;
  readonly seq: number;
  /** Of a preview alone. */
  readonly dry_run?: ResolutionDryRun;
}

export interface ResolvedEvent {
  readonly event_id: string;
  readonly markets: readonly ResolvedMarket[];
  readonly seq: number;
}

/** What the holders of one outcome would get. */
export interface OutcomePayout {
  readonly contracts: number;
  readonly users: number;
  readonly paid_micro_usdc: number;
}

/** Nothing was done: what the resolution of a market would pay, and to whom. */
export interface ResolutionDryRun {
  readonly label: string;
  /** Nothing is left to be paid. */
  readonly already_resolved: boolean;
  /** Orders that it would cancel. */
  readonly open_orders: number;
  /** Holders, each once. */
  readonly users: number;
  readonly yes: OutcomePayout;
  readonly no: OutcomePayout;
}

export interface Credited {
  readonly user: string;
  readonly available: number;
  readonly seq: number;
}

export interface ModeChange {
  readonly mode: ExchangeMode;
  readonly seq: number;
}

export interface FeeSchedule {
  readonly categories: readonly FeeCategory[];
  readonly seq: number;
}

export interface UserLimits {
  readonly user: string;
  readonly max_open_orders: number;
  readonly seq: number;
}

export interface WithdrawalsPaused {
  readonly paused: boolean;
  readonly seq: number;
}

export interface Builder {
  readonly builder_id: string;
  readonly name: string;
  readonly max_fee_bps: number;
}

/** The only answer that shows `api_key` and `secret`. */
export interface IssuedKey {
  readonly key_id: string;
  readonly builder_id: string;
  readonly api_key: string;
  readonly secret: string;
}

export interface RotatedKey extends IssuedKey {
  readonly previous_valid_until: number;
}

export interface RestoredKey {
  readonly key_id: string;
}

export interface RevokedKey {
  readonly key_id: string;
  readonly revoked_at: number;
}

export interface ApiKey {
  readonly key_id: string;
  readonly builder_id: string;
  readonly builder_name: string;
  readonly scopes: readonly string[];
  readonly max_fee_bps: number;
  readonly orders_per_second: number;
  readonly daily_outflow_micro_usdc: number;
  readonly generation: number;
  readonly user_count: number;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly rotated_at: number | null;
  readonly revoked_at: number | null;
}

/** Oldest first: `next_cursor` goes into `after`. */
export interface ApiKeysPage extends PageEnd {
  readonly keys: readonly ApiKey[];
}

export interface AuditEntry {
  readonly audit_id: number;
  readonly time: number;
  /** Null: nobody was known. */
  readonly operator: string | null;
  readonly request_id: string;
  readonly method: string;
  readonly path: string;
  readonly address: string;
  readonly status: number;
  readonly code: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AuditPage extends PageEnd {
  readonly entries: readonly AuditEntry[];
}

/** `admin` may do everything; each may read. */
export type OperatorRole = 'read' | 'markets' | 'money' | 'admin';

export interface WhoAmI {
  readonly operator: string;
  readonly roles: readonly OperatorRole[];
  /** Operators who must stand behind a dangerous act, the one who acts included. */
  readonly confirmations: number;
  /** Null: the call came with a key. */
  readonly session: { readonly idle_seconds: number; readonly ends_at: number } | null;
}

/** Keep `csrf_token` in memory alone. */
export interface OperatorSession extends Omit<WhoAmI, 'session'> {
  readonly idle_seconds: number;
  readonly ends_at: number;
  readonly csrf_token: string;
}

/** Without its key. Null times: never. */
export interface Operator {
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  /** Whether its word counts for acts of others. */
  readonly may_confirm: boolean;
  readonly is_of_configuration: boolean;
  readonly added_by: string | null;
  readonly created_at: number | null;
  readonly last_used_at: number | null;
  readonly rotated_at: number | null;
  readonly revoked_at: number | null;
}

export interface OperatorsList {
  readonly operators: readonly Operator[];
}

export interface AddedOperator {
  readonly name: string;
  readonly roles: readonly OperatorRole[];
}

/** The only answer that shows `key`. */
export interface OperatorKey {
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly key: string;
}

export interface RevokedOperator {
  readonly name: string;
  readonly revoked_at: number;
}

export interface Confirmation {
  readonly confirmation_id: number;
  readonly state: 'open' | 'confirmed' | 'rejected' | 'spent' | 'ended';
  readonly operator: string;
  readonly role: OperatorRole;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly asked_at: number;
  readonly ends_at: number;
  readonly decided_by: string | null;
  readonly decided_at: number | null;
}

export interface ConfirmationsPage extends PageEnd {
  readonly confirmations: readonly Confirmation[];
}

export interface TierChange {
  readonly user: string;
  readonly tier: Tier;
  readonly previous_tier: Tier;
  readonly tx_signature: string;
  readonly max_usdc_per_tx_micro: number;
}

export interface TierRead {
  readonly user: string;
  readonly tier: Tier;
  readonly refreshed_at: number;
}

export interface BridgeExecutor {
  readonly enabled: boolean;
}

export interface DailyCap {
  readonly micro_usdc: number;
  readonly used: number;
  readonly resets_at: number;
}

export interface SteppedBlock {
  readonly chain: 'ext' | 'main';
  readonly slot: number;
  /** Null until the scan reaches the block, like `transactions`. */
  readonly stepped_at: number | null;
  readonly transactions: number | null;
}

export interface QueuedDeposit extends Omit<
  Deposit,
  'gas_micro_usdc' | 'gas_items' | 'credited_after_gas_micro_usdc'
> {
  readonly user: string;
  /** The tier at the decision; null before. */
  readonly tier: Tier | null;
  readonly released: boolean;
}

export interface QueuesPage extends PageEnd {
  readonly deposits: readonly QueuedDeposit[];
  readonly bridge_executor: boolean;
  readonly daily_cap: DailyCap;
}

export interface ReleasedDeposit {
  readonly deposit_id: string;
  readonly user: string;
  readonly amount_micro_usdc: number;
}

export interface RejectedDeposit {
  readonly deposit_id: string;
  readonly user: string;
  readonly amount_micro_usdc: number;
}
