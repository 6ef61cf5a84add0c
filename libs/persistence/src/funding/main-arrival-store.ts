import { toNumber } from '../column-values';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { MAIN_ARRIVALS } from './main-arrival-rows';
import type { MainArrival } from './main-arrival-rows';
import { prepared } from './prepared';

/** A proxy wallet with USDC that the vault has not swept. */
export interface ProxyToSweep {
  readonly user: Uint8Array;
  readonly amountMicroUsdc: number;
  readonly arrivals: number;
  /** When the oldest of it was found. */
  readonly foundMs: number;
}

/** Conditions under which a proxy wallet is worth a sweep transaction: any of the three is enough. */
export interface WorthSweeping {
  readonly microUsdc: number;
  /** Number of arrivals in one proxy wallet. */
  readonly arrivals: number;
  /** Found then, or before. */
  readonly foundMs: number;
}

/** Arrivals in proxy wallets. The scan (`ScanCursors`) writes them, and links them to the credit that swept them. */
export class MainArrivalStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** Proxy wallets that need a `credit` of the vault, longest waiting first; the others wait for more arrivals. */
  async proxiesToSweep(limit: number, worth: WorthSweeping): Promise<ProxyToSweep[]> {
    const { rows } = await this.connections.statement((client) =>
      client.query<{
        user_key: Uint8Array;
        amount: string;
        arrivals: string;
        found_ms: string;
      }>(
        prepared(
          `SELECT user_key, sum(amount_micro_usdc) AS amount, count(*) AS arrivals,
           min(found_ms) AS found_ms
         FROM main_arrivals WHERE credit_seq IS NULL
         GROUP BY user_key
         HAVING sum(amount_micro_usdc) >= $2 OR count(*) >= $3 OR min(found_ms) <= $4
         ORDER BY min(slot) LIMIT $1`,
          [limit, worth.microUsdc, worth.arrivals, worth.foundMs],
        ),
      ),
    );
    return rows.map((row) => ({
      user: new Uint8Array(row.user_key),
      amountMicroUsdc: toNumber(BigInt(row.amount)),
      arrivals: Number(row.arrivals),
      foundMs: Number(row.found_ms),
    }));
  }

  /** Arrivals not swept yet, oldest first: for the solvency sum and for the investigation of a mismatch. */
  async unswept(): Promise<MainArrival[]> {
    return this.connections.statement((client) =>
      MAIN_ARRIVALS.select(client, 'WHERE credit_seq IS NULL ORDER BY slot, tx_index'),
    );
  }

  /** The arrivals that a credit swept, in the chain's order. */
  async ofCredit(user: Uint8Array, creditSeq: number): Promise<MainArrival[]> {
    return this.connections.statement((client) =>
      MAIN_ARRIVALS.select(
        client,
        'WHERE user_key = $1 AND credit_seq = $2 ORDER BY slot, tx_index',
        [user, creditSeq],
      ),
    );
  }
}
