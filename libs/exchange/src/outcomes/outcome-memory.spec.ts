/**
 * The bound in bytes of remembered outcomes: however little room there is, a repeat gets its first answer or is told that
 * its nonce is forgotten, and is never carried out twice.
 */
import { describe, expect, it } from 'vitest';
import { Random } from '@bellwether/seeded-random';
import { Exchange } from '../exchange';
import type { NaiveApplied } from '../../test/oracle/state';
import { Scenario } from '../../test/rules/scenario';

const USERS = ['ann', 'bob', 'cara'];
const ORDERS = 300;

describe('the outcome memory of the engine', () => {
  it.each([
    [1, ['NONCE_TOO_LOW forgotten']],
    [500, ['NONCE_TOO_LOW forgotten', 'replayed']],
    [5_000, ['NONCE_TOO_LOW forgotten', 'replayed']],
    [500_000, ['NONCE_TOO_LOW forgotten', 'replayed']],
  ])('of %d bytes never lets a repeat happen twice', (bytes, expected) => {
    const scenario = new Scenario((options) => new Exchange(options), {
      outcomeMemoryBytes: bytes,
    });
    const random = new Random(bytes);
    scenario.event();
    for (const name of USERS) scenario.credit(name, 1_000_000_000);
    const said: { name: string; text: string; nonce: number }[] = [];
    const fates = new Map<string, number>();
    for (let nonce = 1; nonce <= ORDERS; nonce++) {
      const order = { name: random.pick(USERS), text: `buy yes 1 @ ${nonce}`, nonce };
      said.push(order);
      scenario.order(order.name, order.text, { nonce });

      const { name, text, nonce: again } = random.pick(said);
      const before = scenario.balance(name);
      const applied = scenario.tryOrder(name, text, { nonce: again });
      expect(scenario.balance(name)).toEqual(before);
      expect(applied.events).toEqual([]);
      const fate = fateOf(scenario, applied);
      fates.set(fate, (fates.get(fate) ?? 0) + 1);
    }
    expect([...fates.keys()].sort()).toEqual(expected);
  });
});

function fateOf(scenario: Scenario, applied: NaiveApplied): string {
  if (applied.answer.replayed) return 'replayed';
  return `${scenario.outcomeOf(applied)} ${scenario.detailsOf(applied)['fate']}`;
}
