import type { StepResult } from '@bellwether/persistence';
import type { Withdrawal } from '@bellwether/funding';
import { toHex } from '@bellwether/codec';
import { CONTRADICTION_WAIT_MS } from '../limits';
import type { WorkerParts } from '../parts';

/** The result of a look at a withdrawal: it progressed and is looked at again at once, or it waits for so long. */
export type Look = 'progressed' | { readonly waitMs: number };

/**
 * The result of a change, as a look. A contradiction changes nothing: it raises an alarm, and the withdrawal is looked
 * at again later.
 */
export function lookOf(
  result: StepResult<Withdrawal>,
  { alarms }: Pick<WorkerParts, 'alarms'>,
): Look {
  if (result.kind !== 'contradiction') return 'progressed';
  const { withdrawalId, status } = result.record;
  return contradicted({ withdrawalId: toHex(withdrawalId), status, why: result.why }, { alarms });
}

/** An alarm is raised; until an operator acts, nothing is done about the withdrawal. */
export function contradicted(
  details: { readonly withdrawalId: string } & Readonly<Record<string, string>>,
  { alarms }: Pick<WorkerParts, 'alarms'>,
): Look {
  alarms.raise('record_contradiction', details);
  return { waitMs: CONTRADICTION_WAIT_MS };
}
