/** What operators list: builders, users, alarms. Times in Unix seconds; null: never. */
import type { Builder } from './admin';
import type { PageEnd } from './place';

/** A builder with what its keys say of it. */
export interface ListedBuilder extends Builder {
  readonly active_keys: number;
  readonly revoked_keys: number;
  /** One that two keys made counts twice. */
  readonly user_count: number;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

/** Oldest first: `next_cursor` goes into `after`. */
export interface BuildersPage extends PageEnd {
  readonly builders: readonly ListedBuilder[];
}

/** As history knows it. Amounts in micro-USDC. */
export interface KnownUser {
  readonly user: string;
  /** In orders and out of them. */
  readonly balance: number;
  readonly withdrawing: number;
  readonly deposit_address: string | null;
  /** Null: its postings were archived. */
  readonly moved_at: number | null;
}

export interface KnownUsersPage extends PageEnd {
  readonly users: readonly KnownUser[];
}

/** What a person has to look at. */
export interface Alarm {
  readonly alarm_id: number;
  readonly app: string;
  readonly kind: string;
  /** A page of `docs/runbooks`. */
  readonly runbook: string | null;
  readonly times: number;
  readonly first_at: number;
  readonly last_at: number;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AlarmsPage extends PageEnd {
  readonly alarms: readonly Alarm[];
}
