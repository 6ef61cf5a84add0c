/** Deposits and withdrawals. Money is micro-USDC, addresses and transactions base58, ids hex, times Unix seconds. */
import type { ChainScan } from './exchange';
import type { PageEnd } from './place';
import type {
  DepositPhase,
  DepositStage,
  GasAction,
  GasItemKind,
  RecipientKind,
  Tier,
  WithdrawalFailure,
  WithdrawalStatus,
} from './words';

/** One item of an action's chain costs. */
export interface GasItem {
  readonly kind: GasItemKind;
  readonly micro_usdc: number;
}

/** The present cost of an action: the sum and its items. */
export interface GasEstimate {
  readonly gas_micro_usdc: number;
  readonly gas_items: readonly GasItem[];
}

/** Where to send money on one chain. */
export interface DepositAddress {
  readonly chain: string;
  readonly address: string;
  /** For display. */
  readonly instructions: string;
  readonly initialized: boolean;
  readonly usdc_token: string;
  readonly usdc_account: string;
  /** For a deposit of USDC sent now. */
  readonly estimated_gas: GasEstimate;
}

/** The deposit address on the external chain; it never changes. */
export interface BridgeAddress extends DepositAddress {
  readonly main_address: string;
  readonly min_usdc_micro: number;
  /** For tokens that must be swapped, by their quote. */
  readonly min_other_micro: number;
  readonly estimated_gas_other: GasEstimate;
  readonly min_ext_lamports: number;
  readonly tier: Tier;
  readonly max_usdc_per_tx_micro: number;
  readonly daily_cap_remaining_usdc_micro: number;
  readonly daily_cap_resets_at: number;
}

/** An entry of a record's history. */
export interface HistoryEntry {
  readonly state: string;
  readonly time: number;
  readonly reason: string | null;
  readonly tx_signature: string | null;
}

/** Explains a record to its user. */
export interface Explanation {
  readonly what_happened: string;
  readonly what_comes_next: string;
  readonly when: string;
  readonly funds_held_by: string;
  readonly how_to_recover: string;
}

export interface Deposit {
  readonly deposit_id: string;
  readonly chain: string;
  readonly tx_signature: string;
  readonly amount_micro_usdc: number;
  readonly source_token: string;
  /** Base units of the token, as text. */
  readonly source_amount: string;
  readonly phase: DepositPhase;
  /**
   * Why it is `queued` (`daily_cap`, `bridge_off`, `operator_review`), `rejected` (`below_minimum`, `above_tx_cap`,
   * `unsupported_token`, `operator_rejected`, `other_account`, `other_chain`) or `failed`.
   */
  readonly reason: string | null;
  /** While `queued`. */
  readonly retry_at: number | null;
  readonly stage: DepositStage | null;
  /** While `failed`. */
  readonly retryable: boolean | null;
  readonly attempt: number;
  readonly next_retry_at: number | null;
  readonly credited_micro_usdc: number;
  readonly credited_after_gas_micro_usdc: number;
  readonly gas_micro_usdc: number;
  /** `null` if only the sum is known. */
  readonly gas_items: readonly GasItem[] | null;
  readonly tx_swap: string | null;
  readonly tx_bridge: string | null;
  readonly tx_main: string | null;
  readonly timestamp: number;
  readonly updated_at: number;
  readonly history: readonly HistoryEntry[];
  readonly explanation: Explanation;
}

/** The last ten deposits, newest first, and the state of the chain scans. */
export interface DepositStatus {
  readonly deposits: readonly Deposit[];
  readonly watched: boolean;
  readonly watched_since: number | null;
  readonly deposit_address: string | null;
  readonly proxy_wallet: string | null;
  /** Transfers in later blocks cannot be seen yet. */
  readonly scans: { readonly ext: ChainScan; readonly main: ChainScan };
  readonly hint: string;
}

interface WithdrawalTerms {
  readonly withdrawal_id: string;
  readonly user: string;
  /** Leaves the balance; the recipient gets `net_amount`. */
  readonly amount: number;
  readonly gas_fee: number;
  readonly net_amount: number;
  /** The same as `gas_fee`. */
  readonly gas_micro_usdc: number;
  /** `null` if only the sum is known. */
  readonly gas_items: readonly GasItem[] | null;
  readonly recipient: string;
  readonly recipient_kind: RecipientKind;
  readonly chain: string;
  readonly nonce: number;
  readonly created_at: number;
}

/** A withdrawal before it is signed. */
export interface WithdrawalQuote extends GasEstimate {
  readonly user: string;
  readonly amount: number;
  readonly gas_fee: number;
  readonly net_amount: number;
  readonly min_amount: number;
  readonly recipient: string;
  readonly recipient_kind: RecipientKind;
  readonly chain: string;
}

/** A withdrawal at its acceptance. */
export interface AcceptedWithdrawal extends WithdrawalTerms {
  readonly status: 'pending';
}

export interface Withdrawal extends WithdrawalTerms {
  readonly status: WithdrawalStatus;
  readonly builder_api_key: string;
  readonly reason: WithdrawalFailure | null;
  readonly attempt: number;
  readonly tx_main: string | null;
  readonly tx_ext: string | null;
  readonly sequence: number | null;
  /** The bridge's attestation in base64: its holder can complete the transfer. */
  readonly vaa: string | null;
  readonly seq: number;
  readonly updated_at: number;
  readonly history: readonly HistoryEntry[];
  readonly explanation: Explanation;
}

export interface WithdrawalsPage extends PageEnd {
  readonly withdrawals: readonly Withdrawal[];
}

export interface ProxyWallet {
  readonly main_address: string;
  readonly proxy_wallet: string;
  readonly proxy_usdc_ata: string;
  /** Not swept by the vault yet. */
  readonly usdc_balance: number;
  readonly initialized: boolean;
}

/** For one transaction, with the operator's markup. */
export interface GasPrice {
  readonly ext_per_tx_lamports: number;
  readonly ext_per_tx_usdc: number;
  readonly main_per_tx_usdc: number;
  readonly markup_bps: number;
  /** The present cost of each action: `_first` and `_new_account` include the accounts that it creates. */
  readonly actions: readonly (GasEstimate & { readonly action: GasAction })[];
  readonly min_withdrawal_main_micro: number;
  readonly min_withdrawal_ext_micro: number;
}

export interface Recovery {
  readonly recovery_id: string;
  readonly user: string;
  readonly mint: string;
  readonly recipient: string;
  /** Base units of the token, as text. */
  readonly amount: string;
  readonly status: 'sending' | 'completed' | 'failed';
  readonly tx_signature: string | null;
}

export interface FaucetGift {
  readonly chain: string;
  readonly address: string;
  readonly token: 'usdc' | 'native';
  /** Micro-USDC or lamports. */
  readonly amount: number;
  readonly tx_signature: string;
}
