import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectBus } from '../src/connection/connect-bus';
import type { Bus } from '../src/connection/bus';
import { MAX_ANSWER_BYTES } from '../src/limits';
import { partsOf } from '../src/rpc/answer-parts';
import { RequestError, RequestMux } from '../src/rpc/request-mux';
import { NatsUnderTest, silent } from './nats-under-test';
import { thrownBy } from './thrown-by';

let nats: NatsUnderTest;
let bus: Bus;

beforeAll(async () => {
  nats = await NatsUnderTest.start();
});
afterAll(() => nats.stop());
beforeEach(async () => {
  bus = await nats.bus({ maxOutstandingRequests: 100 });
});
afterEach(() => bus.close());

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const failureOf = async (request: Promise<unknown>): Promise<string> => {
  const error = await thrownBy(request);
  return error instanceof RequestError ? error.failure : `${String(error)} is no RequestError`;
};

describe('a request', () => {
  it('gets the answer to itself, also when the answers come in another order', async () => {
    const replies: (() => void)[] = [];
    bus.subscribe('echo', (message) => {
      replies.push(() => message.respond(message.data));
      if (replies.length === 100) for (const reply of replies.toReversed()) reply();
    });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => bus.request('echo', bytes(`${i}`), 2_000)),
    );
    expect(answers.map((answer) => answer.string())).toEqual(
      Array.from({ length: 100 }, (_, i) => `${i}`),
    );
    expect(bus.outstandingRequests).toBe(0);
  });

  it('fails at once where nobody listens', async () => {
    expect(await failureOf(bus.request('nobody', bytes(''), 60_000))).toBe('no_responders');
  });

  it('times out, and a later answer finds nobody', async () => {
    const late: (() => void)[] = [];
    bus.subscribe('slow', (message) => late.push(() => message.respond(bytes('late'))));
    expect(await failureOf(bus.request('slow', bytes(''), 50))).toBe('timeout');
    for (const answer of late) answer();
    await bus.flush();
    expect(bus.outstandingRequests).toBe(0);
  });

  it('is refused above the limit of requests under way, and allowed again below it', async () => {
    const waiting: (() => void)[] = [];
    bus.subscribe('slow', (message) => waiting.push(() => message.respond(bytes('done'))));
    const requests = Array.from({ length: 100 }, () => bus.request('slow', bytes(''), 5_000));
    expect(await failureOf(bus.request('slow', bytes(''), 5_000))).toBe('too_many');
    await bus.flush();
    for (const answer of waiting) answer();
    await Promise.all(requests);
    expect(await failureOf(bus.request('nobody', bytes(''), 5_000))).toBe('no_responders');
  });

  it('of the turn in which the connection broke was not sent, and never is', async () => {
    const received: string[] = [];
    bus.subscribe('echo', (message) => received.push(message.string()));
    const mux = new RequestMux(bus.connection);
    const unsent = failureOf(mux.request('echo', bytes('unsent'), 60_000));
    mux.disconnected();
    expect(await unsent).toBe('not_connected');
    const sent = failureOf(mux.request('echo', bytes('sent'), 60_000));
    mux.send();
    mux.disconnected();
    expect(await sent).toBe('disconnected');
    await bus.flush();
    expect(received).toEqual(['sent']);
    mux.close();
  });

  it('is answered in parts where the answer is larger than a message, whole and once', async () => {
    const large = Buffer.alloc(3 * 1024 * 1024 + 1, 'of a batch with many fills, ');
    bus.subscribe('large', (message) => void bus.publish(message.reply ?? '', large));
    const answers = await Promise.all([1, 2, 3].map(() => bus.request('large', bytes(''), 5_000)));
    for (const { data } of answers) expect(Buffer.compare(data, large)).toBe(0);
    expect(bus.outstandingRequests).toBe(0);
  });

  it('has no answer where a part of it was lost', async () => {
    const large = Buffer.alloc(2 * 1024 * 1024, 'x');
    let count = 0;
    bus.subscribe('lossy', ({ reply = '' }) => {
      for (const { data, headers } of partsOf(large) ?? [])
        if (++count !== 2) bus.connection.publish(reply, data, headers && { headers });
    });
    expect(await failureOf(bus.request('lossy', bytes(''), 300))).toBe('timeout');
  });

  it('whose answer nobody would take goes unanswered, and whoever sent it goes on', async () => {
    let isSent = true;
    bus.subscribe('vast', ({ reply = '' }) => {
      isSent = bus.publish(reply, new Uint8Array(MAX_ANSWER_BYTES + 1));
    });
    expect(await failureOf(bus.request('vast', bytes(''), 300))).toBe('timeout');
    expect(isSent).toBe(false);
  });

  it('that is too large for the server is refused without disturbing others', async () => {
    bus.subscribe('echo', (message) => void message.respond(message.data));
    await expect(bus.request('echo', new Uint8Array(2 * 1024 * 1024), 2_000)).rejects.toThrow(
      /max_payload/,
    );
    expect((await bus.request('echo', bytes('small'), 2_000)).string()).toBe('small');
    expect(bus.outstandingRequests).toBe(0);
  });
});

describe('a broken connection', () => {
  it('fails what is under way as unknown and what comes after as not sent, then heals', async () => {
    bus.subscribe('silent', () => {});
    bus.subscribe('echo', (message) => void message.respond(message.data));
    const underWay = failureOf(bus.request('silent', bytes(''), 60_000));
    await bus.flush();
    await nats.kill();
    expect(await underWay).toBe('disconnected');
    expect(bus.connected).toBe(false);
    expect(await failureOf(bus.request('echo', bytes(''), 60_000))).toBe('not_connected');
    expect(bus.publish('echo', bytes(''))).toBe(false);
    await nats.restart();
    await bus.whenConnected();
    // The subscription came back with the connection.
    expect((await bus.request('echo', bytes('again'), 2_000)).string()).toBe('again');
  });

  it('lets a waiting caller go when its signal is aborted, and when the bus is closed', async () => {
    await nats.kill();
    while (bus.connected) await sleep(5);
    const stop = new AbortController();
    const aborted = thrownBy(bus.whenConnected(stop.signal));
    const closed = thrownBy(bus.whenConnected());
    stop.abort();
    expect(await aborted).toMatchObject({ name: 'AbortError' });
    await bus.close();
    expect(await closed).toBeInstanceOf(RequestError);
    await nats.restart();
  });

  it('at the start is waited for', async () => {
    const { url } = nats;
    await nats.kill();
    const connecting = connectBus({ servers: url, name: 'early', log: silent });
    await sleep(300);
    await nats.restart();
    const early = await connecting;
    expect(early.connected).toBe(true);
    await early.close();
  });
});

describe('closing', () => {
  it('hands over what was published before', async () => {
    const other = await nats.bus();
    const received: string[] = [];
    other.subscribe('last', (message) => received.push(message.string()));
    await other.flush();
    for (let i = 0; i < 100; i++) bus.publish('last', bytes(`${i}`));
    await bus.close();
    await other.flush();
    expect(received).toHaveLength(100);
    expect(bus.connected).toBe(false);
    await other.close();
  });

  it('fails what is under way', async () => {
    bus.subscribe('silent', () => {});
    const underWay = failureOf(bus.request('silent', bytes(''), 60_000));
    await bus.close();
    expect(await underWay).toBe('disconnected');
  });
});
