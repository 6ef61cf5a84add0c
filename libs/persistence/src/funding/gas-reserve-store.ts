import type { GasReserve } from '@bellwether/funding';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { readReserve } from './gas-reserve-rows';

/** The reserve that limits the operator's loss. `libs/funding/src/gas-reserve.ts` lists its uses. */
export class GasReserveStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  async read(): Promise<GasReserve> {
    return this.connections.statement((client) => readReserve(client));
  }
}
