/**
 * Actions that a holder of an app's key can make the server itself do. It answers its API, and delivers for consumers,
 * on any requested subject: on those of its API too, without a check of permissions there. So the streams of the engine
 * are in an account that no other app is a user of. Here every identity tries all that it may ask for, with every such
 * address.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Bus } from '../src/connection/bus';
import { BEFORE_ALL_EVENTS } from '../src/events/event-offset';
import { consumeEvents } from '../src/events/event-consumer';
import { EventPublisher } from '../src/events/event-publisher';
import { Journal } from '../src/journal/journal';
import { accountOf } from '../src/permissions/accounts';
import { permissionsOf } from '../src/permissions/permissions-of';
import { IDENTITIES } from '../src/permissions/rights';
import type { Identity } from '../src/permissions/rights';
import { subjectsOf } from '../src/subjects';
import { silent } from './nats-under-test';
import { NatsWithPermissions } from './nats-with-permissions';

const { journalStream, eventStream, plainJournal, events, storedEvents } = subjectsOf(0);
/** Who writes the journal could also be made to destroy it. */
const OTHERS = IDENTITIES.filter((identity) => accountOf(identity) !== 'JOURNAL');
/** Of these alone the server takes requests that it answers by itself. */
const ASKERS = OTHERS.filter((identity) => questionsOf(identity).length > 0);

let nats: NatsWithPermissions;
let engine: Bus;
let before = '';
/** Addresses of answers, with the journal's own subject, as if they knew it. */
let targets: string[] = [];

beforeAll(async () => {
  nats = await NatsWithPermissions.start();
  engine = await nats.bus('matching-engine-journal');
  const at = { bus: engine, log: silent };
  const journal = new Journal({ network: 'test', shard: 0 }, at);
  await journal.ensureStream();
  for await (const _ of journal.read()) continue;
  await journal.beginEpoch(1_000);
  const onBroken = (error: unknown): never => {
    throw error;
  };
  const publisher = new EventPublisher({ shard: 0 }, { ...at, onBroken });
  await publisher.open();
  const event = { kind: 'credited', user: new Uint8Array(32), amount: 1, reference: '' } as const;
  publisher.publish([{ seq: 1, index: 0, timestampMs: 1, event }]);
  await publisher.whenIdle();
  const { subjects } = (await infoOf(journalStream)).config;
  const ofStream = (stream: string): string[] =>
    ['DELETE', 'PURGE', 'UPDATE', 'MSG.DELETE', 'CREATE'].map(
      (operation) => `$JS.API.STREAM.${operation}.${stream}`,
    );
  const written = [...subjects, plainJournal, 'journal.0.*', events, 'events.0.other'];
  targets = [...ofStream(journalStream), ...ofStream(eventStream), ...written, storedEvents];
  before = await stateOfStreams();
});
afterAll(() => nats.stop());

interface StreamInfo {
  readonly config: { readonly subjects: readonly string[] };
  readonly state: object;
}

async function infoOf(stream: string): Promise<StreamInfo> {
  const answer = await engine.request(`$JS.API.STREAM.INFO.${stream}`, new Uint8Array(), 5_000);
  return Object(JSON.parse(answer.string())) as StreamInfo;
}

/** All but how many consumers there are just now, and what the time is. */
const stateOfStreams = async (): Promise<string> =>
  JSON.stringify(
    await Promise.all(
      [journalStream, eventStream].map(async (stream) => {
        const { config, state } = await infoOf(stream);
        return { config, state: { ...state, consumer_count: 0 } };
      }),
    ),
  );

/** What an identity may ask of a stream; of those at a border the server knows them by another name. */
function questionsOf(identity: Identity): string[] {
  return permissionsOf(identity, [0]).publish.filter(
    (subject) => /^(\$JS\.API|border)\.[^*]+$/.test(subject) && !subject.includes('.CONSUMER.'),
  );
}

/** Resolves when the server has answered everything that this connection asked before. */
async function answered(connection: NatsConnection, identity: Identity): Promise<void> {
  const inbox = `_INBOX_${identity}.settled`;
  const [question = ''] = questionsOf(identity);
  await new Promise<void>((resolve) => {
    connection.subscribe(inbox, { max: 1, callback: () => resolve() });
    connection.publish(question, '', { reply: inbox });
  });
}

describe('by reply address: API of another stream, or its subject', () => {
  it('is tried by all who may ask anything', () => {
    expect(ASKERS).toEqual([
      'journal-archiver',
      'projector',
      'gateway',
      'gateway-admin',
      'deposit-listener',
      'withdraw-worker',
      'replay',
    ]);
    // The others have no right by which the server answers or delivers.
    expect(permissionsOf('matching-engine', [0]).publish.join()).not.toContain('$JS');
    expect(permissionsOf('signer', [0]).publish.join()).not.toContain('$JS');
    expect(permissionsOf('bridge-relayer', [0]).publish).toEqual([]);
  });

  it.each(ASKERS)('%s changes nothing by what it may ask', async (identity) => {
    const connection = await nats.connection(identity);
    for (const question of questionsOf(identity)) {
      for (const reply of targets) {
        for (const body of ['', '{"seq":1}', '{"seq":99}']) {
          connection.publish(question, body, { reply });
        }
      }
    }
    await answered(connection, identity);
    expect(await stateOfStreams()).toBe(before);
  });

  it.each(OTHERS)('%s may make and read no consumer', (identity) => {
    const { publish } = permissionsOf(identity, [0]);
    expect(publish.filter((subject) => /CONSUMER|ACK/.test(subject))).toEqual([]);
  });
});

it('a reader that is told of events which there are not goes on with those that there are', async () => {
  const gateway = await nats.bus('gateway');
  const thief = await nats.connection('deposit-listener');
  const stop = new AbortController();
  const seqs: number[] = [];
  const options = { shard: 0, after: BEFORE_ALL_EVENTS, signal: stop.signal };
  const reading = consumeEvents(options, { bus: gateway, log: silent }, (batches) => {
    for (const { batch } of batches) seqs.push(...batch.events.map(({ seq }) => seq));
  });
  while (seqs.length === 0) await sleep(10);
  for (const question of questionsOf('deposit-listener')) {
    for (const body of ['', '{"seq":1}', '{"seq":99}']) {
      thief.publish(question, body, { reply: storedEvents });
    }
  }
  await answered(thief, 'deposit-listener');
  const onBroken = (): void => undefined;
  const publisher = new EventPublisher({ shard: 0 }, { bus: engine, log: silent, onBroken });
  await publisher.open();
  const event = { kind: 'credited', user: new Uint8Array(32), amount: 1, reference: '' } as const;
  publisher.publish([{ seq: 2, index: 0, timestampMs: 2, event }]);
  while (seqs.length < 2) await sleep(10);
  stop.abort();
  await reading;
  expect(seqs).toEqual([1, 2]);
});

it('the way is one where nothing is in between: of its own account the server does as it is told', async () => {
  const identity = 'matching-engine-journal';
  const connection = await nats.connection(identity);
  const question = `$JS.API.CONSUMER.CREATE.${journalStream}`;
  const config = { deliver_policy: 'new', ack_policy: 'none', inactive_threshold: 60_000_000_000 };
  const options = { noMux: true, reply: `_INBOX_${identity}.made`, timeout: 5_000 };
  const body = JSON.stringify({ stream_name: journalStream, config });
  const made: unknown = JSON.parse((await connection.request(question, body, options)).string());
  const pull = `$JS.API.CONSUMER.MSG.NEXT.${journalStream}.${Object(made).name}`;
  // "No messages": empty, as a request to delete is.
  const reply = `$JS.API.STREAM.DELETE.${journalStream}`;
  connection.publish(pull, JSON.stringify({ batch: 1, no_wait: true }), { reply });
  const look = `$JS.API.STREAM.INFO.${journalStream}`;
  let answer = '';
  while (!answer.includes('error')) {
    await sleep(20);
    answer = (await engine.request(look, new Uint8Array(), 5_000)).string();
  }
  expect(answer).toContain('stream not found');
});
