/** The relayer's dependencies, wired once by `app.module.ts`. */
import type { Signer, TransactionSearch } from '@bellwether/chain';
import type { GasTariff } from '@bellwether/funding';
import type { FundingAlarmKind, FundingParts, OfBoth } from '@bellwether/funding-runtime';
import type {
  ChainTransactionStore,
  ExchangeKeyStore,
  Inbox,
  Outbox,
  TransferStore,
  WithdrawalStore,
} from '@bellwether/persistence';
import type { Secret } from '@bellwether/runtime';

/** Alarms that only this app raises. */
export const OWN_ALARM_KINDS = [
  /** The guardian API returned something that is no attestation of the transfer. */
  'vaa_refused',
  /** A transaction of the relayer failed on chain. */
  'transaction_failed',
] as const;
type OwnAlarmKind = (typeof OWN_ALARM_KINDS)[number];
export type AlarmKind = FundingAlarmKind | OwnAlarmKind;

export interface RelayerStores {
  readonly transfers: TransferStore;
  readonly transactions: ChainTransactionStore;
  readonly keys: ExchangeKeyStore;
  /** The withdrawal worker's rows, to read whom a withdrawal pays. */
  readonly withdrawals: WithdrawalStore;
  readonly inbox: Inbox;
  readonly outbox: Outbox;
}

export interface RelayerParts extends FundingParts<OwnAlarmKind> {
  readonly stores: RelayerStores;
  /** Pays for and signs the relayer's transactions on both chains. */
  readonly relayer: Signer;
  /** The key that signature-set keys are derived from: `signatureSetSigner`. */
  readonly signatureSetMaster: Secret<Uint8Array>;
  readonly guardiansUrl: string;
  readonly tariff: GasTariff;
  /** For completions by others. */
  readonly searches: OfBoth<TransactionSearch>;
}
