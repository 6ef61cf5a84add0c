/**
 * Positions in PostgreSQL beside a real exchange under random commands: equal to a fold written only for this test, to
 * the ledger, and to the exchange's own contracts; also where they were taken in from history that was there before.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toHex } from '@bellwether/codec';
import { postingsOf } from '@bellwether/exchange';
import type { SequencedEvent } from '@bellwether/exchange';
import { Random } from '@bellwether/seeded-random';
import { LedgerHistory } from '../src/history/ledger-history';
import { PositionHistory } from '../src/history/position-history';
import type { PositionFilter, StoredPosition } from '../src/history/position-history';
import { Projection } from '../src/projection/projection';
import { batchesOf, key32 } from './event-script';
import { startTestServer } from './test-database';
import type { TestDatabase, TestServer } from './test-database';
import { TradingUsers, USERS } from './trading-users';

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
const COMMANDS = Number(process.env['TEST_COMMANDS'] ?? 600);

let server: TestServer;
let trading: TradingUsers;
/** Of the whole history. */
let whole: TestDatabase;
let positions: PositionHistory;

beforeAll(async () => {
  server = await startTestServer();
  trading = new TradingUsers(SEED);
  for (let command = 0; command < COMMANDS; command++) trading.next();
  whole = await server.database();
  positions = new PositionHistory(whole.database);
  const projection = new Projection(whole.database, 0);
  const random = new Random(SEED);
  for (let left = batchesOf(trading.events, [...trading.randomSizes(random)]); left.length > 0;) {
    await projection.apply(left.splice(0, 1 + random.index(40)));
  }
});
afterAll(() => server.stop());

async function all(user: Uint8Array, filter: PositionFilter, limit: number) {
  const found: StoredPosition[] = [];
  for (let before: number | undefined; ;) {
    const page = await positions.ofUser(user, filter, { before, limit });
    found.push(...page.items);
    if (!page.hasMore) return found;
    before = page.items.at(-1)?.openedSeq;
  }
}

interface NaivePosition {
  readonly user: string;
  readonly market: string;
  readonly openedSeq: number;
  updatedSeq: number;
  yes: bigint;
  yesCost: bigint;
  no: bigint;
  noCost: bigint;
  realised: bigint;
  /** What the ledger says of the user in this market. */
  posted: number;
}

/** Statement by statement, in rational numbers whose floor stays. */
function naivePositions(events: readonly SequencedEvent[]): NaivePosition[] {
  const found = new Map<string, NaivePosition>();
  const at = (user: Uint8Array, marketId: Uint8Array, seq: number): NaivePosition => {
    const [owner, market] = [toHex(user), toHex(marketId)];
    const known = found.get(owner + market);
    const none = { yes: 0n, yesCost: 0n, no: 0n, noCost: 0n, realised: 0n, posted: 0 };
    const position = known ?? { user: owner, market, openedSeq: seq, updatedSeq: seq, ...none };
    position.updatedSeq = seq;
    found.set(owner + market, position);
    return position;
  };
  /** @param contracts below 0: they go */
  const move = (
    position: NaivePosition,
    outcome: 'yes' | 'no',
    contracts: number,
    value: number,
  ): void => {
    const cost = `${outcome}Cost` as const;
    const size = BigInt(contracts);
    if (contracts > 0) position[cost] += BigInt(value);
    else {
      const left = (position[cost] * (position[outcome] + size)) / position[outcome];
      position.realised += BigInt(value) - (position[cost] - left);
      position[cost] = left;
    }
    position[outcome] += size;
  };
  for (const { event, seq } of events) {
    if (event.kind === 'trade') {
      const { fill, marketId } = event;
      for (const [user, outcome, side, price] of [
        [fill.taker, fill.outcome, fill.takerSide, fill.price],
        [fill.maker, fill.makerOutcome, fill.makerSide, fill.makerPrice],
      ] as const) {
        const sign = side === 'buy' ? 1 : -1;
        const value = fill.quantity * price * 100;
        move(at(user, marketId, seq), outcome, sign * fill.quantity, value);
      }
    } else if (event.kind === 'redeemed') {
      const position = at(event.user, event.marketId, seq);
      move(position, 'yes', -event.size, event.paidMicroUsdc);
      move(position, 'no', -event.size, 0);
    } else if (event.kind === 'payout') {
      const position = at(event.user, event.marketId, seq);
      if (position.yes > 0n) move(position, 'yes', -event.yesContracts, 0);
      if (position.no > 0n) move(position, 'no', -event.noContracts, 0);
      position.realised += BigInt(event.paidMicroUsdc);
    } else continue;
    for (const { account, owner, amount } of postingsOf(event)) {
      const position = found.get(toHex(owner) + toHex(event.marketId));
      if (account === 'user' && position !== undefined) position.posted += amount;
    }
  }
  return [...found.values()];
}

const namesOf = (one: StoredPosition, user: Uint8Array) => ({
  user: toHex(user),
  market: toHex(one.marketId),
  openedSeq: one.openedSeq,
  updatedSeq: one.updatedSeq,
  yes: BigInt(one.yesContracts),
  yesCost: BigInt(one.yesCost),
  no: BigInt(one.noContracts),
  noCost: BigInt(one.noCost),
  realised: BigInt(one.realised!),
  posted: one.realised! - one.yesCost - one.noCost - one.fees,
});

const keys = Array.from({ length: USERS }, (_, number) => key32(number + 1));

describe(`positions (seed ${SEED})`, () => {
  it('are what a naive fold of all events makes, and the ledger: of each user, newest first', async () => {
    const naive = naivePositions(trading.events);
    expect(naive.some(({ yes, no }) => yes + no > 0n)).toBe(true);
    for (const user of keys) {
      const expected = naive
        .filter((one) => one.user === toHex(user))
        .toSorted((one, other) => other.openedSeq - one.openedSeq);
      const found = await all(user, {}, 1_000);
      expect(found.map((one) => namesOf(one, user))).toEqual(expected);
      for (const one of found) {
        const { yes, no } = trading.exchange.position(user, one.marketId);
        expect([one.yesContracts, one.noContracts]).toEqual([yes, no]);
      }
    }
  });

  it('come page by page, each once, and by status and market', async () => {
    for (const user of keys) {
      const found = await all(user, {}, 1_000);
      for (const limit of [1, 3]) expect(await all(user, {}, limit)).toEqual(found);
      const isOpen = (one: StoredPosition) => one.yesContracts + one.noContracts > 0;
      expect(await all(user, { status: 'open' }, 2)).toEqual(found.filter(isOpen));
      expect(await all(user, { status: 'closed' }, 2)).toEqual(found.filter((one) => !isOpen(one)));
      const [first] = found;
      expect(await all(user, { marketId: first!.marketId }, 2)).toEqual([first]);
    }
    const nobody = await positions.ofUser(key32(77), {}, { limit: 5 });
    expect(nobody).toEqual({ items: [], hasMore: false, seq: trading.exchange.lastSeq });
  });

  it('say what became of the market', async () => {
    const found = (await Promise.all(keys.map((user) => all(user, {}, 1_000)))).flat();
    for (const one of found) {
      const { event, market } = trading.exchange.market(one.marketId)!;
      expect([one.marketStatus, one.label, one.eventId]).toEqual([
        market.status,
        market.label,
        event.eventId,
      ]);
    }
    expect(new Set(found.map((one) => one.marketStatus)).size).toBeGreaterThan(1);
  });

  it('are zero-sum: what all win of a resolved market all lose, and the fees are revenue', async () => {
    const resolved = await whole.rows(`
      SELECT sum(realised_micro_usdc)::text AS sum FROM positions JOIN markets USING (market_id)
      WHERE status IN ('resolved', 'voided') GROUP BY market_id`);
    expect(resolved.length).toBeGreaterThan(1);
    for (const { sum } of resolved) expect(sum).toBe('0');
    const { protocol_fees, builder_revenue } = await new LedgerHistory(whole.database).sumsAsOf(
      trading.exchange.lastSeq,
    );
    const [fees] = await whole.rows('SELECT sum(fees_micro_usdc)::text AS sum FROM positions');
    expect(fees).toEqual({ sum: String(protocol_fees + builder_revenue) });
    expect(await positions.differences()).toEqual([]);
  });
});

describe('a position that was tampered with', () => {
  it.each([
    ['contracts', 'yes_contracts = yes_contracts + 1', 'YES contracts of market'],
    ['a cost', 'no_cost_micro_usdc = no_cost_micro_usdc + 1', 'costs and results of market'],
    ['a result', 'realised_micro_usdc = realised_micro_usdc - 1', 'costs and results of market'],
    ['a fee', 'fees_micro_usdc = fees_micro_usdc + 1', 'fees of positions'],
  ])('in %s is found', async (_, change, what) => {
    const { database, rows } = await server.database();
    await new Projection(database, 0).apply(batchesOf(trading.events));
    await rows(`UPDATE positions SET ${change} WHERE ctid = (SELECT min(ctid) FROM positions)`);
    const found = await new PositionHistory(database).differences();
    expect(found.map((one) => one.what).join()).toContain(what);
  });
});
