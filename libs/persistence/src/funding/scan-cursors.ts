import { newDeposit } from '@bellwether/funding';
import type { FundingChain, NewDeposit } from '@bellwether/funding';
import { fieldsOf } from '../columns';
import type { Records } from '../columns';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { lockArrivals } from './arrivals-lock';
import { settleBridged } from './bridged-arrivals';
import type { NewChainCredit } from './chain-credit-rows';
import { insertDeposit } from './deposit-rows';
import { insertCredit } from './insert-credit';
import { MAIN_ARRIVALS } from './main-arrival-rows';
import type { MainArrival } from './main-arrival-rows';
import { prepared } from './prepared';
import { askToStepOver, noteSteppedOver, steppedBlock } from './stepped-block-rows';
import type { SteppedBlock, SteppedOver } from './stepped-block-rows';
import type { Client } from './table';

const APP = 'deposit-listener';

const CURSOR = ['slot', 'blockHash'] as const;
const PROGRESS = ['chain', 'slot', 'updatedMs'] as const;

/** The last finalized block of a chain that is in the tables. */
export type ScanCursor = Pick<Records['ScanCursor'], (typeof CURSOR)[number]>;

export type ScanProgress = Pick<Records['ScanCursor'], (typeof PROGRESS)[number]> & {
  readonly chain: FundingChain;
};

/** A bridge arrival has no deposit yet: it gets the one whose transfer it is, or one of its own. */
export type NewArrival = Omit<MainArrival, 'creditSeq' | 'foundMs'> & {
  /** USDC of main. */
  readonly mint: Uint8Array;
};

/** Findings in the blocks after the cursor, in the chain's order. */
export interface ScanFindings {
  readonly deposits?: readonly NewDeposit[];
  readonly arrivals?: readonly NewArrival[];
  readonly credits?: readonly NewChainCredit[];
}

/** How far each chain has been scanned. Findings and cursor change in one transaction. */
export class ScanCursors {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** Null if the chain was never scanned. */
  async cursor(chain: FundingChain): Promise<ScanCursor | null> {
    return this.connections.statement((client) => readCursor(client, chain, ''));
  }

  /** How far each chain has been scanned, and when that last moved. A chain never scanned has no entry. */
  async progress(): Promise<ScanProgress[]> {
    const { rows } = await this.connections.statement((client) =>
      client.query<ScanProgress>(
        `SELECT ${fieldsOf('ScanCursor', '', PROGRESS)} FROM scan_cursors ORDER BY chain`,
      ),
    );
    return rows;
  }

  /**
   * Writes the findings and moves the cursor from `after` (null: there is none yet) to `to`.
   * @returns false if the cursor is elsewhere: another process has read these blocks, and nothing is written
   */
  async advance(
    chain: FundingChain,
    {
      after,
      to,
      findings,
      nowMs,
    }: {
      readonly after: number | null;
      readonly to: ScanCursor;
      readonly findings: ScanFindings;
      readonly nowMs: number;
    },
  ): Promise<boolean> {
    const { deposits = [], arrivals = [], credits = [] } = findings;
    // Most blocks hold nothing: then one statement is the whole transaction.
    if (deposits.length + arrivals.length + credits.length === 0) {
      return this.connections.statement((client) => moveCursor(client, chain, after, to, nowMs));
    }
    return this.connections.transaction(async (client) => {
      if (!(await moveCursor(client, chain, after, to, nowMs))) return false;
      const users = [...arrivals, ...credits].map(({ user }) => user);
      await lockArrivals(client, users);
      for (const found of deposits) {
        await insertDeposit(client, APP, newDeposit(found, nowMs));
      }
      await insertArrivals(client, arrivals, nowMs);
      for (const credit of credits) await insertCredit(client, credit, nowMs);
      return true;
    });
  }

  /**
   * Records an operator's request to skip a block that cannot be read. A repeat returns the present state.
   * @returns null if the block, or a later one, is in the tables already
   */
  async askToStepOver(
    chain: FundingChain,
    slot: number,
    nowMs: number,
  ): Promise<SteppedBlock | null> {
    return this.connections.transaction(async (client) => {
      const known = await steppedBlock(client, chain, slot);
      if (known !== null) return known;
      const cursor = await readCursor(client, chain, 'FOR UPDATE');
      if (cursor !== null && cursor.slot >= slot) return null;
      await askToStepOver(client, { chain, slot, askedMs: nowMs });
      return steppedBlock(client, chain, slot);
    });
  }

  /** True if an operator asked to skip the block and it is not skipped yet. */
  async isToBeSteppedOver(chain: FundingChain, slot: number): Promise<boolean> {
    const asked = await this.connections.statement((client) => steppedBlock(client, chain, slot));
    return asked !== null && asked.steppedMs === null;
  }

  /**
   * Moves the cursor over a block without findings, and stores the block's content. @returns false without a request
   * for it, or if the cursor is elsewhere: nothing is written
   */
  async stepOver(
    chain: FundingChain,
    step: SteppedOver & { readonly after: number; readonly to: ScanCursor; readonly nowMs: number },
  ): Promise<boolean> {
    const { after, to, signatures, nowMs } = step;
    return this.connections.transaction(async (client) => {
      const asked = await steppedBlock(client, chain, to.slot);
      if (asked === null || asked.steppedMs !== null) return false;
      if (!(await moveCursor(client, chain, after, to, nowMs))) return false;
      return noteSteppedOver(client, chain, { ...to, signatures, nowMs });
    });
  }

  /** Writes new findings behind the cursor. @returns the number of new deposits and arrivals */
  async add(findings: Omit<ScanFindings, 'credits'>, nowMs: number): Promise<number> {
    return this.connections.transaction(async (client) => {
      const { deposits = [], arrivals = [] } = findings;
      const users = arrivals.map(({ user }) => user);
      await lockArrivals(client, users);
      let count = 0;
      for (const found of deposits) {
        if (await insertDeposit(client, APP, newDeposit(found, nowMs))) count++;
      }
      return count + (await insertArrivals(client, arrivals, nowMs));
    });
  }
}

async function readCursor(
  client: Client,
  chain: FundingChain,
  lock: 'FOR UPDATE' | '',
): Promise<ScanCursor | null> {
  const { rows } = await client.query<ScanCursor>(
    `SELECT ${fieldsOf('ScanCursor', '', CURSOR)} FROM scan_cursors WHERE chain = $1 ${lock}`,
    [chain],
  );
  return rows[0] ?? null;
}

async function moveCursor(
  client: Client,
  chain: FundingChain,
  after: number | null,
  { slot, blockHash }: ScanCursor,
  nowMs: number,
): Promise<boolean> {
  const values = [chain, slot, blockHash, nowMs];
  const { rowCount } =
    after === null
      ? await client.query(
          `INSERT INTO scan_cursors (chain, slot, block_hash, updated_ms) VALUES ($1, $2, $3, $4)
           ON CONFLICT DO NOTHING`,
          values,
        )
      : await client.query(
          prepared(
            `UPDATE scan_cursors SET slot = $2, block_hash = $3, updated_ms = $4
           WHERE chain = $1 AND slot = $5`,
            [...values, after],
          ),
        );
  return rowCount === 1;
}

/** @returns the number of new arrivals. None of them has a credit yet, so no deposit's record can contradict it. */
async function insertArrivals(
  client: Client,
  arrivals: readonly NewArrival[],
  nowMs: number,
): Promise<number> {
  let count = 0;
  for (const { mint, ...arrival } of arrivals) {
    const row = { ...arrival, creditSeq: null, foundMs: nowMs };
    if (!(await MAIN_ARRIVALS.insert(client, row))) continue;
    count++;
    if (arrival.kind === 'bridged') await settleBridged(client, arrival.user, { mint, nowMs });
  }
  return count;
}
