/** Counts of deposits by state, and the age of the oldest, for operators. */
import type { DepositPhase, DepositStep } from '@bellwether/funding';
import type { Client } from './table';

export interface DepositFigure {
  readonly phase: DepositPhase;
  readonly step: DepositStep;
  readonly count: number;
  readonly oldestMs: number;
}

/** Excludes deposits below this amount that were found after this time. */
export interface WaitingDust {
  readonly belowMicroUsdc: number;
  readonly sinceMs: number;
}

/**
 * Deposits that have not ended, by phase and step: the count, and since when the oldest is there. USDC on main that is
 * not worth its sweep does not count while it may wait for more.
 */
export async function depositFigures(
  client: Client,
  waiting: WaitingDust,
): Promise<DepositFigure[]> {
  const { rows } = await client.query<DepositFigure>(
    `SELECT phase, step, count(*) AS count, min(updated_ms) AS "oldestMs" FROM deposits
     WHERE phase IN ('detected', 'queued', 'swapped', 'bridged', 'failed') AND step <> 'ended'
       AND NOT (source = 'main_usdc' AND amount_micro_usdc < $1 AND updated_ms > $2)
     GROUP BY phase, step ORDER BY phase, step`,
    [waiting.belowMicroUsdc, waiting.sinceMs],
  );
  return rows;
}

/** `waiting`: at the first attempt, until others go with it. */
export interface BridgedFigures {
  readonly alone: number;
  readonly shared: number;
  readonly waiting: number;
}

export async function bridgedFigures(client: Client, nowMs: number): Promise<BridgedFigures> {
  const isSent = `step IN ('sending', 'attesting', 'completing')`;
  const { rows } = await client.query<BridgedFigures>(
    `SELECT count(*) FILTER (WHERE ${isSent} AND split IS NULL) AS alone,
       count(*) FILTER (WHERE ${isSent} AND split IS NOT NULL) AS shared,
       count(*) FILTER (WHERE step = 'bridging' AND attempt = 1 AND due_ms > $1) AS waiting
     FROM deposits WHERE phase IN ('detected', 'swapped', 'bridged') AND step <> 'crediting'`,
    [nowMs],
  );
  return rows[0]!;
}
