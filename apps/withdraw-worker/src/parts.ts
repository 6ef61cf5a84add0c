/** The worker's dependencies, wired once by `app.module.ts`. */
import type { EngineClient, FundingClient } from '@bellwether/bus';
import type { OwnLookupTable, Signer, TransactionSearch } from '@bellwether/chain';
import type { Network } from '@bellwether/exchange';
import type { GasTariff } from '@bellwether/funding';
import type { FundingParts } from '@bellwether/funding-runtime';
import type {
  ChainTransactionStore,
  ExchangeKeyStore,
  Inbox,
  Outbox,
  RevenuePayoutStore,
  WatchedAddressStore,
  WithdrawalStore,
} from '@bellwether/persistence';
import type { Secret } from '@bellwether/runtime';

/** Alarms that only this app raises. */
export const OWN_ALARM_KINDS = [
  /** The vault holds less than it must pay. */
  'vault_short',
  /** The vault is paused while withdrawals wait. */
  'vault_paused',
  /** A payout failed on chain. */
  'payout_refused',
  /** A payout did not land in time and was given up. Once means a busy chain; repeatedly, a payer without lamports. */
  'payout_expired',
  /** A payment that the record does not know. */
  'unknown_debit',
] as const;
type OwnAlarmKind = (typeof OWN_ALARM_KINDS)[number];

export interface WorkerStores {
  readonly withdrawals: WithdrawalStore;
  readonly payouts: RevenuePayoutStore;
  readonly transactions: ChainTransactionStore;
  /** The listener's rows, to read where a default withdrawal goes. */
  readonly watched: WatchedAddressStore;
  readonly keys: ExchangeKeyStore;
  readonly inbox: Inbox;
  readonly outbox: Outbox;
}

export interface WorkerParts extends FundingParts<OwnAlarmKind> {
  readonly network: Network;
  readonly shard: number;
  readonly engine: Pick<EngineClient, 'query' | 'send'>;
  readonly funding: Pick<FundingClient, 'ask'>;
  readonly stores: WorkerStores;
  /** The vault's operator: signs debits and pays for them, on main. */
  readonly operator: Signer;
  /** The key that the keys of bridge messages are derived from: `bridgeMessageSigner`. */
  readonly messageMaster: Secret<Uint8Array>;
  readonly tariff: GasTariff;
  /** How long withdrawals to ext wait for company; 0: each goes alone. */
  readonly shareWaitMs: number;
  /** The operator's, on main: of what payouts in company name. */
  readonly table: OwnLookupTable;
  /** For debits on main that no record knows. */
  readonly search: TransactionSearch;
}
