/** Waiting for a view to show a command, over a real WebSocket. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { BellwetherError, ConnectionError, MarketStream } from '../src';
import { ScriptedStream, until } from './scripted-stream';

const MARKET = 'ab'.repeat(32);
const BOOK = `book:${MARKET}`;

let server: ScriptedStream;
let stream: MarketStream;

beforeEach(async () => {
  server = await ScriptedStream.start();
  stream = new MarketStream({ gatewayUrl: server.url, webSocket: WebSocket });
});
afterEach(async () => {
  stream.close();
  await server.stop();
});

const place = (seq: number) => ({ channel: BOOK, seq, timestamp: 1_000 + seq });
const subscribed = () =>
  server.say({ type: 'subscribed', id: null, channel: BOOK, resumed: false });
const snapshot = (seq: number) => {
  const data = {
    market_id: MARKET,
    status: 'active',
    yes: { bids: [], asks: [] },
    last_price: null,
  };
  server.say({ type: 'snapshot', ...place(seq), prev_seq: 0, data });
};
const update = (prev_seq: number, seq: number) =>
  server.say({ type: 'update', ...place(seq), prev_seq, data: { yes: { bids: [], asks: [] } } });
const heartbeat = (seq: number, sent: number) =>
  server.say({ type: 'heartbeat', time: 1, seq, lag: 0, channels: { [BOOK]: sent } });

/** Whether a promise is still open once everything that was sent has been read. */
async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  const heard = new Promise<void>((resolve) => void stream.on('error', () => resolve()));
  const error = { code: 'VALIDATION_FAILED', message: '', details: {}, retryable: false };
  server.say({ type: 'error', id: null, channel: null, error: { ...error, request_id: 'r' } });
  await heard;
  const open = Symbol('open');
  return (await Promise.race([promise, Promise.resolve(open)])) === open;
}

async function bookAt(seq: number) {
  const book = stream.book(MARKET);
  await until(() => server.heard.length > 0);
  subscribed();
  snapshot(seq);
  return book.ready();
}

describe('a view', () => {
  it('has reached what its snapshot and its updates show', async () => {
    const book = stream.book(MARKET);
    const before = book.reached(10);
    await until(() => server.heard.length > 0);
    subscribed();
    snapshot(10);
    expect(await before).toBe(book);
    const next = book.reached(12);
    expect(await isOpen(next)).toBe(true);
    update(10, 12);
    await next;
    await book.reached(11);
  });

  it('has reached a command that changes nothing in it with the second heartbeat after that', async () => {
    const book = await bookAt(10);
    const elsewhere = book.reached(15);
    heartbeat(15, 10);
    expect(await isOpen(elsewhere)).toBe(true);
    heartbeat(15, 10);
    await elsewhere;
    expect(book.seq).toBe(10);
  });

  it('has not reached what a heartbeat shows to be missing', async () => {
    const book = await bookAt(10);
    const next = book.reached(15);
    heartbeat(15, 10);
    heartbeat(16, 15);
    expect(await isOpen(next)).toBe(true);
    expect(book.isLive).toBe(false);
    await until(() => server.heard.length > 1);
    server.say({ type: 'subscribed', id: null, channel: BOOK, resumed: true });
    update(10, 15);
    await next;
  });

  it('is no longer there where a gateway that is behind gave it a snapshot', async () => {
    const book = await bookAt(10);
    heartbeat(20, 10);
    heartbeat(20, 10);
    await book.reached(20);
    snapshot(9);
    await until(() => book.seq === 9);
    expect(await isOpen(book.reached(10))).toBe(true);
  });

  it('gets a new snapshot where it is asked for one', async () => {
    const book = await bookAt(10);
    book.refresh();
    expect(book.isLive).toBe(false);
    const next = book.reached(15);
    await until(() => server.heard.length > 1);
    expect(server.heard[1]).toEqual({ op: 'subscribe', channels: [BOOK] });
    subscribed();
    snapshot(15);
    await next;
    expect(book.isLive).toBe(true);
  });

  it('that ends rejects, as does an abort, with its reason', async () => {
    const book = await bookAt(10);
    const aborting = new AbortController();
    const aborted = book.reached(11, { signal: aborting.signal });
    const ended = book.reached(11);
    const reason = new Error('enough');
    aborting.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    await expect(book.reached(11, { signal: aborting.signal })).rejects.toBe(reason);
    book.close();
    await expect(ended).rejects.toThrow(ConnectionError);
    await expect(ended).rejects.toThrow(`${BOOK} was closed before it reached 11`);
    await expect(book.reached(11)).rejects.toThrow(ConnectionError);
    expect(await book.reached(10)).toBe(book);
  });

  it('that the exchange refuses rejects with the refusal', async () => {
    const book = stream.book(MARKET);
    const reached = book.reached(1);
    await until(() => server.heard.length > 0);
    const error = { code: 'MARKET_NOT_FOUND', message: '', details: {}, retryable: false };
    server.say({ type: 'error', id: null, channel: BOOK, error: { ...error, request_id: 'r' } });
    await expect(reached).rejects.toMatchObject({ code: 'MARKET_NOT_FOUND' });
    await expect(book.reached(1)).rejects.toThrow(BellwetherError);
  });

  it('is live again after a lost connection, for who waits for that', async () => {
    const book = await bookAt(10);
    await book.live();
    server.end('cut');
    await until(() => !book.isLive);
    const again = book.live();
    await until(() => server.connections === 2 && server.heard.length > 1);
    server.say({ type: 'subscribed', id: null, channel: BOOK, resumed: true });
    await again;
    expect(book.isLive).toBe(true);
  });
});
