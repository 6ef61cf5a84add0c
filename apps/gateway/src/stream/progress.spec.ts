/** The gateway's progress, as heartbeats show it. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { EngineReader } from '../live/shared-queries';
import { Progress } from './progress';

/** An engine whose last command is `seq`, and whose last event is of `eventSeq`. */
const engineAt = (seq: number, eventSeq: number): EngineReader => ({
  // oxlint-disable-next-line typescript/no-explicit-any
  query: async () => ({ seq, timestampMs: 1, view: { seq: eventSeq, index: 0 } }) as any,
});

it.each([
  ['all events are applied, and ticks came after them', 64, 70, 64, { seq: 70, lag: 0 }],
  ['an event is missing', 63, 70, 64, { seq: 63, lag: 1 }],
  ['more has come since the engine was asked', 75, 70, 64, { seq: 75, lag: 0 }],
] as const)('says that %s', async (_what, taken, seq, eventSeq, told) => {
  const progress = new Progress(engineAt(seq, eventSeq), () => taken);
  await turn();
  expect(progress.now()).toEqual(told);
  progress.stop();
});

it('says no more than it knows while the engine does not answer', () => {
  const silent: EngineReader = { query: () => new Promise(() => undefined) };
  const progress = new Progress(silent, () => 5);
  expect(progress.now()).toEqual({ seq: 5, lag: null });
  progress.stop();
});
