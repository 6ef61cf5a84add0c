/**
 * An attacker with 1,000 USD takes all the room that the rules allow, in every table; an honest user can still
 * deposit, place, cancel and withdraw. Runs once with tables so small that they fill, once with production sizes.
 */
import { describe, expect, it } from 'vitest';
import { Exchange } from '../src/exchange';
import type { Capacities } from '../src/capacities';
import type { MoneyLimits } from '../src/command';
import { MAX_ACCOUNTS, MAX_OPEN_WITHDRAWALS, MAX_RESTING_ORDERS } from '../src/limits';
import { DEFAULT_MONEY_LIMITS } from '../src/money-limits';
import { Scenario } from './rules/scenario';

const USD = 1_000_000;
const LABELS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

const SMALL: Partial<Capacities> = {
  maxAccounts: 12,
  maxRestingOrders: 40,
  maxPositions: 36,
  maxPricePages: 20,
  maxOpenWithdrawals: 16,
  outcomeMemoryBytes: 16_384,
  rememberedFinishedOrders: 20,
};
const SMALL_LIMITS: Partial<MoneyLimits> = { reservedPct: 50, fewRecords: 2 };

function exchangeWith(capacities: Partial<Capacities>, limits: Partial<MoneyLimits> | null) {
  const exchange = new Exchange({ network: 'test', ...capacities });
  const scenario = new Scenario(() => exchange);
  if (limits !== null) scenario.setMoneyLimits(limits);
  scenario.event({ labels: LABELS });
  return { exchange, scenario };
}

/** Repeats until refused. Returns the number of successes. */
function untilRefused(
  scenario: Scenario,
  attempt: (count: number) => ReturnType<Scenario['apply']>,
): number {
  for (let count = 0; count < 10_000; count++) {
    const { kind } = attempt(count).answer.reply.body;
    if (kind === 'refused') return count;
  }
  throw new Error(`never refused: ${JSON.stringify(scenario.subject.status())}`);
}

/** All operations of a newcomer with 20 USD, and their results. */
function liveOf(scenario: Scenario, name: string): Record<string, string> {
  const deposited = scenario.deposit(name, 20 * USD);
  const marketId = scenario.marketId('h');
  const placed = scenario.tryOrder(name, 'buy yes 10 @ 1500', { marketId });
  const { body } = placed.answer.reply;
  const orderId = body.kind === 'order' ? body.order.orderId : 1;
  const market = { marketId, signature: new Uint8Array(64) };
  const user = scenario.user(name);
  const cancelled = scenario.apply('cancel', { kind: 'cancel', user, orderId, ...market });
  const taken = scenario.tryOrder(name, 'buy yes 1 @ 9999 ioc', { marketId });
  const again = scenario.tryOrder(name, 'buy no 10 @ 1500', { marketId });
  const all = { kind: 'cancel_all', user, marketId: null, nonce: 1 } as const;
  const allCancelled = scenario.apply('cancel', { ...all, signature: market.signature });
  const withdrawn = scenario.withdraw(name, 10 * USD);
  const settled = scenario.settle(scenario.withdrawalId(name, 1));
  const steps = { deposited, placed, cancelled, taken, again, allCancelled, withdrawn, settled };
  return Object.fromEntries(
    Object.entries(steps).map(([step, applied]) => [step, scenario.outcomeOf(applied)]),
  );
}

const ALL_IS_DONE = {
  deposited: 'chain_credited',
  placed: 'order',
  cancelled: 'cancel',
  taken: 'order',
  again: 'order',
  allCancelled: 'cancel_all',
  withdrawn: 'withdrawal',
  settled: 'withdrawal_settled',
};

/** Four accounts of 250 USD take all that a table allows them. */
const ATTACKERS = ['eve 1', 'eve 2', 'eve 3', 'eve 4'];

const FILLING: Readonly<Record<string, (scenario: Scenario) => void>> = {
  orders: (scenario) => {
    for (const name of ATTACKERS)
      untilRefused(scenario, () => scenario.tryOrder(name, 'buy yes 2 @ 5000'));
  },
  'prices far apart': (scenario) => {
    for (const name of ATTACKERS)
      untilRefused(scenario, (count) =>
        scenario.tryOrder(name, `buy yes 200 @ ${64 * (count + 1)}`),
      );
  },
  'positions in every market': (scenario) => {
    for (const name of ATTACKERS)
      for (const label of LABELS) {
        const marketId = scenario.marketId(label);
        scenario.tryOrder(name, 'buy yes 2 @ 5000', { marketId });
      }
  },
  'withdrawals of next to nothing': (scenario) => {
    for (const name of ATTACKERS) untilRefused(scenario, () => scenario.withdraw(name, 1));
  },
  'accounts of a builder': (scenario) => {
    untilRefused(scenario, (count) =>
      scenario.apply('builder', {
        kind: 'register_delegate',
        user: scenario.user(`nobody ${count}`),
        builderId: 'builder',
      }),
    );
  },
  'outcomes and finished orders': (scenario) => {
    for (let i = 0; i < 500; i++)
      for (const name of ATTACKERS) scenario.tryOrder(name, 'buy yes 1 @ 1 ioc');
  },
};

describe('small tables, as full as 1,000 USD fill them', () => {
  function attacked(filling: readonly string[], limits: Partial<MoneyLimits> | null) {
    const { exchange, scenario } = exchangeWith(SMALL, limits);
    for (const name of ATTACKERS) scenario.deposit(name, 250 * USD);
    for (const name of filling) FILLING[name]!(scenario);
    return { exchange, scenario };
  }

  it.each([...Object.keys(FILLING).map((name) => [name]), Object.keys(FILLING)])(
    'with %s: an honest user does it all',
    (...filling) => {
      const { exchange, scenario } = attacked(filling, SMALL_LIMITS);
      expect(liveOf(scenario, 'ann')).toEqual(ALL_IS_DONE);
      expect(exchange.checkInvariants()).toEqual([]);
    },
  );

  it('without limits the newcomer cannot even deposit', () => {
    const { scenario } = attacked(Object.keys(FILLING), null);
    expect(liveOf(scenario, 'ann')).toMatchObject({ deposited: 'CAPACITY_REACHED' });
  });

  it('a credit is never refused for room while accounts that nothing came for fill their table', () => {
    const { scenario } = attacked(['accounts of a builder'], SMALL_LIMITS);
    const newcomers = Array.from({ length: SMALL.maxAccounts! / 2 }, (_, i) => `new ${i}`);
    const credited = newcomers.map((name) => scenario.outcomeOf(scenario.deposit(name, USD)));
    expect(credited).toEqual(newcomers.map(() => 'chain_credited'));
  });

  it('orders that do not rest never want for a place', () => {
    const { scenario } = attacked(['orders'], { ...SMALL_LIMITS, fewRecords: 1_000 });
    expect(scenario.subject.status().restingOrders).toBe(SMALL.maxRestingOrders! - 1);
    scenario.deposit('ann', 20 * USD);
    const taken = scenario.order('ann', 'buy no 2 @ 5000 ioc');
    expect(taken.order.status).toBe('filled');
  });
});

describe('tables of production, and 1,000 USD in a thousand accounts', () => {
  const names = Array.from({ length: 1_000 }, (_, number) => `eve ${number}`);

  it('take a hundredth of their room at the most, and an honest user does it all', () => {
    const { exchange, scenario } = exchangeWith({}, {});
    for (const name of names) scenario.deposit(name, USD);
    // A holder of contracts can offer them one by one: nothing takes more records for a dollar.
    for (let i = 0; i < names.length; i += 2) {
      scenario.order(names[i]!, 'buy yes 1 @ 5000 ioc');
      scenario.order(names[i]!, 'buy yes 2 @ 5000');
      scenario.order(names[i + 1]!, 'buy no 2 @ 5000');
    }
    for (let i = 0; i < names.length; i++) {
      const outcome = i % 2 === 0 ? 'yes' : 'no';
      untilRefused(scenario, () => scenario.tryOrder(names[i]!, `sell ${outcome} 1 @ 9999`));
    }
    const { restingOrders, accounts, openWithdrawals } = exchange.status();
    expect(restingOrders).toBe(2_000);
    expect(restingOrders).toBeLessThan(MAX_RESTING_ORDERS / 100);
    expect(accounts).toBeLessThan(MAX_ACCOUNTS / 100);
    expect(openWithdrawals).toBeLessThan(MAX_OPEN_WITHDRAWALS / 100);
    expect(liveOf(scenario, 'ann')).toEqual(ALL_IS_DONE);
  });

  it('hold 100,000 places when contracts cost them nothing: the most there is', () => {
    const { openOrderTiers, reservedPct } = DEFAULT_MONEY_LIMITS;
    const { maxOpenOrders } = openOrderTiers[0]!;
    expect(names.length * maxOpenOrders).toBeLessThan(
      (MAX_RESTING_ORDERS * (100 - reservedPct)) / 100,
    );
  });
});
