import { retryDelayMs } from '@bellwether/funding';
import type { RetryKind } from '@bellwether/funding';
import type { StepResult, TransferRow } from '@bellwether/persistence';
import type { RelayerParts } from '../parts';

/** What a look at a transfer came to: it has news and is looked at again at once, or it waits so long. */
export type Look = 'news' | { readonly waitMs: number };

/** `tries`: earlier looks without news, or attempts that failed. */
export const waitFor = (kind: RetryKind, tries: number): Look => ({
  waitMs: retryDelayMs(kind, tries + 1) ?? retryDelayMs(kind, 1)!,
});

/** What was written, as a look. A contradiction changes nothing: somebody is woken, and it is looked at again later. */
export function lookOf(
  result: StepResult<TransferRow>,
  { alarms }: Pick<RelayerParts, 'alarms'>,
): Look {
  if (result.kind !== 'contradiction') return 'news';
  const { transferId, state, tries } = result.record;
  alarms.raise('record_contradiction', { transferId, state, why: result.why });
  return waitFor('completion', tries);
}
