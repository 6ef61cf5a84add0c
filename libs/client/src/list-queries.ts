/** Queries of positions, and of the lists of operators and builders. */
import type { WithdrawalStatus } from './answers/words';
import type { PageQuery } from './requests';

/** `address`: a public key, or a deposit address. */
export interface KnownUsersQuery extends PageQuery {
  readonly address?: string;
}

export interface BuildersQuery {
  /** In the name, or the whole id. */
  readonly q?: string;
  readonly after?: string;
  readonly limit?: number;
}

export interface AllWithdrawalsQuery extends PageQuery {
  /** `open`, the default, is all that have not ended. */
  readonly status?: 'open' | 'all' | WithdrawalStatus;
}

export interface AlarmsQuery extends PageQuery {
  readonly app?: 'deposit-listener' | 'bridge-relayer' | 'withdraw-worker';
}

export interface AuditQuery extends PageQuery {
  readonly operator?: string;
  /** `changes` leaves out calls that only read. */
  readonly kind?: 'all' | 'changes';
}

export interface OwnTradesQuery extends PageQuery {
  readonly market_id?: string;
}

export interface PositionsQuery extends PageQuery {
  /** `open`: with contracts. `closed`: all sold, redeemed or paid out. */
  readonly status?: 'open' | 'closed';
  readonly market_id?: string;
}
