import type { SolvencyLine } from '@bellwether/funding';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { jsonList, recordTable } from './table';
import type { RecordIn } from './table';

const ROUNDS = recordTable('SolvencyRound', { lines: jsonList<SolvencyLine>() });

/** One solvency check: the ledger at `seq`, the chain at `slot`. */
export type StoredSolvencyRound = RecordIn<typeof ROUNDS>;

/** Solvency checks, newest last. */
export class SolvencyStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  async append(round: StoredSolvencyRound): Promise<void> {
    await this.connections.statement((client) => ROUNDS.insert(client, round));
  }

  /** The last `count` checks, oldest first, as `isSolvencyAlarm` takes them. */
  async latest(count: number): Promise<StoredSolvencyRound[]> {
    const rounds = await this.connections.statement((client) =>
      ROUNDS.select(client, 'ORDER BY round_id DESC LIMIT $1', [count]),
    );
    return rounds.toReversed();
  }

  /** The last check, and since when checks have had its outcome: a difference, or none. `null` before the first. */
  async state(): Promise<(StoredSolvencyRound & { readonly sinceMs: number }) | null> {
    return this.connections.transaction(async (client) => {
      const last = await ROUNDS.first(client, 'ORDER BY round_id DESC');
      if (last === null) return null;
      const { rows } = await client.query<{ since: number | null }>(
        `SELECT min(timestamp_ms) AS since FROM solvency_rounds
         WHERE round_id > (SELECT coalesce(max(round_id), 0) FROM solvency_rounds
                           WHERE (difference_micro_usdc = 0) <> $1)`,
        [last.differenceMicroUsdc === 0],
      );
      return { ...last, sinceMs: rows[0]?.since ?? last.timestampMs };
    });
  }

  /** When rows were last found to be behind the engine's books; null: never. */
  async rowsBehindMs(): Promise<number | null> {
    const { rows } = await this.connections.statement((client) =>
      client.query<{ behind: number | null }>(
        'SELECT rows_behind_ms AS behind FROM funding_settings',
      ),
    );
    return rows[0]?.behind ?? null;
  }

  /** Whether an operator has requested a pause since then, which changes nothing while there is one. */
  async hasOperatorPaused(sinceMs: number): Promise<boolean> {
    const { rows } = await this.connections.statement((client) =>
      client.query(
        `SELECT 1 FROM audit_rows WHERE timestamp_ms >= $1 AND path LIKE '%/withdrawals/pause%' LIMIT 1`,
        [sinceMs],
      ),
    );
    return rows.length > 0;
  }

  /** Deletes checks before `beforeMs`: there is one a minute. @returns the number deleted */
  async purge(beforeMs: number): Promise<number> {
    const { rowCount } = await this.connections.statement((client) =>
      client.query('DELETE FROM solvency_rounds WHERE timestamp_ms < $1', [beforeMs]),
    );
    return rowCount ?? 0;
  }
}
