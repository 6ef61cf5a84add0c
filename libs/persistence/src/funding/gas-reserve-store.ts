import type { GasReserve } from '@bellwether/funding';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { drawFromReserve, readReserve } from './gas-reserve-rows';
import type { Client } from './table';

/** A draw is recorded once in the row it is for. These tables have a column for it. */
const DRAWERS = {
  withdrawal: 'UPDATE withdrawals SET reserve_micro_usdc = $2 WHERE withdrawal_id = $1',
  transfer: 'UPDATE transfers SET reserve_micro_usdc = $2 WHERE transfer_id = $1',
} as const;
const DRAWN = {
  withdrawal: 'SELECT reserve_micro_usdc FROM withdrawals WHERE withdrawal_id = $1 FOR UPDATE',
  transfer: 'SELECT reserve_micro_usdc FROM transfers WHERE transfer_id = $1 FOR UPDATE',
} as const;

export type Drawer =
  | { readonly kind: 'withdrawal'; readonly id: Uint8Array }
  | { readonly kind: 'transfer'; readonly id: string };

/** The reserve that limits the operator's loss. `libs/funding/src/gas-reserve.ts` lists its uses. */
export class GasReserveStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  async read(): Promise<GasReserve> {
    return this.connections.statement((client) => readReserve(client));
  }

  /**
   * Draws once per drawer: a repeat succeeds without drawing again. @returns false if the reserve has less than that
   */
  async draw(drawer: Drawer, microUsdc: number, nowMs: number): Promise<boolean> {
    return this.connections.transaction(async (client) => {
      if ((await drawnBy(client, drawer)) > 0) return true;
      if (!(await drawFromReserve(client, microUsdc, nowMs))) return false;
      await client.query(DRAWERS[drawer.kind], [drawer.id, microUsdc]);
      return true;
    });
  }
}

async function drawnBy(client: Client, drawer: Drawer): Promise<number> {
  const { rows } = await client.query<{ reserve_micro_usdc: string }>(DRAWN[drawer.kind], [
    drawer.id,
  ]);
  return Number(rows[0]?.reserve_micro_usdc ?? 0);
}
