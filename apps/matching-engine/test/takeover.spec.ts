/**
 * Two engines of one shard while users trade: a leader and a standby. Whatever happens to the leader, no answer is
 * lost, no command is carried out twice, no engine writes after another one's epoch, and no query is answered from a
 * stale state.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askForLeader, subjectsOf } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { writeFigures } from '@bellwether/local-services';
import type { ManagedProcess } from '@bellwether/local-services';
import type { Answer } from '@bellwether/exchange';
import { LEADER_ANSWER_MS, LEADER_ASK_INTERVAL_MS, LEADER_SILENCE_TIMEOUT_MS } from '../src/limits';
import { DueOrders, expectFiredInTime } from './due-orders';
import { makeEngineFolder, startEngineProcess } from './engine-process';
import type { EngineFolder } from './engine-process';
import { expectJournaled } from './expect-journaled';
import { signedOrder } from './incoming';
import { NatsUnderTest } from './nats-under-test';
import { TradingFloor } from './trading-floor';

const TAKEOVERS = Number(process.env['TAKEOVERS'] ?? 1);
const USERS = 4;
/** Delay between two orders of a user: the tests measure the takeover, not how fast signatures are made. */
const BETWEEN_ORDERS_MS = 5;

let nats: NatsUnderTest;
let bus: Bus;
let records: EngineFolder;
let floor: TradingFloor;
let shard = 0;
let leader: ManagedProcess;
let standby: ManagedProcess;

beforeAll(async () => {
  records = await makeEngineFolder();
  nats = await NatsUnderTest.start();
});
afterAll(async () => {
  await nats.stop();
  await records.remove();
});
beforeEach(async () => {
  shard++;
  bus = await nats.bus();
  leader = await startEngineProcess(records, nats.url, shard);
  standby = await startStandby();
  floor = await TradingFloor.open(bus, { shard, users: USERS });
});
afterEach(() => Promise.all([leader.stop(), standby.stop()]));

let names = 0;
const startStandby = (): Promise<ManagedProcess> =>
  startEngineProcess(records, nats.url, shard, {
    recordName: `engine-${shard}-${names++}`,
    isReady: (line) => /"msg":"(?:standing by|serving)"/.test(line),
  });

interface Trading {
  readonly answers: Map<string, Answer>;
  /** `performance.now()` at each answer to any user, in order. */
  readonly answeredMs: number[];
}

/** Each user sends its orders one by one, and repeats each until it is answered. */
async function trade(isOver: () => boolean): Promise<Trading> {
  const trading: Trading = { answers: new Map(), answeredMs: [performance.now()] };
  await Promise.all(
    floor.users.map(async (_user, number) => {
      for (let nonce = 1; !isOver(); nonce++) {
        const order = orderOf(number, nonce);
        trading.answers.set(`${number}/${nonce}`, await floor.sendUntilAnswered('order', order));
        trading.answeredMs.push(performance.now());
        await sleep(BETWEEN_ORDERS_MS);
      }
    }),
  );
  return trading;
}

const orderOf = (number: number, nonce: number) =>
  signedOrder(floor.users[number]!, {
    marketId: floor.marketId,
    nonce,
    outcome: number % 2 === 0 ? 'yes' : 'no',
    price: 5_000 + (nonce % 3),
    size: 2 + (nonce % 7),
  });

/** Queries the seq continuously. It must never decrease. @returns the number of answers */
async function watchSeq(isOver: () => boolean): Promise<number> {
  let highest = 0;
  let received = 0;
  while (!isOver()) {
    try {
      const { seq } = await floor.client.query(
        'status',
        {},
        { requestId: 'watch', timeoutMs: 500 },
      );
      expect(seq).toBeGreaterThanOrEqual(highest);
      highest = seq;
      received++;
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
    }
    await sleep(5);
  }
  return received;
}

/** The leader's epoch. Asks until an engine answers that it leads. */
async function epoch(): Promise<number> {
  for (;;) {
    const answer = await askForLeader(bus, shard, 200);
    if (typeof answer === 'object') return answer.epoch;
  }
}

/** Trades and queries while `happens` runs. Then everything must agree. @returns when orders were answered */
async function tradingWhile(happens: () => Promise<void>): Promise<readonly number[]> {
  let over = false;
  const trading = trade(() => over);
  const watching = watchSeq(() => over);
  await sleep(300);
  await happens();
  await sleep(300);
  over = true;
  const done = await trading;
  expect(await watching).toBeGreaterThan(0);
  await expectJournaled({ bus, shard, answers: done.answers, orderOf });
  return done.answeredMs;
}

/** The same, with orders that end and switches that fire meanwhile. */
async function tradingAndDueWhile(happens: () => Promise<void>): Promise<readonly number[]> {
  let due: DueOrders | undefined;
  const answeredMs = await tradingWhile(async () => {
    due = await DueOrders.place(floor);
    await happens();
    await due.fired();
  });
  await expectFiredInTime(due!, bus, shard);
  return answeredMs;
}

/** The longest time without an answer between each moment and the next, in whole milliseconds, shortest first. */
function pauses(answeredMs: readonly number[], momentsMs: readonly number[]): number[] {
  return momentsMs
    .map((from, index) => {
      const until = momentsMs[index + 1] ?? Infinity;
      const gaps = answeredMs.slice(1).map((ms, at) => {
        const before = answeredMs[at] ?? ms;
        return ms > from && before < until ? ms - before : 0;
      });
      return Math.round(Math.max(...gaps));
    })
    .toSorted((a, b) => a - b);
}

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

/** Resolves when the leader answers with that epoch or a later one. */
async function untilEpoch(wanted: number): Promise<void> {
  while ((await epoch()) < wanted) await sleep(20);
}

describe('two engines', () => {
  it('the second one stands by as long as it hears the first, whoever says that it hands over', async () => {
    await tradingWhile(async () => {
      // Any client with access to JetStream's API could make the server publish this.
      for (let said = 0; said < 15; said++) {
        bus.publish(subjectsOf(shard).handover, new Uint8Array());
        await sleep(100);
      }
    });
    expect(await epoch()).toBe(1);
  });

  it('one that stands by, freezes while it waits for an answer and wakes up finds the leader where it was', async () => {
    await tradingWhile(async () => {
      leader.kill('SIGSTOP');
      await sleep(LEADER_ASK_INTERVAL_MS + 50);
      standby.kill('SIGSTOP');
      leader.kill('SIGCONT');
      await sleep(LEADER_SILENCE_TIMEOUT_MS + LEADER_ANSWER_MS);
      standby.kill('SIGCONT');
      await sleep(1_000);
    });
    expect(await epoch()).toBe(1);
  });

  it('kill -9 of the leader: the other one leads, and what is due fires at its second', async () => {
    await tradingAndDueWhile(async () => {
      leader.kill('SIGKILL');
      await leader.exited;
      await untilEpoch(2);
    });
    expect(await epoch()).toBe(2);
  });

  it('a stop of the leader hands over, and the one that comes back stands by', async () => {
    await tradingWhile(async () => {
      await leader.stop();
      await untilEpoch(2);
      leader = await startStandby();
      await sleep(500);
    });
    expect(await epoch()).toBe(2);
  });

  it(`${TAKEOVERS} leaders that freeze and wake up: nothing of theirs is written or told any more, and what is due fires once`, async () => {
    const frozenMs: number[] = [];
    const answeredMs = await tradingAndDueWhile(async () => {
      for (let takeover = 1; takeover <= TAKEOVERS; takeover++) {
        const frozen = leader;
        frozenMs.push(performance.now());
        frozen.kill('SIGSTOP');
        await untilEpoch(1 + takeover);
        frozen.kill('SIGCONT');
        expect(await frozen.exited).toMatchObject({ code: 1 });
        leader = standby;
        standby = await startStandby();
        await sleep(200);
      }
    });
    // A machine that is busy with starting engines may keep a healthy leader silent for two seconds: one more is no fault.
    expect(await epoch()).toBeGreaterThanOrEqual(1 + TAKEOVERS);
    const withoutTradeMs = pauses(answeredMs, frozenMs);
    writeFigures('takeovers', {
      takeovers: TAKEOVERS,
      orders: answeredMs.length - 1,
      stale_writes: 0, // any other number fails the test
      ms_without_trade: {
        p50: quantile(withoutTradeMs, 0.5),
        p99: quantile(withoutTradeMs, 0.99),
        max: withoutTradeMs.at(-1),
      },
    });
  });

  it('a nats-server that dies and comes back makes no new leader, and nothing due is lost', async () => {
    await tradingAndDueWhile(async () => {
      await nats.crash();
      await sleep(1_500);
    });
    expect(await epoch()).toBeLessThanOrEqual(2);
  });
});
