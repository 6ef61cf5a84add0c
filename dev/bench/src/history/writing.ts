/**
 * What it costs to write orders after many stored rows: the projection itself, a thousand orders a transaction, of
 * users with history.
 */
import type { ExchangeEvent, SequencedEvent } from '@bellwether/exchange';
import { Projection, historyPartOf, openDatabase } from '@bellwether/persistence';
import type { StreamedBatch } from '@bellwether/persistence';
import type { Client } from 'pg';
import { cpuOf } from '../harness/processes';
import { mediansOf } from '../harness/statistics';
import { RecordedEvents } from './recorded-events';
import { USERS, userKey } from './world';

/** Pairs of users, each in a market of its own. */
const PAIRS = 1_000;
/** Not a divisor of the number of users, so the pairs' users are spread over all. */
const USER_STRIDE = 23;
const ORDERS_A_TRANSACTION = 1_000;
const TRANSACTIONS_A_ROUND = 10;
const ROUNDS = 5;
const SHARD = 0;

/** The PostgreSQL server that is measured. */
export interface Measured {
  readonly url: string;
  /** PostgreSQL's first process. */
  readonly pid: number;
  readonly client: Client;
}

/**
 * The first round is a warm-up. It follows a checkpoint, so that each page that changes goes into the WAL whole, once.
 */
export async function measureWriting({ url, pid, client }: Measured) {
  const last = await lastIds(client);
  const recorded = new RecordedEvents(PAIRS, {
    name: `after ${last.seq}`,
    userKey: (number) => userKey((number * USER_STRIDE) % USERS),
  });
  const database = openDatabase({ url, poolMax: 1, log: { warn: () => {} } });
  const projection = new Projection(database, SHARD);
  await client.query(MAKE_CURSOR, [SHARD, last.seq]);
  const { streamSequence } = await projection.cursor();
  const stream = new Stream(last, streamSequence);
  for (const events of inParts(recorded.setUp, ORDERS_A_TRANSACTION)) {
    await projection.apply([stream.next(events)]);
  }
  await client.query('CHECKPOINT');
  const rounds = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const batches = Array.from({ length: TRANSACTIONS_A_ROUND }, () =>
      stream.next(recorded.next(ORDERS_A_TRANSACTION).flat()),
    );
    const written = await measured(pid, client, async () => {
      for (const batch of batches) await projection.apply([batch]);
    });
    if (round > 0) rounds.push(written);
  }
  await database.close();
  const orders = ROUNDS * TRANSACTIONS_A_ROUND * ORDERS_A_TRANSACTION;
  const { postgresUs, projectionUs, walBytes } = mediansOf(rounds);
  return { orders, postgresUs, projectionUs, walBytes };
}

/** CPU used so far by PostgreSQL, whose first process is `pid`, and by this process, in microseconds. */
export function cpuNow(pid: number): { readonly postgresUs: number; readonly clientUs: number } {
  const { postgres = 0 } = cpuOf({ postgres: [pid] });
  const { user, system } = process.cpuUsage();
  return { postgresUs: postgres * 1_000, clientUs: user + system };
}

async function measured(pid: number, client: Client, write: () => Promise<void>) {
  const [cpuBefore, walBefore] = [cpuNow(pid), await walSoFar(client)];
  await write();
  const [cpu, wal] = [cpuNow(pid), await walSoFar(client)];
  const orders = TRANSACTIONS_A_ROUND * ORDERS_A_TRANSACTION;
  return {
    postgresUs: (cpu.postgresUs - cpuBefore.postgresUs) / orders,
    projectionUs: (cpu.clientUs - cpuBefore.clientUs) / orders,
    walBytes: (wal - walBefore) / orders,
  };
}

async function walSoFar(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes`,
  );
  return Number(rows[0]?.bytes);
}

interface LastIds {
  readonly seq: number;
  readonly orderId: number;
  readonly tradeId: number;
}

async function lastIds(client: Client): Promise<LastIds> {
  const { rows } = await client.query<{ seq: string; order_id: string; trade_id: string }>(
    `SELECT GREATEST((SELECT max(seq) FROM trades), (SELECT max(seq) FROM projection_cursor)) AS seq,
       (SELECT max(order_id) FROM orders) AS order_id, (SELECT max(trade_id) FROM trades) AS trade_id`,
  );
  const [row] = rows;
  return {
    seq: Number(row?.seq),
    orderId: Number(row?.order_id),
    tradeId: Number(row?.trade_id),
  };
}

/** History as it stands, without positions and revenue of earlier trades. */
const MAKE_CURSOR = `
  INSERT INTO projection_cursor (shard, stream_sequence, seq, event_index, timestamp_ms)
  VALUES ($1, 0, $2, 0, 0) ON CONFLICT DO NOTHING`;

/** Messages that continue the stored rows: the engine that recorded the events counted from one. */
class Stream {
  private place = { seq: 0, index: 0 };

  constructor(
    private readonly last: LastIds,
    private streamSequence: number,
  ) {
    this.place = { seq: last.seq, index: 0 };
  }

  next(recorded: readonly SequencedEvent[]): StreamedBatch {
    const events = recorded.map((event) => ({
      ...event,
      seq: event.seq + this.last.seq,
      event: this.continued(event.event),
    }));
    const { seq: previousSeq, index: previousIndex } = this.place;
    const end = events.at(-1)!;
    this.place = { seq: end.seq, index: end.index };
    const batch = historyPartOf({ previousSeq, previousIndex, events });
    return { streamSequence: ++this.streamSequence, batch };
  }

  /** With nonces that the users have not used. */
  private continued(event: ExchangeEvent): ExchangeEvent {
    const { orderId: order, seq, tradeId: trade } = this.last;
    switch (event.kind) {
      case 'order_accepted': {
        const { orderId, nonce } = event.order;
        const placed = {
          orderId: orderId + order,
          nonce: nonce + order,
          seq: event.order.seq + seq,
        };
        return { ...event, order: { ...event.order, ...placed } };
      }
      case 'order_cancelled':
        return { ...event, orderId: event.orderId + order };
      case 'trade': {
        const { tradeId, makerOrderId, takerOrderId } = event.fill;
        const fill = {
          tradeId: tradeId + trade,
          makerOrderId: makerOrderId + order,
          takerOrderId: takerOrderId + order,
        };
        return { ...event, fill: { ...event.fill, ...fill } };
      }
      default:
        return event;
    }
  }
}

function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  const parts = Math.ceil(items.length / size);
  return Array.from({ length: parts }, (_, part) => items.slice(part * size, (part + 1) * size));
}
