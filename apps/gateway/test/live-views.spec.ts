/** Views on a real event stream that is cut, late, or broken. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EngineClient, connectBus, subjectsOf } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import type { CodedError } from '@bellwether/errors';
import type { CommandOf, SequencedEvent } from '@bellwether/exchange';
import { startNatsServer } from '@bellwether/local-services';
import { createLogger } from '@bellwether/runtime';
import { LiveViews } from '../src/live/live-views';
import { EngineInProcess } from './engine-in-process';

const silent = createLogger({ service: 'test', level: 'silent' });
const POLL_MS = 20;

const event = (eventId: string, outcomes: number): CommandOf<'create_event'> => ({
  kind: 'create_event',
  eventId,
  question: 'q',
  description: 'd'.repeat(8_000),
  category: { name: 'weather', sub: 'rain' },
  expiry: 1_900_000_000,
  mutuallyExclusive: false,
  feeBps: null,
  opensAt: null,
  labels: Array.from({ length: outcomes }, (_, number) => `outcome ${number}`),
});

async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(POLL_MS);
}

describe('live views', () => {
  let nats: Awaited<ReturnType<typeof startNatsServer>>;
  let dataDir: string;
  let bus: Bus;
  let engine: EngineInProcess;
  let views: LiveViews;
  let failures: unknown[];
  let shard = 0;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'live-views-'));
    nats = await startNatsServer({ dataDir });
    bus = await connectBus({ servers: nats.url, name: 'test', log: silent });
  });
  afterAll(async () => {
    await bus.close();
    await nats.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  beforeEach(() => {
    shard++;
    failures = [];
    engine = new EngineInProcess(bus, shard);
    const clock = { nowMs: () => 0 };
    const parts = { bus, engine: new EngineClient({ bus, shard }), shard, clock };
    views = new LiveViews({ ...parts, log: silent });
    views.start((reason) => failures.push(reason));
  });
  afterEach(async () => {
    await views.stop();
    await engine.stop();
  });

  const eventIds = () => views.catalogue.events.map(({ terms }) => terms.eventId);

  it('are there as soon as the engine is', async () => {
    await expect(views.current()).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
    expect(await views.currentOrLast().catch((error: CodedError) => error.code)).toBe(
      'ENGINE_UNAVAILABLE',
    );
    engine.apply('admin', event('before', 2));
    await engine.start();
    engine.apply('admin', event('after', 1));
    expect(await views.current()).toMatchObject({ seq: 2 });
    expect(eventIds()).toEqual(['before', 'after']);
  });

  it('tell their listeners of whole seqs, also of those that are cut over messages', async () => {
    await engine.start();
    await views.current();
    const received: SequencedEvent[] = [];
    const seqs: number[] = [];
    views.onEvents((events) => {
      received.push(...events);
      seqs.push(views.offsetNow().seq);
      expect(views.asOf.seq).toBe(events.at(-1)?.seq);
    });
    // More than one message takes. A query shows that the last has arrived.
    for (let number = 0; number < 40; number++) engine.apply('admin', event(`e${number}`, 100));
    await eventually(() => views.offsetNow().seq === 40);
    expect(received.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
    expect(seqs.at(-1)).toBe(40);
    expect(eventIds()).toHaveLength(40);
  });

  it('go on as they are while the engine is away, and say so', async () => {
    await engine.start();
    engine.apply('admin', event('one', 1));
    expect(await views.currentOrLast()).toBe(true);
    await engine.stop();
    expect(await views.currentOrLast()).toBe(false);
    expect([views.asOf.seq, eventIds()]).toEqual([1, ['one']]);
    engine.apply('admin', event('two', 1));
    await engine.start();
    expect(await views.currentOrLast()).toBe(true);
    expect([views.asOf.seq, eventIds()]).toEqual([2, ['one', 'two']]);
  });

  it('count commands that made no event', async () => {
    await engine.start();
    engine.apply('internal', { kind: 'tick' });
    engine.apply('internal', { kind: 'tick' });
    expect(await views.current()).toMatchObject({ seq: 2 });
  });

  it('end with the event stream, when that cannot be read on', async () => {
    await engine.start();
    await views.current();
    bus.publish(subjectsOf(shard).events, new Uint8Array([1, 2, 3]));
    await eventually(() => failures.length > 0);
    expect(failures[0]).toMatchObject({ verdict: 'poison' });
  });
});
