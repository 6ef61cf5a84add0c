import type { SolvencyLine, SolvencyRound } from '@bellwether/funding';
import { toNumber } from '../column-values';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { flag, integer, jsonList } from './columns';
import { Table } from './table';

/** A round as it was: of the ledger at `seq`, of the chain at `slot`. */
export interface StoredSolvencyRound extends SolvencyRound {
  readonly timestampMs: number;
  readonly seq: number;
  readonly slot: number;
  readonly alarm: boolean;
}

const ROUNDS = new Table<StoredSolvencyRound>(
  'solvency_rounds',
  {
    timestampMs: integer('timestamp_ms'),
    seq: integer('seq'),
    slot: integer('slot'),
    differenceMicroUsdc: integer('difference_micro_usdc'),
    lines: jsonList<SolvencyLine>('lines'),
    alarm: flag('alarm'),
  },
  [],
);

/** Solvency rounds, newest last. */
export class SolvencyStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  async append(round: StoredSolvencyRound): Promise<void> {
    await this.connections.transaction((client) => ROUNDS.insert(client, round));
  }

  /** The last `count`, oldest first: what `isSolvencyAlarm` judges. */
  async latest(count: number): Promise<StoredSolvencyRound[]> {
    const rounds = await this.connections.transaction((client) =>
      ROUNDS.select(client, 'ORDER BY round_id DESC LIMIT $1', [count]),
    );
    return rounds.toReversed();
  }

  /** Drops rounds before `beforeMs`: a minute each, they would outgrow what they tell. */
  async purge(beforeMs: number): Promise<number> {
    const { rows } = await this.connections.transaction((client) =>
      client.query<{ count: string }>(
        `WITH purged AS (DELETE FROM solvency_rounds WHERE timestamp_ms < $1 RETURNING 1)
         SELECT count(*) FROM purged`,
        [beforeMs],
      ),
    );
    return toNumber(BigInt(rows[0]?.count ?? 0));
  }
}
