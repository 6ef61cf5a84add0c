import type { StepResult } from '@bellwether/persistence';
import type { Withdrawal } from '@bellwether/funding';
import { toHex } from '@bellwether/codec';
import { CONTRADICTION_WAIT_MS } from '../limits';
import type { WorkerParts } from '../parts';

/** What a look at a withdrawal came to: it has news and is looked at again at once, or it waits so long. */
export type Look = 'news' | { readonly waitMs: number };

/** What was written, as a look. A contradiction changes nothing: somebody is woken, and it is looked at again later. */
export function lookOf(
  result: StepResult<Withdrawal>,
  { alarms }: Pick<WorkerParts, 'alarms'>,
): Look {
  if (result.kind !== 'contradiction') return 'news';
  const { withdrawalId, status } = result.record;
  return contradicted({ withdrawalId: toHex(withdrawalId), status, why: result.why }, { alarms });
}

/** Somebody is woken; until then nothing is done about the withdrawal. */
export function contradicted(
  details: { readonly withdrawalId: string } & Readonly<Record<string, string>>,
  { alarms }: Pick<WorkerParts, 'alarms'>,
): Look {
  alarms.raise('record_contradiction', details);
  return { waitMs: CONTRADICTION_WAIT_MS };
}
