/** Each user's newest outcomes are retained whatever others do, in no more memory than before. */
import { describe, expect, it } from 'vitest';
import { Random } from '@bellwether/seeded-random';
import type { MoneyLimits } from '../src/command';
import { Exchange } from '../src/exchange';
import { DEFAULT_MONEY_LIMITS } from '../src/money-limits';
import { Scenario } from './rules/scenario';

const USD = 1_000_000;
const RING_BYTES = 65_536;
const FLOOD = 3_000;

function floorOf(
  limits: Partial<MoneyLimits> | null,
  outcomeMemoryBytes = RING_BYTES,
): { scenario: Scenario; exchange: Exchange } {
  const exchange = new Exchange({ network: 'test', outcomeMemoryBytes });
  const scenario = new Scenario(() => exchange);
  if (limits !== null) scenario.setMoneyLimits({ restingMinimums: [], ...limits });
  scenario.event();
  return { scenario, exchange };
}

/** Users with a dollar each send IOCs that match nothing. */
function flood(scenario: Scenario, names: readonly string[], orders = FLOOD): void {
  for (let i = 0; i < orders; i++) scenario.order(names[i % names.length]!, 'buy yes 1 @ 1 ioc');
}

const STRANGERS = Array.from({ length: 40 }, (_, number) => `eve ${number}`);

/** Orders of ann by nonce, oldest first, that still get their first answer. */
function remembered(scenario: Scenario, nonces: number): number[] {
  const said = Array.from({ length: nonces }, (_, i) => i + 1);
  return said.filter(
    (nonce) => scenario.tryOrder('ann', `buy yes 1 @ ${nonce}`, { nonce }).answer.replayed,
  );
}

describe('outcomes that are kept', () => {
  const nonces = 12;

  function afterFlood(limits: Partial<MoneyLimits> | null) {
    const { scenario, exchange } = floorOf(limits);
    for (const name of ['ann', ...STRANGERS]) scenario.credit(name, 100 * USD);
    for (let nonce = 1; nonce <= nonces; nonce++) {
      scenario.order('ann', `buy yes 1 @ ${nonce}`, { nonce });
    }
    flood(scenario, STRANGERS);
    return { scenario, exchange };
  }

  it('the newest eight of an honest user outlive a flood of others', () => {
    const { scenario, exchange } = afterFlood({});
    expect(remembered(scenario, nonces)).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
    expect(exchange.checkInvariants()).toEqual([]);
  });

  it('without limits the flood pushes out all of them', () => {
    expect(remembered(afterFlood(null).scenario, nonces)).toEqual([]);
  });

  it.each([
    ['as many as are kept', { keptOutcomes: 3 }, [10, 11, 12]],
    ['none, where none are kept', { keptOutcomes: 0 }, []],
    // An order's outcome takes 15 words.
    ['as many as their bytes allow', { keptOutcomeBytes: 2 * 8 * 15 }, [11, 12]],
  ])('%s', (_, limits, expected) => {
    expect(remembered(afterFlood(limits).scenario, nonces)).toEqual(expected);
  });

  it('for as long as they are kept, and no longer', () => {
    const { scenario } = floorOf({ keptOutcomeSeconds: 60 });
    for (const name of ['ann', ...STRANGERS]) scenario.credit(name, 100 * USD);
    for (let nonce = 1; nonce <= 2; nonce++) {
      scenario.order('ann', `buy yes 1 @ ${nonce}`, { nonce });
    }
    scenario.wait(60);
    flood(scenario, STRANGERS);
    expect(remembered(scenario, 2)).toEqual([1, 2]);
    scenario.wait(1);
    flood(scenario, STRANGERS);
    expect(remembered(scenario, 2)).toEqual([]);
  });

  it('of every kind, a cancel-all and a withdrawal too, with the answer they had', () => {
    const { scenario } = floorOf({});
    for (const name of ['ann', ...STRANGERS]) scenario.credit(name, 100 * USD);
    const signature = new Uint8Array(64);
    const user = scenario.user('ann');
    const sayAll = () => [
      scenario.apply('cancel', { kind: 'cancel_all', user, marketId: null, nonce: 3, signature }),
      scenario.withdraw('ann', USD, { nonce: 9 }),
    ];
    const first = sayAll().map(({ answer }) => answer.reply);
    flood(scenario, STRANGERS);
    const again = sayAll().map(({ answer }) => answer);
    expect(again).toEqual(first.map((reply) => ({ replayed: true, reply })));
  });

  it('the ring stays as long as it is, and a snapshot on the way changes nothing', () => {
    const { exchange } = afterFlood({});
    const before = exchange.snapshot().length;
    const seq = exchange.lastSeq;
    const restored = Exchange.restore(exchange.snapshot());
    for (const one of [exchange, restored]) {
      const scenario = new Scenario(() => one, {});
      scenario.resumeAt(seq, one.lastTimestampMs);
      for (const name of STRANGERS) scenario.useNoncesFrom(name, FLOOD);
      flood(scenario, STRANGERS);
    }
    expect(restored.stateHash()).toBe(exchange.stateHash());
    // Finished orders are remembered too, each in 64 bytes: the ring itself has not grown.
    expect(exchange.snapshot().length - before).toBeLessThanOrEqual(FLOOD * 128);
    expect(restored.checkInvariants()).toEqual([]);
  });

  it('when more is to be kept than there is room, users lose some, and none is carried out twice', () => {
    const { scenario, exchange } = floorOf({}, 16_384);
    const random = new Random(1);
    const names = STRANGERS.slice(0, 30);
    for (const name of names) scenario.credit(name, 100 * USD);
    const said: { name: string; text: string; nonce: number }[] = [];
    for (let nonce = 1; nonce <= 2_000; nonce++) {
      const name = random.pick(names);
      const order = { name, text: `buy yes 1 @ ${random.between(1, 9_000)} ioc`, nonce };
      said.push(order);
      scenario.order(name, order.text, { nonce });
      const repeat = random.pick(said.slice(-200));
      const applied = scenario.tryOrder(repeat.name, repeat.text, { nonce: repeat.nonce });
      expect(applied.events).toEqual([]);
      const { replayed } = applied.answer;
      expect(replayed ? 'forgotten' : scenario.detailsOf(applied)['fate']).toBe('forgotten');
    }
    expect(exchange.checkInvariants()).toEqual([]);
  });
});

describe('1,000 USD of an attacker in the ring of production', () => {
  it('leave an honest user its outcomes', () => {
    const { keptOutcomes, keptOutcomeBytes } = DEFAULT_MONEY_LIMITS;
    // The most that a thousand accounts of one dollar retain, of four kinds of nonces.
    expect(1_000 * 4 * keptOutcomeBytes).toBeLessThan((64 * 1024 * 1024) / 8);
    expect(keptOutcomes).toBe(8);
  });
});
