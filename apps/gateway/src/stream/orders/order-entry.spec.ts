/** The bound of operations under way on one connection. Each lane has its own, so that none blocks another. */
import { describe, expect, it } from 'vitest';
import { MAX_UNDER_WAY_PER_CONNECTION } from '@bellwether/api';
import type { OperationName } from '@bellwether/api';
import { Metrics, createLogger } from '@bellwether/runtime';
import { GatewayLimits } from '../../rate-limits/gateway-limits';
import type { OrderOperations } from '../../trading/order-operations';
import { HeldCancels } from './held-cancels';
import { OrderEntry } from './order-entry';

const log = createLogger({ service: 'test', level: 'silent' });

const KEY = new Uint8Array(32);
/** Of an order, a cancel and a cancel-all alike. */
const ANSWER = { user: KEY, marketId: KEY, builder: null, fills: [], cancelled: [] };

/** A connection whose operations are answered when the test says so. */
class Line {
  readonly answers: { id: string; status: number; body: { error?: { details: object } } }[] = [];
  readonly entry: OrderEntry;
  private readonly waiting: (() => void)[] = [];
  private last = 0;

  constructor() {
    const wait = () =>
      new Promise((resolve) => {
        this.waiting.push(() => resolve({ replayed: false, answer: ANSWER }));
      });
    const operations = {
      order: wait,
      cancel: wait,
      amend: wait,
      cancelAll: wait,
      batch: wait,
      cancelAfter: wait,
      redeem: wait,
    } as unknown as OrderOperations;
    const engine = { query: wait as never };
    const held = new HeldCancels({
      operations,
      engine,
      log,
      nowMs: () => 0,
      onFate: () => undefined,
    });
    this.entry = new OrderEntry(
      {
        operations,
        standings: { take: () => undefined },
        limits: new GatewayLimits(null),
        held,
        metrics: new Metrics({ service: 'test' }),
        log,
      },
      { address: 'a', requestId: 'r', send: (text) => this.answers.push(JSON.parse(text)) },
    );
  }

  /** @returns true if it was taken */
  take(op: OperationName): boolean {
    const id = `${op} ${++this.last}`;
    return this.entry.take({ op, id, body: () => ({}) as never });
  }

  /** @returns how many were taken */
  fill(op: OperationName): number {
    let taken = 0;
    while (taken <= 2 * MAX_UNDER_WAY_PER_CONNECTION && this.take(op)) taken++;
    return taken;
  }

  answerAll(): void {
    for (const answer of this.waiting.splice(0)) answer();
  }
}

describe('what is under way', () => {
  it('keeps out no cancel where it is orders, and no cancel-all where it is cancels', () => {
    const line = new Line();
    expect(line.fill('order')).toBe(MAX_UNDER_WAY_PER_CONNECTION);
    for (const op of ['order', 'amend', 'batch', 'redeem'] as const) {
      expect([op, line.take(op)]).toEqual([op, false]);
    }
    for (const op of ['cancel', 'cancel_after', 'cancel_all', 'keep_on_disconnect'] as const) {
      expect([op, line.take(op)]).toEqual([op, true]);
    }
    line.fill('cancel');
    expect(line.take('cancel_after')).toBe(false);
    expect(line.take('cancel_all')).toBe(true);
  });

  it.each(['order', 'cancel', 'cancel_all'] as const)(
    'is bounded: one %s too many is told the bound, and there is room when others are answered',
    async (op) => {
      const line = new Line();
      expect(line.fill(op)).toBe(MAX_UNDER_WAY_PER_CONNECTION);
      expect(line.answers).toMatchObject([
        {
          status: 429,
          body: {
            error: {
              code: 'RATE_LIMITED',
              details: {
                under_way: MAX_UNDER_WAY_PER_CONNECTION,
                max_under_way: MAX_UNDER_WAY_PER_CONNECTION,
              },
            },
          },
        },
      ]);
      line.answerAll();
      await line.entry.stop();
      expect(line.answers).toHaveLength(1 + MAX_UNDER_WAY_PER_CONNECTION);
    },
  );

  it('is waited for in every lane before the connection ends', async () => {
    const line = new Line();
    for (const op of ['order', 'cancel', 'cancel_all'] as const) line.take(op);
    let isOver = false;
    const over = line.entry.stop().then(() => (isOver = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    line.answerAll();
    await over;
    expect(line.answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});
