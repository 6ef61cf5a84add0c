/** With no more than its rights, everybody finds back to what it read when the server was gone: the client asks more then. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { consumeEvents } from '../src/events/event-consumer';
import { BEFORE_ALL_EVENTS } from '../src/events/event-offset';
import { EventPublisher } from '../src/events/event-publisher';
import type { Log } from '../src/connection/log';
import type { Identity } from '../src/permissions/rights';
import { silent } from './nats-under-test';
import { NatsWithPermissions } from './nats-with-permissions';

/** The delay with which each reads: those that may be late do not receive appends. */
const READERS = { projector: 0, gateway: 0, 'deposit-listener': 100, 'withdraw-worker': 100 };

const stop = new AbortController();
const running: Promise<unknown>[] = [];
/** Who has read which events, by their numbers. */
const events = new Map<Identity, Set<number>>();
const complaints: string[] = [];
let nats: NatsWithPermissions;
let publisher: EventPublisher;

/** Keeps what the server refused; that it was too busy to let somebody in at once is no refusal. */
const listening = (identity: Identity): Log => ({
  ...silent,
  error: (details, message) => {
    const complaint = `${identity}: ${message} ${JSON.stringify(details)}`;
    if (!complaint.includes('Authentication Timeout')) complaints.push(complaint);
  },
});

beforeAll(async () => {
  nats = await NatsWithPermissions.start();
  const { signal } = stop;
  const engine = await nats.bus('matching-engine-journal', listening('matching-engine-journal'));
  const onBroken = (error: unknown): void => void complaints.push(String(error));
  publisher = new EventPublisher({ shard: 0 }, { bus: engine, log: silent, onBroken });
  await publisher.open();
  for (const [identity, batchDelayMs] of Object.entries(READERS) as [Identity, number][]) {
    const bus = await nats.bus(identity, listening(identity));
    const seen = new Set<number>();
    events.set(identity, seen);
    const place = { shard: 0, after: BEFORE_ALL_EVENTS, signal, batchDelayMs };
    running.push(
      consumeEvents(place, { bus, log: silent }, (batches) => {
        for (const { batch } of batches) for (const { seq } of batch.events) seen.add(seq);
      }),
    );
  }
});
afterAll(async () => {
  stop.abort();
  await Promise.all(running);
  await nats.stop();
});

function report(n: number): void {
  const user = new Uint8Array(32).fill(1);
  const event = { kind: 'credited', user, amount: n, reference: 'gift' } as const;
  publisher.publish([{ seq: n, index: 0, timestampMs: n, event }]);
}

async function everybodyHas(n: number): Promise<void> {
  const all = [...events.values()];
  while (!all.every((seen) => seen.has(n))) await sleep(20);
}

it('goes on after the server came back, and asks for nothing that it may not', async () => {
  report(1);
  await everybodyHas(1);
  await nats.crash();
  report(2);
  await everybodyHas(2);
  expect(complaints).toEqual([]);
});
