import type { Records } from '../columns';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { prepared } from './prepared';
import { recordTable } from './table';
import type { RecordIn } from './table';

const WATCHED = recordTable('WatchedAddress', {});

/** A user's addresses on both chains, watched from the first time they are requested. */
export type WatchedAddress = RecordIn<typeof WATCHED>;
export type NumberedWatch = Records['WatchedAddress'];

/** Names the lock under which watches are numbered: `after` must never miss a lower id that commits later. */
const NUMBERING_LOCK = 'watched_addresses';

/** The addresses the scans look for. Rows are append-only. */
export class WatchedAddressStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** Idempotent. @returns the stored row */
  async watch(address: WatchedAddress): Promise<WatchedAddress> {
    return this.connections.transaction(async (client) => {
      const where = 'WHERE user_key = $1';
      const known = await WATCHED.first(client, where, [address.user]);
      if (known !== null) return known;
      await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [NUMBERING_LOCK]);
      await WATCHED.insert(client, address);
      return (await WATCHED.first(client, where, [address.user])) ?? address;
    });
  }

  async ofUser(user: Uint8Array): Promise<WatchedAddress | null> {
    return this.connections.statement((client) =>
      WATCHED.first(client, 'WHERE user_key = $1', [user]),
    );
  }

  /** The watches of these users, in no order. */
  async ofUsers(users: readonly Uint8Array[]): Promise<WatchedAddress[]> {
    return this.connections.statement((client) =>
      WATCHED.select(client, 'WHERE user_key = ANY($1::bytea[])', [users]),
    );
  }

  /** Watches whose deposit address, proxy wallet or USDC account is one of these, in no order. */
  async withPlaces(addresses: readonly Uint8Array[]): Promise<NumberedWatch[]> {
    return this.numbered(
      `WHERE deposit_address = ANY($1::bytea[]) OR proxy_wallet = ANY($1::bytea[])
         OR proxy_usdc_account = ANY($1::bytea[])`,
      [addresses],
    );
  }

  /** Watches added after `watchId`, in order. Nothing is ever added at or below an id already returned. */
  async after(watchId: number, limit: number): Promise<NumberedWatch[]> {
    return this.numbered('WHERE watch_id > $1 ORDER BY watch_id LIMIT $2', [watchId, limit]);
  }

  private async numbered(rest: string, values: readonly unknown[]): Promise<NumberedWatch[]> {
    const text = `SELECT ${WATCHED.numberedNames} FROM watched_addresses ${rest}`;
    const { rows } = await this.connections.statement((client) =>
      client.query<NumberedWatch>(prepared(text, values)),
    );
    return rows;
  }
}
