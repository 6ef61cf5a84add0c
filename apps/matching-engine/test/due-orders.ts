/**
 * Orders that end, and dead man's switches that fire, while something happens to the engines. However late the leader
 * is, each must fire once, in the first record of its second or of a later one, and before that record's commands.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Bus } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import type { Answer, Command, RequestLane } from '@bellwether/exchange';
import { signedCancelAfter, signedFullOrder, testUser } from './incoming';
import type { TestUser } from './incoming';
import { witness } from './journal-witness';
import { replyOf } from './trading-floor';
import type { TradingFloor } from './trading-floor';

/** Far from the numbers of the floor's own users. */
const [ENDING, SWITCHED, SAFE] = [1_000, 1_001, 1_002].map(testUser) as [
  TestUser,
  TestUser,
  TestUser,
];
/** One end in each of these seconds from its placing on. An engine that takes over needs one to four. */
const ENDS_SECONDS = [2, 3, 4, 5, 6];
const SWITCH_SECONDS = 5;
const FIRING = new Set(['expired', 'cancel_after']);

interface Due {
  readonly orderId: number;
  readonly reason: 'expired' | 'cancel_after';
  readonly dueMs: number;
}

export class DueOrders {
  private constructor(
    private readonly floor: TradingFloor,
    readonly due: readonly Due[],
    /** Of a user who set a switch and switched it off. */
    readonly safe: number,
  ) {}

  /** Places one order for each end, two under a switch, and one whose switch is off again. */
  static async place(floor: TradingFloor): Promise<DueOrders> {
    const send = (lane: RequestLane, command: Command): Promise<Answer> =>
      floor.sendUntilAnswered(lane, command);
    for (const [number, { user }] of [ENDING, SWITCHED, SAFE].entries()) {
      const credit = { kind: 'test_credit' as const, user, amount: 1_000_000_000 };
      await send('admin', { ...credit, reference: `due${number}` });
    }
    /** An order that fills nothing. On a busy machine its second may have passed: refused, and its nonce is unused. */
    const place = async (user: TestUser, nonce: number, seconds: number | null): Promise<Due> => {
      for (;;) {
        const expiresAt = seconds === null ? 0 : Math.ceil(Date.now() / 1_000) + seconds;
        const terms = { marketId: floor.marketId, nonce, price: 1_000, size: 10, expiresAt };
        const answer = await send('order', signedFullOrder(user, terms));
        if (expiresAt > 0 && answer.reply.body.kind === 'refused') continue;
        const { orderId } = replyOf('order', answer).order;
        return { orderId, reason: 'expired', dueMs: expiresAt * 1_000 };
      }
    };
    const switchOf = async (user: TestUser, seconds: number, nonce: number) =>
      replyOf('cancel_after', await send('cancel', signedCancelAfter(user, { seconds, nonce })));
    const due: Due[] = [];
    const safe = await place(SAFE, 1, null);
    await switchOf(SAFE, SWITCH_SECONDS, 1);
    await switchOf(SAFE, 0, 2);
    const switched = [await place(SWITCHED, 1, null), await place(SWITCHED, 2, null)];
    const { dueMs } = await switchOf(SWITCHED, SWITCH_SECONDS, 1);
    for (const { orderId } of switched)
      due.push({ orderId, reason: 'cancel_after', dueMs: dueMs! });
    for (const [index, seconds] of ENDS_SECONDS.entries())
      due.push(await place(ENDING, index + 1, seconds));
    return new DueOrders(floor, due, safe.orderId);
  }

  /** Until the clock is past all of them. */
  async past(): Promise<void> {
    const lastMs = Math.max(...this.due.map(({ dueMs }) => dueMs));
    while (Date.now() <= lastMs) await sleep(20);
  }

  /** Until the leader shows none of them open. Nothing but the journal's time ends them. */
  async fired(): Promise<void> {
    for (const { user } of [ENDING, SWITCHED])
      while ((await this.openOf(user)) !== 0) await sleep(20);
  }

  /** Undefined while no engine answers. */
  private async openOf(user: Uint8Array): Promise<number | undefined> {
    try {
      const options = { requestId: 'due', timeoutMs: 1_000 };
      const { view } = await this.floor.client.query('orders', { user, limit: 10 }, options);
      return view.orders.length;
    } catch (error) {
      if (error instanceof CodedError) return undefined;
      throw error;
    }
  }
}

/** Compares the journal, as the test replays it, with what was promised. */
export async function expectFiredInTime(
  { due, safe }: Pick<DueOrders, 'due' | 'safe'>,
  bus: Bus,
  shard: number,
): Promise<void> {
  const { exchange, records, events } = await witness(bus, shard);
  const withCommands = records.filter(({ commands }) => commands.length > 0);
  const ended = events.flatMap(({ seq, index, timestampMs, event }) =>
    event.kind === 'order_cancelled' && FIRING.has(event.reason)
      ? [{ seq, index, timestampMs, orderId: event.orderId, reason: event.reason }]
      : [],
  );
  const wanted = due.map(({ orderId, reason, dueMs }) => {
    const { timestampMs, firstSeq } = withCommands.find((record) => record.timestampMs >= dueMs)!;
    return { seq: firstSeq, timestampMs, orderId, reason };
  });
  const byOrder = (a: { orderId: number }, b: { orderId: number }) => a.orderId - b.orderId;
  expect(
    ended
      .map(({ seq, timestampMs, orderId, reason }) => ({ seq, timestampMs, orderId, reason }))
      .toSorted(byOrder),
  ).toEqual(wanted.toSorted(byOrder));
  // Before the command with whose time they fired.
  for (const seq of new Set(ended.map((fired) => fired.seq))) {
    const places = ended.filter((fired) => fired.seq === seq).map(({ index }) => index);
    expect(places).toEqual(places.map((_, place) => place));
  }
  const left = exchange.openOrders(SAFE.user, { limit: 10 });
  expect(left.map(({ orderId }) => orderId)).toEqual([safe]);
  expect(exchange.checkInvariants()).toEqual([]);
}
