/** Deposits and withdrawals in PostgreSQL. The funding apps write them, this class reads them. */
import { acceptedRecord } from '@bellwether/api';
import type { ChainSolvency, FundingState } from '@bellwether/api';
import { toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { Deposit, Withdrawal, WithdrawalStatus } from '@bellwether/funding';
import type {
  DepositStore,
  GasCharge,
  GasChargeStore,
  NumberedWithdrawal,
  Page,
  PageRequest,
  ScanCursors,
  ScanProgress,
  SolvencyStore,
  WatchedAddress,
  WatchedAddressStore,
  WithdrawalStore,
} from '@bellwether/persistence';
import type { EngineReader } from '../live/shared-queries';

export interface FundingRecordsParts {
  readonly engine: EngineReader;
  readonly deposits: Pick<DepositStore, 'latestOf'>;
  readonly charges: Pick<GasChargeStore, 'ofDeposits'>;
  readonly withdrawals: Pick<WithdrawalStore, 'byId' | 'ofUser' | 'inStatuses'>;
  readonly watches: Pick<WatchedAddressStore, 'ofUser'>;
  readonly scans: Pick<ScanCursors, 'progress'>;
  readonly solvency: Pick<SolvencyStore, 'state'>;
}

export interface DepositStatus {
  readonly deposits: readonly Deposit[];
  /** By the deposit's id in hex. */
  readonly charges: ReadonlyMap<string, readonly GasCharge[]>;
  readonly watch: WatchedAddress | null;
  readonly scans: readonly ScanProgress[];
}

/** All methods throw CodedError HISTORY_UNAVAILABLE if PostgreSQL does not answer. */
export class FundingRecords {
  constructor(private readonly parts: FundingRecordsParts) {}

  async depositStatus(user: Uint8Array): Promise<DepositStatus> {
    const { deposits, charges, watches, scans } = this.parts;
    // The scans' positions are read first: whatever the scans had found by then is in the deposits.
    const progress = await scans.progress();
    const [latest, watch] = await Promise.all([deposits.latestOf(user), watches.ofUser(user)]);
    const charged = await charges.ofDeposits(latest.map(({ depositId }) => depositId));
    return { deposits: latest, charges: charged, watch, scans: progress };
  }

  /**
   * A withdrawal's record. From its acceptance until the worker's row appears, moments later, it is the engine's own.
   * @throws CodedError WITHDRAWAL_NOT_FOUND
   */
  async withdrawal(withdrawalId: Uint8Array): Promise<Withdrawal> {
    const record = await this.parts.withdrawals.byId(withdrawalId);
    return record ?? this.accepted(withdrawalId);
  }

  withdrawalsOf(user: Uint8Array, page: PageRequest): Promise<Page<NumberedWithdrawal>> {
    return this.parts.withdrawals.ofUser(user, page);
  }

  /** Withdrawals of all users, for operators. */
  withdrawalsIn(
    statuses: readonly WithdrawalStatus[],
    page: PageRequest,
  ): Promise<Page<NumberedWithdrawal>> {
    return this.parts.withdrawals.inStatuses(statuses, page);
  }

  private async accepted(withdrawalId: Uint8Array): Promise<Withdrawal> {
    const { view } = await this.parts.engine.query('withdrawal', { withdrawalId });
    // The worker may have written it in between.
    const record = await this.parts.withdrawals.byId(withdrawalId);
    if (record !== null) return record;
    if (view?.status !== 'open') {
      if (view === null) {
        throw new CodedError('WITHDRAWAL_NOT_FOUND', { withdrawal_id: toHex(withdrawalId) });
      }
      // It ended, so it had a row. This database is not the one that the worker writes.
      throw new CodedError('HISTORY_UNAVAILABLE', { withdrawal_id: toHex(withdrawalId) });
    }
    const recipient =
      view.recipient ?? (await this.parts.watches.ofUser(view.user))?.depositAddress;
    if (recipient === undefined) {
      throw new CodedError('HISTORY_UNAVAILABLE', { withdrawal_id: toHex(withdrawalId) });
    }
    return acceptedRecord(view, recipient);
  }

  /** Null on failure: for reports that must not fail. */
  scans(): Promise<FundingState> {
    return orUnavailable(this.parts.scans.progress());
  }

  /** Null on failure: for reports that must not fail. Also `unavailable` before the first round. */
  async solvency(): Promise<ChainSolvency> {
    return (await orUnavailable(this.parts.solvency.state())) ?? 'unavailable';
  }
}

async function orUnavailable<T>(read: Promise<T>): Promise<T | 'unavailable'> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof CodedError && error.code === 'HISTORY_UNAVAILABLE') return 'unavailable';
    throw error;
  }
}
