/** Messages between funding apps, in a real PostgreSQL: each is consumed once, whatever fails on the way. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault, InvariantViolation } from '@bellwether/errors';
import { encodeFundingMessage, fundingMessageSubject } from '@bellwether/funding';
import type { DeliveredFundingMessage, FundingMessage, FundingSender } from '@bellwether/funding';
import { Inbox, Outbox } from '@bellwether/persistence';
import type { Database } from '@bellwether/persistence';
import { Client } from 'pg';
import { expect, it, vi } from 'vitest';
import { twoProcesses } from '../../persistence/test/two-processes';
import { MAX_MESSAGES_WAITING, MESSAGES_SETTLED_MS } from '../src/limits';
import { MessageReader } from '../src/message-reader';

const both = twoProcesses();
const NOW_MS = Date.UTC(2026, 10, 25);
const CONSUMER = 'deposit-listener-transfers';

const messageOf = (n: number): FundingMessage => ({
  kind: 'transfer_sent',
  transferId: `t${n}`,
  direction: 'deposit',
  subjectId: new Uint8Array(32).fill(n),
  user: new Uint8Array(32).fill(1),
  sourceSignature: new Uint8Array(64).fill(n),
  sequence: n,
});
const numberOf = ({ message }: DeliveredFundingMessage): number =>
  message.kind === 'transfer_sent' ? message.sequence : 0;

interface Written {
  readonly app?: FundingSender;
  readonly subject?: string;
  readonly payload?: Uint8Array;
}

const INSERT = `INSERT INTO outbox (app, message_id, subject, payload, created_ms) VALUES ($1, $2, $3, $4, $5)`;
const valuesOf = (n: number, written: Written = {}): unknown[] => {
  const message = messageOf(n);
  const { app = 'bridge-relayer', subject = fundingMessageSubject(message) } = written;
  return [app, `m${n}`, subject, written.payload ?? encodeFundingMessage(message), NOW_MS];
};
const write = (n: number, written?: Written): Promise<unknown> =>
  both.db.rows(INSERT, valuesOf(n, written));

type Handle = (delivered: DeliveredFundingMessage) => Promise<void>;

/** A reader in one process; `logged` gets what it says of messages. */
function readerOf(
  handle: Handle,
  {
    database = both.db.database,
    now = () => Date.now(),
    logged = [],
  }: { database?: Database; now?: () => number; logged?: string[] } = {},
): MessageReader {
  const report = (_: object, text: string) => void logged.push(text);
  const log = { debug: report, info: report, warn: report, error: report } as never;
  const stores = { outbox: new Outbox(database, 'deposit-listener'), inbox: new Inbox(database) };
  return new MessageReader(
    { consumer: CONSUMER, reader: 'transfer-news', handle },
    { stores, log, now },
  );
}

/** Runs readers until `isDone`. */
async function readUntil(readers: readonly MessageReader[], isDone: () => boolean): Promise<void> {
  const stop = new AbortController();
  const running = readers.map((reader) => reader.run(stop.signal, () => undefined));
  while (!isDone()) await Promise.race([sleep(10), ...running]);
  stop.abort();
  await Promise.all(running);
}

const consumedIds = async (): Promise<unknown[]> =>
  (
    await both.db.rows('SELECT message_id FROM inbox WHERE consumer = $1 ORDER BY 1', [CONSUMER])
  ).map(({ message_id: id }) => id);

it('two processes consume all of them; what fails comes again, and the others go on meanwhile', async () => {
  for (let n = 1; n <= 60; n++) await write(n);
  const counted = new Map<number, number>();
  const handle =
    (database: Database): Handle =>
    async (delivered) => {
      const n = numberOf(delivered);
      if (n % 10 === 3 && delivered.delivery < 3) throw new Fault('retry', 'not now');
      // As a step does: what it changes and the mark are one transaction.
      const mark = { consumer: CONSUMER, messageId: delivered.messageId };
      if (await new Inbox(database).consume(mark, NOW_MS)) {
        counted.set(n, (counted.get(n) ?? 0) + 1);
      }
    };
  const { db, other } = both;
  const readers = [db.database, other].map((database) => readerOf(handle(database), { database }));
  await readUntil(readers, () => counted.size === 60);
  expect([...counted.values()]).toEqual(Array(60).fill(1));
});

it('poison, what cannot be read and what another app wrote is set aside or left; a new reader goes on behind it', async () => {
  await write(1);
  await write(2);
  await write(3, { payload: new Uint8Array([1]) });
  await write(4, { subject: 'funding.transfer.expired' });
  await write(5, { app: 'withdraw-worker' });
  await write(6);
  const logged: string[] = [];
  const handled: number[] = [];
  const handle: Handle = async (delivered) => {
    if (numberOf(delivered) === 2) throw new Fault('poison', 'never');
    handled.push(numberOf(delivered));
  };
  await readUntil([readerOf(handle, { logged })], () => handled.includes(6));
  expect(handled).toEqual([1, 6]);
  expect(logged).toEqual(Array(3).fill('message set aside'));
  expect(await consumedIds()).toEqual(['m1', 'm2', 'm3', 'm4', 'm6']);
  await write(7);
  await readUntil([readerOf(handle)], () => handled.includes(7));
  expect(handled).toEqual([1, 6, 7]);
});

it('one that is committed behind its successors is read', async () => {
  const handled: number[] = [];
  const handle: Handle = async (delivered) => void handled.push(numberOf(delivered));
  const late = new Client({ connectionString: both.db.url });
  await late.connect();
  await late.query('BEGIN');
  await late.query(INSERT, valuesOf(1));
  await write(2);
  const reader = readerOf(handle, { now: () => NOW_MS });
  await readUntil([reader], () => handled.includes(2));
  await late.query('COMMIT');
  await late.end();
  await readUntil([reader], () => handled.includes(1));
  expect(handled).toEqual([2, 1]);
});

it('passes over nothing when it settles: what waits comes an hour later, without what is behind it being read again', async () => {
  let nowMs = NOW_MS;
  let isAway = true;
  const handled: number[] = [];
  const handle: Handle = async (delivered) => {
    if (numberOf(delivered) === 2 && isAway) throw new Fault('retry', 'not yet');
    handled.push(numberOf(delivered));
  };
  for (const n of [1, 2, 3]) await write(n);
  const reader = readerOf(handle, { now: () => nowMs });
  await readUntil([reader], () => handled.length === 2);
  nowMs += 3 * MESSAGES_SETTLED_MS;
  await write(4);
  await readUntil([reader], () => handled.includes(4));
  const unread = vi.spyOn(Outbox.prototype, 'unread');
  isAway = false;
  nowMs += 3 * MESSAGES_SETTLED_MS;
  await readUntil([reader], () => handled.includes(2));
  expect(handled).toEqual([1, 3, 4, 2]);
  const [four] = await both.db.rows(`SELECT outbox_id FROM outbox WHERE message_id = 'm4'`);
  expect(unread.mock.lastCall?.[0].afterId).toBe(Number(four!['outbox_id']));
});

it('with more waiting than it has room for, it passes over none of those that it could not read', async () => {
  let nowMs = NOW_MS;
  let isAway = true;
  const handled: number[] = [];
  const handle: Handle = async (delivered) => {
    if (isAway) throw new Fault('retry', 'not yet');
    handled.push(Number(delivered.messageId.slice(1)));
  };
  const last = MAX_MESSAGES_WAITING + 1;
  const [app, , subject, payload] = valuesOf(1);
  await both.db.rows(
    `INSERT INTO outbox (app, message_id, subject, payload, created_ms)
     SELECT $1, 'm' || n, $2, $3, $4 FROM generate_series(1, $5::int) AS n`,
    [app, subject, payload, NOW_MS, last],
  );
  const logged: string[] = [];
  const reader = readerOf(handle, { now: () => nowMs, logged });
  await readUntil([reader], () => logged.length === MAX_MESSAGES_WAITING);
  // All are old now, and fail once more: then none of them is due.
  nowMs += 3 * MESSAGES_SETTLED_MS;
  const unread = vi.spyOn(Outbox.prototype, 'unread');
  let readings = Infinity;
  await readUntil([reader], () => {
    const isAgain = logged.length === 2 * MAX_MESSAGES_WAITING;
    if (isAgain && readings === Infinity) readings = unread.mock.calls.length + 2;
    return unread.mock.calls.length >= readings;
  });
  isAway = false;
  nowMs += 3 * MESSAGES_SETTLED_MS;
  await readUntil([reader], () => handled.length === last);
  expect(new Set(handled).size).toBe(last);
});

it('a broken invariant ends it', async () => {
  await write(1);
  const reader = readerOf(async () => {
    throw new InvariantViolation('never');
  });
  await expect(readUntil([reader], () => false)).rejects.toThrow(InvariantViolation);
  expect(await consumedIds()).toEqual([]);
});
