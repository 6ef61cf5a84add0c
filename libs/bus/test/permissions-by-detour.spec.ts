/**
 * What the server's permissions cannot see, as the server itself does it for somebody: it answers wherever a request
 * says, and delivers wherever a consumer says. Receivers of messages must distinguish these from requests.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encode } from '@bellwether/codec';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { Bus } from '../src/connection/bus';
import { engineRequestLayout } from '../src/engine/engine-message';
import { serveEngine } from '../src/engine/engine-server';
import { EventPublisher } from '../src/events/event-publisher';
import { Journal } from '../src/journal/journal';
import { answerAsLeader } from '../src/engine/leadership';
import { RequestError } from '../src/rpc/request-mux';
import { subjectsOf } from '../src/subjects';
import { silent } from './nats-under-test';
import { NatsWithPermissions } from './nats-with-permissions';
import { thrownBy } from './thrown-by';

const { lane, leader, query, journalStream, plainJournal } = subjectsOf(0);
const NOTHING = new Uint8Array();

const halt = encode(engineRequestLayout, {
  version: 1,
  deadlineMs: Number.MAX_SAFE_INTEGER,
  requestId: 'forged',
  command: { kind: 'set_mode', mode: 'halted' },
});

let nats: NatsWithPermissions;
let engine: Bus;
let journalBus: Bus;
const commands: string[] = [];
const questions: string[] = [];
/** Whatever reached the engine, be it a request or not. */
const received: Pick<Msg, 'subject' | 'reply'>[] = [];

beforeAll(async () => {
  nats = await NatsWithPermissions.start();
  engine = await nats.bus('matching-engine');
  journalBus = await nats.bus('matching-engine-journal');
  const at = { bus: journalBus, log: silent };
  const journal = new Journal({ network: 'test', shard: 0 }, at);
  await journal.ensureStream();
  for await (const _ of journal.read()) continue;
  await journal.beginEpoch(1_000);
  const onBroken = (error: unknown): never => {
    throw error;
  };
  await new EventPublisher({ shard: 0 }, { ...at, onBroken }).open();
  answerAsLeader(engine, 0, () => ({ epoch: 1, seq: 1 }));
  await serveEngine(engine, 0, {
    onCommand: (incoming) => {
      commands.push(incoming.lane);
      incoming.fail('OVERLOADED');
    },
    onQuery: (incoming) => {
      questions.push(incoming.query.what);
      incoming.fail('OVERLOADED');
    },
  });
  for (const subject of [lane.admin, leader, query('status')]) {
    engine.subscribe(subject, (message) => received.push(message));
  }
  await engine.flush();
});
afterAll(() => nats.stop());
beforeEach(() => {
  for (const list of [commands, questions, received]) list.length = 0;
});

const journaled = async (): Promise<number> => {
  const subject = `$JS.API.STREAM.INFO.${journalStream}`;
  const info: unknown = JSON.parse((await journalBus.request(subject, NOTHING, 2_000)).string());
  return Object(info).state.messages;
};

/** The engine has received all that `connection` sent before. */
async function taken(connection: NatsConnection): Promise<void> {
  await connection.flush();
  await engine.flush();
}

describe('a request', () => {
  it('is answered to the one who asked', async () => {
    const gateway = await nats.bus('gateway');
    const answer = await gateway.request(lane.order, halt, 5_000);
    expect(answer.subject).toMatch(/^_INBOX_gateway\./);
    expect(commands).toEqual(['order']);
  });

  it('without permission fails at once, and reaches nobody', async () => {
    const gateway = await nats.bus('gateway');
    const error = await thrownBy(gateway.request(lane.admin, halt, 60_000));
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ failure: 'forbidden', neverSent: true });
    expect(received).toEqual([]);
  });

  it.each([
    ['a question', 'gateway', query('status')],
    ['who leads', 'matching-engine', leader],
  ] as const)('%s, with the journal as the place of its answer, gets none', async (_, who, on) => {
    const connection = await nats.connection(who);
    connection.publish(on, '{"requestId":"","params":{}}', { reply: plainJournal });
    await taken(connection);
    expect(received.map(({ reply }) => reply)).toEqual([plainJournal]);
    expect([questions, await journaled()]).toEqual([[], 2]);
  });
});
