/**
 * Live readers take events from an append and the server's notice that it is stored. Here holders of an app's key try
 * to forge both.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encode } from '@bellwether/codec';
import { eventBatchLayout } from '@bellwether/exchange';
import type { SequencedEvent } from '@bellwether/exchange';
import { headers } from '@nats-io/transport-node';
import type { Msg, MsgHdrs, NatsConnection } from '@nats-io/transport-node';
import type { Bus } from '../src/connection/bus';
import { consumeEvents } from '../src/events/event-consumer';
import { BEFORE_ALL_EVENTS } from '../src/events/event-offset';
import { EventPublisher } from '../src/events/event-publisher';
import { accountOf } from '../src/permissions/accounts';
import { permissionsOf } from '../src/permissions/permissions-of';
import { IDENTITIES } from '../src/permissions/rights';
import type { Identity } from '../src/permissions/rights';
import { subjectsOf } from '../src/subjects';
import { silent } from './nats-under-test';
import { NatsWithPermissions } from './nats-with-permissions';

const { events, storedEvents, eventStream } = subjectsOf(0);
const RECEIVED = [events, storedEvents];
const OTHERS = IDENTITIES.filter((identity) => accountOf(identity) !== 'JOURNAL');
const AMOUNT = 1;
const FORGED_AMOUNT = 1_000_000;

let nats: NatsWithPermissions;
let engine: Bus;
let publisher: EventPublisher;
const stop = new AbortController();
const amounts: number[] = [];
let reading: Promise<void>;
/** All that came to a gateway on the two subjects. */
const received: Msg[] = [];

const credit = (seq: number, amount: number): SequencedEvent => ({
  seq,
  index: 0,
  timestampMs: seq,
  event: { kind: 'credited', user: new Uint8Array(32), amount, reference: '' },
});

beforeAll(async () => {
  nats = await NatsWithPermissions.start({ outsider: 'EXCHANGE' });
  engine = await nats.bus('matching-engine-journal');
  const onBroken = (error: unknown): never => {
    throw error;
  };
  publisher = new EventPublisher({ shard: 0 }, { bus: engine, log: silent, onBroken });
  await publisher.open();
  const gateway = await nats.bus('gateway');
  for (const subject of RECEIVED) gateway.subscribe(subject, (message) => received.push(message));
  const options = { shard: 0, after: BEFORE_ALL_EVENTS, signal: stop.signal };
  reading = consumeEvents(options, { bus: gateway, log: silent }, (batches) => {
    for (const { batch } of batches) {
      for (const { event } of batch.events)
        if (event.kind === 'credited') amounts.push(event.amount);
    }
  });
  await publishNext();
});
afterAll(async () => {
  stop.abort();
  await reading;
  await nats.stop();
});

/** The engine's next event, which the reader processes after all that it received before. */
async function publishNext(): Promise<void> {
  const count = amounts.length + 1;
  publisher.publish([credit(count, AMOUNT)]);
  while (amounts.length < count) await sleep(5);
  expect(amounts).toEqual(Array.from({ length: count }, () => AMOUNT));
}

/** What the engine is about to append, with a million in it, under the headers of a genuine one. */
function forgery(): {
  readonly append: MsgHdrs;
  readonly notice: MsgHdrs;
  readonly data: Uint8Array;
} {
  const known = amounts.length;
  const previous = { previousSeq: known, previousIndex: 0 };
  const data = encode(eventBatchLayout, {
    ...previous,
    events: [credit(known + 1, FORGED_AMOUNT)],
  });
  const append = headers();
  append.set('Nats-Expected-Stream', eventStream);
  append.set('Nats-Expected-Last-Sequence', String(known));
  append.set('Nats-Msg-Id', `${known + 1}.0`);
  const notice = headers();
  for (const name of append.keys()) notice.set(name, append.get(name));
  notice.set('Nats-Stream', eventStream);
  notice.set('Nats-Sequence', String(known + 1));
  notice.set('Nats-Msg-Size', String(data.length));
  return { append, notice, data };
}

function publishForgery(connection: NatsConnection): void {
  const { append, notice, data } = forgery();
  connection.publish(events, data, { headers: append });
  connection.publish(storedEvents, '', { headers: notice });
}

it.each(OTHERS)('%s can publish on neither subject', async (identity) => {
  const [before, reader] = [received.length, amounts.length];
  const connection = await nats.connection(identity);
  expect(await nats.granted(identity, 'publish', RECEIVED)).toEqual([]);
  publishForgery(connection);
  await connection.flush();
  await publishNext();
  // One append and its notice are the engine's.
  expect([received.length - before, amounts.length - reader]).toEqual([2, 1]);
});

const questionsOf = (identity: Identity): string[] =>
  permissionsOf(identity, [0]).publish.filter((subject) => /^(\$JS\.API|border)\./.test(subject));
const ASKERS = OTHERS.filter((identity) => questionsOf(identity).length > 0);

it.each(ASKERS)('what %s makes the server say there is no event', async (identity) => {
  const before = received.length;
  const connection = await nats.connection(identity);
  const { append, notice } = forgery();
  for (const question of permissionsOf(identity, [0]).publish) {
    for (const place of RECEIVED) {
      for (const noted of [append, notice]) {
        // Where a trace of the message is to be sent.
        noted.set('Nats-Trace-Dest', place);
        for (const body of ['', '{"seq":1}', '{"seq":99}']) {
          connection.publish(question, body, { reply: place, headers: noted });
          connection.publish(question, body, { reply: place });
        }
      }
    }
  }
  await connection.flush();
  await publishNext();
  const named = received
    .slice(before)
    .filter(({ headers: found }) => found?.has('Nats-Msg-Id') === true);
  expect(named).toHaveLength(2);
});

it('some of that is heard: only its headers give it away', () => {
  expect(received.filter(({ headers: found }) => found === undefined).length).toBeGreaterThan(0);
});

it('the forgery is a good one: a user of the account without limits is believed, yet reaches no stream', async () => {
  const before = await stateOfEvents();
  const outsider = await nats.outsider();
  publishForgery(outsider);
  await outsider.flush();
  while (amounts.at(-1) !== FORGED_AMOUNT) await sleep(5);
  expect(await stateOfEvents()).toEqual(before);
});

async function stateOfEvents(): Promise<unknown> {
  const question = `$JS.API.STREAM.INFO.${eventStream}`;
  const answer = await engine.request(question, new Uint8Array(), 5_000);
  return Object(JSON.parse(answer.string())).state;
}
