/** What the relayer works with, put together once by `app.module.ts`. */
import type { Bus } from '@bellwether/bus';
import type { Address, BridgeSide, Chain, Signer, Vault } from '@bellwether/chain';
import type { FundingChain } from '@bellwether/funding';
import type {
  ChainTransactionStore,
  Outbox,
  TransferStore,
  WithdrawalStore,
} from '@bellwether/persistence';
import type { Alarms, Logger, Metrics, Secret } from '@bellwether/runtime';

export const ALARM_KINDS = [
  /** A duty or reader threw what time alone may not help. */
  'work_failed',
  /** Nodes of a chain contradict each other, or one contradicts itself. */
  'chain_contradiction',
  /** A fact cannot be true together with the record it is about. */
  'record_contradiction',
  /** What the guardians' service gave is no attestation of the transfer. */
  'vaa_refused',
  /** A transaction of the relayer's failed on chain. */
  'transaction_failed',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

export type OfBoth<T> = Readonly<Record<FundingChain, T>>;

export interface RelayerStores {
  readonly transfers: TransferStore;
  readonly transactions: ChainTransactionStore;
  /** The worker's rows: to read whom a withdrawal pays. */
  readonly withdrawals: WithdrawalStore;
  readonly outbox: Outbox;
}

export interface RelayerParts {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly alarms: Alarms<AlarmKind>;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly bus: Bus;
  readonly stores: RelayerStores;
  readonly chains: OfBoth<Chain>;
  readonly sides: OfBoth<BridgeSide>;
  /** The mints of USDC. */
  readonly usdc: OfBoth<Address>;
  readonly vault: Vault;
  /** Pays for, and signs, what the relayer does on both chains. */
  readonly relayer: Signer;
  /** What the keys of signature sets are derived from: `signatureSetSigner`. */
  readonly signatureSetMaster: Secret<Uint8Array>;
  readonly guardiansUrl: string;
}
