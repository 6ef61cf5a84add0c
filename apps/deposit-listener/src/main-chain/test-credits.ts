/**
 * Hears of test credits in the engine's events and writes each down, once, for its backing. How far the events are read
 * is in the same transaction. One process at a time reads; the cursor's row is what keeps two from writing the same.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { BEFORE_ALL_EVENTS, consumeEvents } from '@bellwether/bus';
import type { Bus, EventPlace, StreamedBatch } from '@bellwether/bus';
import type { AdvisoryLock, BackingStore, EventCursor, NewBacking } from '@bellwether/persistence';
import type { Logger, Reader } from '@bellwether/runtime';
import { CURSOR_INTERVAL_MS, READER_LOCK_PAUSE_MS } from './limits';

export class TestCredits implements Reader {
  readonly name = 'test-credits';

  constructor(
    private readonly parts: {
      readonly bus: Bus;
      readonly shard: number;
      readonly backings: Pick<BackingStore, 'eventCursor' | 'takeEvents'>;
      readonly lock: Pick<AdvisoryLock, 'hold' | 'release'>;
      readonly log: Logger;
      readonly now: () => number;
    },
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const { lock } = this.parts;
    try {
      while (!signal.aborted) {
        if (await lock.hold()) await this.readOn(signal);
        else await sleep(READER_LOCK_PAUSE_MS, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      await lock.release();
    }
  }

  /** From the cursor on, until the signal is aborted or the cursor is found elsewhere. */
  private async readOn(signal: AbortSignal): Promise<void> {
    const { bus, shard, backings, log, now } = this.parts;
    const moved = new AbortController();
    let cursor: EventCursor | null = await backings.eventCursor();
    let writtenMs = now();
    const after: EventPlace = cursor ?? BEFORE_ALL_EVENTS;
    const either = AbortSignal.any([signal, moved.signal]);
    await consumeEvents({ shard, after, signal: either }, { bus, log }, async (batches) => {
      const { to, credited } = taken(batches);
      if (to === undefined) return;
      if (credited.length === 0 && now() - writtenMs < CURSOR_INTERVAL_MS) return;
      const nowMs = now();
      if (await backings.takeEvents({ after: cursor, to, credited, nowMs })) {
        [cursor, writtenMs] = [to, nowMs];
      } else {
        moved.abort();
      }
    });
  }
}

function taken(batches: readonly StreamedBatch[]) {
  const events = batches.flatMap(({ batch }) => batch.events);
  const last = events.at(-1);
  const credited = events.flatMap(({ seq, event }): NewBacking[] => {
    if (event.kind !== 'credited') return [];
    const { reference, user, amount: amountMicroUsdc } = event;
    return [{ reference, user, amountMicroUsdc, seq }];
  });
  return { to: last && { seq: last.seq, index: last.index }, credited };
}
