import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import type { FundingApp } from './step-effects';

/** The keys that the funding apps work with. Those that were replaced stay: nobody else has them. */
export class ExchangeKeyStore {
  private readonly connections: Connections;

  constructor(
    database: Database,
    private readonly app: FundingApp,
  ) {
    this.connections = connectionsOf(database);
  }

  /** Idempotent. @param addresses 32 bytes each */
  async add(addresses: readonly Uint8Array[]): Promise<void> {
    await this.connections.statement((client) =>
      client.query(
        `INSERT INTO exchange_keys (app, address) SELECT $1, unnest($2::bytea[])
         ON CONFLICT DO NOTHING`,
        [this.app, addresses],
      ),
    );
  }

  /** Whether any app works with it. */
  async has(address: Uint8Array): Promise<boolean> {
    const { rows } = await this.connections.statement((client) =>
      client.query('SELECT 1 FROM exchange_keys WHERE address = $1 LIMIT 1', [address]),
    );
    return rows.length > 0;
  }
}
