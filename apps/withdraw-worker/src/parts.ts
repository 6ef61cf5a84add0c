/** What the worker works with, put together once by `app.module.ts`. */
import type { Bus, EngineClient, FundingClient } from '@bellwether/bus';
import type { Address, BridgeSide, Chain, Signer, Vault } from '@bellwether/chain';
import type { FundingChain, GasTariff } from '@bellwether/funding';
import type {
  ChainTransactionStore,
  Outbox,
  WatchedAddressStore,
  WithdrawalStore,
} from '@bellwether/persistence';
import type { Alarms, Logger, Metrics, Secret } from '@bellwether/runtime';

export const ALARM_KINDS = [
  /** A duty or reader threw what time alone may not help. */
  'work_failed',
  /** Nodes of a chain contradict each other, or one contradicts itself. */
  'chain_contradiction',
  /** A fact cannot be true together with the record it is about, or with the engine's. */
  'record_contradiction',
  /** The vault holds less than it is to pay. */
  'vault_short',
  /** The vault is paused while withdrawals wait. */
  'vault_paused',
  /** A payout failed on chain. */
  'payout_refused',
  /** A payout did not land in time and was given up: once is a busy chain, again and again a payer without lamports. */
  'payout_expired',
  /** Something was paid that the record does not know of. */
  'unknown_debit',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

export type OfBoth<T> = Readonly<Record<FundingChain, T>>;

export interface WorkerStores {
  readonly withdrawals: WithdrawalStore;
  readonly transactions: ChainTransactionStore;
  /** The listener's rows: to read where a default withdrawal goes. */
  readonly watched: WatchedAddressStore;
  readonly outbox: Outbox;
}

export interface WorkerParts {
  readonly shard: number;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly alarms: Alarms<AlarmKind>;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly bus: Bus;
  readonly engine: Pick<EngineClient, 'query' | 'send'>;
  readonly funding: Pick<FundingClient, 'ask'>;
  readonly stores: WorkerStores;
  readonly chains: OfBoth<Chain>;
  readonly sides: OfBoth<BridgeSide>;
  /** The mints of USDC. */
  readonly usdc: OfBoth<Address>;
  readonly vault: Vault;
  /** The vault's operator: signs debits and pays for them, on main. */
  readonly operator: Signer;
  /** What the keys of bridge messages are derived from: `bridgeMessageSigner`. */
  readonly messageMaster: Secret<Uint8Array>;
  readonly tariff: GasTariff;
}
