import { retryDelayMs } from '@bellwether/funding';
import type { RetryKind } from '@bellwether/funding';
import type { StepResult, TransferRow } from '@bellwether/persistence';
import type { RelayerParts } from '../parts';

/** The result of a look at a transfer: it progressed and is looked at again at once, or it waits for so long. */
export type Look = 'progressed' | { readonly waitMs: number };

/** `tries`: earlier looks without progress, or failed attempts. */
export const waitFor = (kind: RetryKind, tries: number): Look => ({
  waitMs: retryDelayMs(kind, tries + 1) ?? retryDelayMs(kind, 1)!,
});

/**
 * The result of a change, as a look. A contradiction changes nothing: it raises an alarm, and the transfer is looked at
 * again later.
 */
export function lookOf(
  result: StepResult<TransferRow>,
  { alarms }: Pick<RelayerParts, 'alarms'>,
): Look {
  if (result.kind !== 'contradiction') return 'progressed';
  const { transferId, state, tries } = result.record;
  alarms.raise('record_contradiction', { transferId, state, why: result.why });
  return waitFor('completion', tries);
}
