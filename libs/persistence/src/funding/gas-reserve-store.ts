import type { GasReserve } from '@bellwether/funding';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { drawFromReserve, readReserve } from './gas-reserve-rows';
import type { Client } from './table';

/** What is drawn of the reserve is noted with what it is drawn for, once: these have a column for it. */
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

/** The reserve that bounds the operator's loss: `libs/funding/src/gas-reserve.ts` says for what. */
export class GasReserveStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  async read(): Promise<GasReserve> {
    return this.connections.statement((client) => readReserve(client));
  }

  /** Once a drawer: asked again it is drawn already. @returns false where there is not so much left */
  async draw(drawer: Drawer, microUsdc: number, nowMs: number): Promise<boolean> {
    return this.connections.transaction(async (client) => {
      if ((await drawnBy(client, drawer)) > 0) return true;
      if (!(await drawFromReserve(client, microUsdc, nowMs))) return false;
      await client.query(DRAWERS[drawer.kind], [drawer.id, microUsdc]);
      return true;
    });
  }

  /** Where nobody is to be drawn for by name: for what is done once anyway. @returns false where there is not so much */
  async take(microUsdc: number, nowMs: number): Promise<boolean> {
    return this.connections.statement((client) => drawFromReserve(client, microUsdc, nowMs));
  }
}

async function drawnBy(client: Client, drawer: Drawer): Promise<number> {
  const { rows } = await client.query<{ reserve_micro_usdc: string }>(DRAWN[drawer.kind], [
    drawer.id,
  ]);
  return Number(rows[0]?.reserve_micro_usdc ?? 0);
}
