/** Access rules: lanes of delegated users, test credits, capacities. */
import { describe, expect, it } from 'vitest';
import { LITTLE_LOAD } from '../../src/capacities';
import { Exchange } from '../../src/exchange';
import { readState } from '../../src/snapshot/snapshot';
import { SUBJECTS, Scenario } from './scenario';

const BUILDER = new Uint8Array(16).fill(7);

describe.each(SUBJECTS)('access to $name', ({ create }) => {
  it('a delegated user trades on the builder lane only, others never there; no nonce is used', () => {
    const scenario = new Scenario(create);
    scenario.event();
    for (const name of ['ann', 'bob']) scenario.credit(name, 10_000_000);
    scenario.delegate('ann');
    const gateway = scenario.tryOrder('ann', 'buy yes 1 @ 4000', { nonce: 1 });
    expect(scenario.outcomeOf(gateway)).toBe('DELEGATED_USER');
    const signer = scenario.tryOrder('bob', 'buy yes 1 @ 4000', { nonce: 1, builder: BUILDER });
    expect(scenario.outcomeOf(signer)).toBe('NOT_YOUR_USER');
    expect([gateway.events, signer.events]).toEqual([[], []]);
    expect(
      scenario.order('ann', 'buy yes 1 @ 4000', { nonce: 1, builder: BUILDER }).order.builder,
    ).toEqual(BUILDER);
    expect(scenario.order('bob', 'buy yes 1 @ 4000', { nonce: 1 }).order.builder).toBeNull();
  });

  it('a user is delegated to one builder for good', () => {
    const scenario = new Scenario(create);
    const user = scenario.user('ann');
    const register = (builderId: string) =>
      scenario.apply('builder', { kind: 'register_delegate', user, builderId });
    const first = register('one');
    expect(first.events).toHaveLength(1);
    const again = register('one');
    expect(again.answer.reply.body).toEqual(first.answer.reply.body);
    expect(again.events).toEqual([]);
    expect(scenario.outcomeOf(register('two'))).toBe('USER_BELONGS_TO_ANOTHER_BUILDER');
  });

  it('a test credit is given once a reference, on the test network, and never past 2^53-1 in all', () => {
    const scenario = new Scenario(create);
    const credit = (name: string, amount: number, reference: string) =>
      scenario.apply('admin', {
        kind: 'test_credit',
        user: scenario.user(name),
        amount,
        reference,
      });
    const first = credit('ann', 5, 'r1');
    expect(first.answer.reply.body).toMatchObject({ kind: 'credited', available: 5 });
    expect(credit('ann', 5, 'r1')).toEqual({
      answer: { replayed: true, reply: first.answer.reply },
      events: [],
    });
    expect(scenario.outcomeOf(credit('ann', 6, 'r1'))).toBe('REFERENCE_REUSED');
    expect(scenario.outcomeOf(credit('bob', 5, 'r1'))).toBe('REFERENCE_REUSED');
    const rest = Number.MAX_SAFE_INTEGER - 5;
    expect(scenario.outcomeOf(credit('bob', rest, 'r2'))).toBe('credited');
    expect(scenario.outcomeOf(credit('bob', 1, 'r3'))).toBe('BALANCE_LIMIT_EXCEEDED');
    expect(scenario.balance('bob').total).toBe(rest);

    const production = new Scenario(create, { network: 'production' });
    const user = production.user('ann');
    const refused = production.apply('admin', {
      kind: 'test_credit',
      user,
      amount: 5,
      reference: 'r',
    });
    expect(production.outcomeOf(refused)).toBe('TEST_NETWORK_ONLY');
  });

  it('a full exchange turns new users away without using their nonce', () => {
    const scenario = new Scenario(create, { maxAccounts: 1 });
    scenario.event();
    scenario.credit('ann', 10_000_000);
    const refused = scenario.tryOrder('bob', 'buy yes 1 @ 4000', { nonce: 1 });
    expect(scenario.outcomeOf(refused)).toBe('CAPACITY_REACHED');
    expect(refused.events).toEqual([]);
    expect(scenario.subject.nonces(scenario.user('bob')).order).toBe(0);
    expect(scenario.order('ann', 'buy yes 1 @ 4000').order.status).toBe('resting');
  });

  it('a builder opens so many accounts, and others as before', () => {
    const limits = { maxUsersOfBuilder: 2 };
    const scenario = new Scenario(create, limits);
    const register = (name: string, builderId: string) => {
      const user = scenario.user(name);
      return scenario.outcomeOf(
        scenario.apply('builder', { kind: 'register_delegate', user, builderId }),
      );
    };
    scenario.credit('dan', 1);
    expect(['ann', 'bob', 'ann', 'cyd'].map((name) => register(name, 'b1'))).toEqual([
      ...Array(3).fill('delegate_registered'),
      'CAPACITY_REACHED',
    ]);
    // Who has an account costs none.
    expect([register('dan', 'b1'), register('cyd', 'b2')]).toEqual(
      Array(2).fill('delegate_registered'),
    );
  });
});

it('a restored state knows how many users each builder has', () => {
  const exchange = new Exchange({ network: 'test' });
  for (const [index, builderId] of ['b1', 'b2', 'b1'].entries()) {
    const user = new Uint8Array(32).fill(index + 1);
    const command = { kind: 'register_delegate', user, builderId } as const;
    exchange.apply({ seq: index + 1, lane: 'builder', timestampMs: 1, command });
  }
  const { delegations } = readState(exchange.snapshot(), LITTLE_LOAD);
  expect(['b1', 'b2', 'b3'].map((id) => delegations.usersOf(id))).toEqual([2, 1, 0]);
});
