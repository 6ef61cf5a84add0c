import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { droppedUntilSeconds } from '../retention/dropped-months';
import { lockCursor } from './cursor-lock';
import { SECONDS_A_DAY, nextDayOf, repairDay } from './repair-candles';
import type { RepairedCandles } from './repair-candles';

/**
 * Rebuilds candles from trades, beside a running projector: each market and day is one transaction, so events wait no
 * longer than that. All methods throw CodedError HISTORY_UNAVAILABLE if PostgreSQL does not answer, and are safe to
 * call again.
 */
export class CandleRepair {
  private readonly connections: Connections;

  constructor(
    database: Database,
    private readonly shard: number,
  ) {
    this.connections = connectionsOf(database);
  }

  /** Every market in history. */
  async markets(): Promise<Uint8Array[]> {
    const rows = await this.connections.rows<{ readonly id: Uint8Array }>(
      'SELECT market_id AS id FROM markets UNION SELECT DISTINCT market_id FROM candles',
      [],
    );
    return rows.map(({ id }) => id);
  }

  /** Rebuilds all days on which the market has trades or candles, but those whose trades were dropped. */
  async repair(marketId: Uint8Array): Promise<RepairedCandles> {
    let candles = 0;
    let repaired = 0;
    let from = await this.connections.statement(droppedUntilSeconds);
    for (;;) {
      const day = await this.connections.statement((client) => nextDayOf(client, marketId, from));
      if (day === null) return { candles, repaired };
      const found = await this.repairDay(marketId, day);
      candles += found.candles;
      repaired += found.repaired;
      from = day + SECONDS_A_DAY;
    }
  }

  private repairDay(marketId: Uint8Array, day: number): Promise<RepairedCandles> {
    return this.connections.transaction(async (client) => {
      await lockCursor(client, this.shard);
      return repairDay(client, marketId, day);
    });
  }
}
