/**
 * The bound in bytes of remembered outcomes: however little room there is, a repeat gets its first answer or is told that
 * its nonce is forgotten, and is never carried out twice.
 */
import { describe, expect, it } from '@jest/globals';
import { Exchange } from '../src/exchange';
import { Random } from './stream/random';
import { Scenario } from './rules/scenario';

const USERS = ['ann', 'bob', 'cara'];
const ORDERS = 300;

describe('the outcome memory of the engine', () => {
  it.each([1, 500, 5_000, 50_000])('with %d bytes never lets a repeat happen twice', (bytes) => {
    const scenario = new Scenario((options) => new Exchange(options), {
      outcomeMemoryBytes: bytes,
    });
    const random = new Random(bytes);
    scenario.event();
    for (const name of USERS) scenario.credit(name, 1_000_000_000);
    const said: { name: string; text: string; nonce: number }[] = [];
    let [replayed, forgotten] = [0, 0];
    for (let nonce = 1; nonce <= ORDERS; nonce++) {
      const order = { name: random.pick(USERS), text: `buy yes 1 @ ${nonce}`, nonce };
      said.push(order);
      scenario.order(order.name, order.text, { nonce });

      const { name, text, nonce: again } = random.pick(said);
      const before = scenario.balance(name);
      const applied = scenario.tryOrder(name, text, { nonce: again });
      expect(scenario.balance(name)).toEqual(before);
      expect(applied.events).toEqual([]);
      if (applied.answer.replayed) replayed++;
      else {
        forgotten++;
        expect(scenario.outcomeOf(applied)).toBe('NONCE_TOO_LOW');
        expect(scenario.detailsOf(applied)['fate']).toBe('forgotten');
      }
    }
    expect(replayed + forgotten).toBe(ORDERS);
    if (bytes === 1) expect(replayed).toBe(0);
    else expect(replayed).toBeGreaterThan(0);
  });
});
