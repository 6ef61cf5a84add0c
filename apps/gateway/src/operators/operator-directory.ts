import { OPERATOR_ROLES } from '@bellwether/api';
import type { OperatorRole } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import type { OperatorStore, StoredOperator } from '@bellwether/persistence';
import type { Operator } from './operator';

/**
 * How long a process trusts what it read. It is the longest time for which a revocation by another process goes
 * unnoticed.
 */
export const OPERATORS_FRESH_MS = 2_000;
/** Named operators may act this long while PostgreSQL does not answer. The key of the configuration always may. */
export const OPERATORS_STALE_WHEN_DATABASE_DOWN_MS = 60_000;

type Known = ReadonlyMap<string, StoredOperator>;

/**
 * The operators of the database, read as a whole. There are few, so a flood of invented names costs one read in two
 * seconds.
 */
export class OperatorDirectory {
  private known: { readonly operators: Known; readonly readMs: number } | undefined;
  private reading: Promise<Known> | undefined;
  private failedMs = -Infinity;

  constructor(
    private readonly store: Pick<OperatorStore, 'all'>,
    /** Milliseconds, never falling. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @throws CodedError HISTORY_UNAVAILABLE if nothing recent enough was read */
  async find(name: string): Promise<StoredOperator | undefined> {
    return (await this.operators()).get(name);
  }

  /** The last list that was read, of any age. */
  lastKnown(name: string): StoredOperator | undefined {
    return this.known?.operators.get(name);
  }

  /** After a change made here, the next use reads again. */
  forget(): void {
    this.known = undefined;
    this.reading = undefined;
  }

  private async operators(): Promise<Known> {
    const { known } = this;
    const nowMs = this.now();
    const freshSince = Math.max(known?.readMs ?? -Infinity, this.failedMs);
    if (known !== undefined && nowMs - freshSince < OPERATORS_FRESH_MS) return known.operators;
    try {
      return await this.read();
    } catch (error) {
      const ageMs = this.now() - (known?.readMs ?? -Infinity);
      const isKept = known !== undefined && ageMs < OPERATORS_STALE_WHEN_DATABASE_DOWN_MS;
      if (!(error instanceof CodedError) || !isKept) throw error;
      this.failedMs = this.now();
      return known.operators;
    }
  }

  /** Concurrent calls share one read. */
  private read(): Promise<Known> {
    if (this.reading !== undefined) return this.reading;
    // The age of a list counts from the start of its read.
    const readMs = this.now();
    const reading: Promise<Known> = this.store
      .all()
      .then((rows) => {
        const operators = new Map(rows.map((row) => [row.name, row]));
        // A read that began before a change made here may have missed it.
        if (this.reading === reading) this.known = { operators, readMs };
        return operators;
      })
      .finally(() => {
        if (this.reading === reading) this.reading = undefined;
      });
    this.reading = reading;
    return reading;
  }
}

/** Undefined for a revoked one. */
export function operatorOf(stored: StoredOperator | undefined): Operator | undefined {
  if (stored === undefined || stored.revokedMs !== null) return undefined;
  const { name, generation, confirmedBy } = stored;
  return { name, roles: rolesOf(stored), generation, mayConfirm: confirmedBy !== null };
}

/** Roles that this release does not know are ignored. */
export const rolesOf = (stored: Pick<StoredOperator, 'roles'>): readonly OperatorRole[] =>
  OPERATOR_ROLES.filter((role) => stored.roles.includes(role));
