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
  /** A part of it came over the bridge. */
  readonly isBridged: boolean;
  /** When the oldest of it was found. */
  readonly foundMs: number;
  /** Of the oldest of it. */
  readonly slot: number;
}

export interface CreditCost {
  /** The transaction. */
  readonly creditMicroUsdc: number;
  /** As well the wallet, which a user's first credit creates. */
  readonly firstCreditMicroUsdc: number;
}

/**
 * When dust, which does not pay for its credit, is worth a look: either is enough, and so is the cost of a credit alone, as
 * a wallet may exist before the first.
 */
export interface WorthALook {
  /** Number of arrivals in one proxy wallet. */
  readonly arrivals: number;
  /** Found then, or before. */
  readonly foundMs: number;
}

/** The place of a proxy wallet among those that wait. */
export type SweepPlace = Pick<ProxyToSweep, 'slot' | 'user'>;

/** All wallets that wait, and whether each pays. */
const WAITING = `WITH waiting AS (
  SELECT user_key, sum(amount_micro_usdc)::bigint AS amount, count(*) AS arrivals,
    min(found_ms) AS found_ms, min(slot) AS slot, bool_or(kind = 'bridged') AS bridged,
    sum(amount_micro_usdc) >= CASE WHEN EXISTS (
        SELECT 1 FROM chain_credits WHERE chain_credits.user_key = main_arrivals.user_key)
      THEN $2::bigint ELSE $3::bigint END AS pays
  FROM main_arrivals WHERE credit_seq IS NULL GROUP BY user_key)
  SELECT user_key AS "user", amount AS "amountMicroUsdc", arrivals, bridged AS "isBridged",
    found_ms AS "foundMs", slot
  FROM waiting`;

/** Arrivals in proxy wallets. The scan (`ScanCursors`) writes them, and links them to the credit that swept them. */
export class MainArrivalStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** Proxy wallets with enough to pay for a `credit` of the vault, longest waiting first. */
  async thatPay(
    limit: number,
    cost: CreditCost,
    except: readonly Uint8Array[],
  ): Promise<ProxyToSweep[]> {
    return this.waiting(
      `${WAITING} WHERE pays AND NOT (user_key = ANY($4::bytea[]))
       ORDER BY slot, user_key LIMIT $1`,
      [limit, cost.creditMicroUsdc, cost.firstCreditMicroUsdc, except],
    );
  }

  /** Those with less, if many or old, longest waiting first. Pages, as anybody can spread dust that nobody pays for. */
  async dust(
    limit: number,
    cost: CreditCost,
    worth: WorthALook,
    after: SweepPlace | null,
  ): Promise<ProxyToSweep[]> {
    return this.waiting(
      `${WAITING} WHERE NOT pays AND (amount >= $2 OR arrivals >= $4 OR found_ms <= $5)
         AND (slot, user_key) > ($6::bigint, $7::bytea)
       ORDER BY slot, user_key LIMIT $1`,
      [
        limit,
        cost.creditMicroUsdc,
        cost.firstCreditMicroUsdc,
        worth.arrivals,
        worth.foundMs,
        after?.slot ?? -1,
        after?.user ?? new Uint8Array(),
      ],
    );
  }

  private async waiting(text: string, values: readonly unknown[]): Promise<ProxyToSweep[]> {
    const { rows } = await this.connections.statement((client) =>
      client.query<ProxyToSweep>(prepared(text, values)),
    );
    return rows;
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
