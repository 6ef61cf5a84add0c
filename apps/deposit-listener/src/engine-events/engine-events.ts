/**
 * Reads the engine's events for work to do: test credits need backing, an authorized recovery needs its row even if its
 * request failed, and a booked charge has its number. The read position is stored in the same transaction. One process
 * at a time reads; the cursor's row prevents two from writing the same.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { BEFORE_ALL_EVENTS, consumeEvents } from '@bellwether/bus';
import type { Bus, EventOffset, StreamedBatch } from '@bellwether/bus';
import { AdvisoryLock, userRecoveryId } from '@bellwether/persistence';
import type {
  BookedCharge,
  EventCursor,
  ListenerEvents,
  NewBacking,
  NewRecovery,
} from '@bellwether/persistence';
import type { Logger, Reader } from '@bellwether/runtime';
import type { ListenerParts } from '../parts';
import {
  AUTHORIZATION_AGE_MS,
  CURSOR_INTERVAL_MS,
  EVENTS_BATCH_DELAY_MS,
  LATE_AUTHORIZATION_MS,
  READER_LOCK_PAUSE_MS,
} from './limits';

export interface EngineEventsParts {
  readonly bus: Bus;
  readonly shard: number;
  readonly events: Pick<ListenerEvents, 'cursor' | 'take'>;
  readonly lock: Pick<AdvisoryLock, 'hold' | 'release'>;
  readonly log: Logger;
  readonly now: () => number;
}

export function engineEventsReader(parts: ListenerParts): Reader {
  const { network, shard, database, stores } = parts;
  const lock = new AdvisoryLock(database, `bellwether/${network}/engine-events/${shard}`);
  return new EngineEvents({ ...parts, events: stores.events, lock });
}

export class EngineEvents implements Reader {
  readonly name = 'engine-events';

  constructor(private readonly parts: EngineEventsParts) {}

  async run(signal: AbortSignal, wake: () => void): Promise<void> {
    const { lock } = this.parts;
    try {
      while (!signal.aborted) {
        if (await lock.hold()) await this.readOn(signal, wake);
        else await sleep(READER_LOCK_PAUSE_MS, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      await lock.release();
    }
  }

  /** Reads from the cursor until the signal is aborted or another process has moved the cursor. */
  private async readOn(signal: AbortSignal, wake: () => void): Promise<void> {
    const { bus, shard, events, log, now } = this.parts;
    const moved = new AbortController();
    let cursor: EventCursor | null = await events.cursor();
    let writtenMs = now();
    const after: EventOffset = cursor ?? BEFORE_ALL_EVENTS;
    const either = AbortSignal.any([signal, moved.signal]);
    const kinds = ['credited', 'recovery_authorized', 'gas_charged'] as const;
    const options = { shard, after, signal: either, batchDelayMs: EVENTS_BATCH_DELAY_MS, kinds };
    await consumeEvents(options, { bus, log }, async (batches) => {
      const nowMs = now();
      const { to, credited, authorized, charged } = taken(batches, nowMs);
      if (to === undefined) return;
      const isEmpty = credited.length + authorized.length + charged.length === 0;
      if (isEmpty && nowMs - writtenMs < CURSOR_INTERVAL_MS) return;
      if (await events.take({ after: cursor, to, credited, authorized, charged, nowMs })) {
        [cursor, writtenMs] = [to, nowMs];
        if (!isEmpty) wake();
      } else {
        moved.abort();
      }
    });
  }
}

function taken(batches: readonly StreamedBatch[], nowMs: number) {
  const events = batches.flatMap(({ batch }) => batch.events);
  const credited = events.flatMap(({ seq, event }): NewBacking[] => {
    if (event.kind !== 'credited') return [];
    const { reference, user, amount: amountMicroUsdc } = event;
    return [{ reference, user, amountMicroUsdc, seq }];
  });
  const authorized = events.flatMap(({ timestampMs, event }): NewRecovery[] => {
    if (event.kind !== 'recovery_authorized') return [];
    if (nowMs - timestampMs > AUTHORIZATION_AGE_MS) return [];
    const { kind: _, builder: __, ...terms } = event;
    const authorizedMs = nowMs - timestampMs > LATE_AUTHORIZATION_MS ? timestampMs : null;
    return [{ recoveryId: userRecoveryId(terms.user, terms.nonce), ...terms, authorizedMs }];
  });
  const charged = events.flatMap(({ event }): BookedCharge[] => {
    if (event.kind !== 'gas_charged') return [];
    const { user, chargeSeq, purpose, amount: amountMicroUsdc } = event;
    return [{ user, chargeSeq, purpose, amountMicroUsdc }];
  });
  return { to: batches.at(-1)?.last, credited, authorized, charged };
}
