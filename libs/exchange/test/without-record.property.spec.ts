/** What needs no record is answered as its record would be, and changes nothing. */
import { describe, expect, it } from 'vitest';
import type { Command, SequencedCommand } from '../src/command';
import { Exchange } from '../src/exchange';
import { COMMANDS, SEED, profilesToRun, streamsOf } from './run-options';
import { Scenario } from './rules/scenario';
import { exchangeOf, seededJournal } from './seeded-journal';

const COMMANDS_TO_ANSWER = Math.ceil(COMMANDS / 4);
const HASH_EVERY = 20;

/** Orders, money, nonces and results; not the time, which passes with every record. */
const inForce = (exchange: Exchange, { command }: SequencedCommand): unknown =>
  'user' in command
    ? [
        exchange.balance(command.user),
        exchange.nonces(command.user),
        exchange.tradingKeys(command.user),
        exchange.openOrders(command.user, { limit: 1_000 }),
      ]
    : [exchange.cases(), exchange.sources()];

/** Deep books say nothing of repeats, and take longest. */
const quickProfiles = profilesToRun().filter(({ name }) => name !== 'deep');

describe(`a command that changes nothing, seed ${SEED}`, () => {
  it.each(quickProfiles)('is answered without a record, along $name', (profile) => {
    let answered = 0;
    for (const { seed, commands } of streamsOf(profile, COMMANDS_TO_ANSWER)) {
      const exchange = exchangeOf(profile);
      let seq = 0;
      for (const one of seededJournal(profile, { seed, commands })) {
        const { lane, command, timestampMs } = one;
        // Time passes before a command: here it passes before the answer.
        do
          exchange.apply({
            seq: ++seq,
            lane: 'internal',
            timestampMs,
            command: { kind: 'tick' },
          });
        while ((exchange.nextTradingDueMs() ?? Infinity) <= timestampMs);
        const hashOrNull = () => (answered % HASH_EVERY === 0 ? exchange.stateHash() : null);
        const hash = hashOrNull();
        const known =
          lane === 'internal' || command.kind === 'tick'
            ? null
            : exchange.answerWithoutRecord(command, lane);
        expect(hashOrNull()).toBe(hash);
        const before = known === null ? null : inForce(exchange, one);
        const { answer } = exchange.apply({ ...one, seq: ++seq });
        if (known === null) continue;
        answered++;
        expect(known.reply.body).toEqual(answer.reply.body);
        expect(known.replayed).toBe(answer.replayed);
        expect(inForce(exchange, one)).toEqual(before);
      }
    }
    expect(answered).toBeGreaterThan(0);
  });
});

it('a repeat through a key of a builder that was never seen leaves no trace', () => {
  const scenario = new Scenario((options) => new Exchange(options));
  const exchange = scenario.subject as Exchange;
  scenario.event();
  scenario.credit('ann', 10_000_000);
  scenario.delegate('ann');
  const builder = new Uint8Array(16).fill(1);
  const order = scenario.orderCommand('ann', 'buy yes 1 @ 4000', { builder });
  scenario.apply('builder', order);
  const hash = exchange.stateHash();
  const again = { ...order, builder: new Uint8Array(16).fill(2) };
  expect(exchange.answerWithoutRecord(again, 'builder')?.replayed).toBe(true);
  expect(exchange.stateHash()).toBe(hash);
});

it('the end of a trading key that is unknown needs one: its allowance may be on its way', () => {
  const exchange = new Exchange({ network: 'test' });
  const user = new Uint8Array(32).fill(1);
  const tradingKey = new Uint8Array(32).fill(2);
  const revoke = { kind: 'revoke_trading_key', user, tradingKey, nonce: 1 } as const;
  for (const signedBy of ['owner', 'key'] as const) {
    const command = { ...revoke, signedBy, signature: new Uint8Array(64) } as Command;
    expect(exchange.answerWithoutRecord(command, 'order')).toBeNull();
  }
});

it('a cancel-all would cancel nothing while the exchange is halted', () => {
  const scenario = new Scenario((options) => new Exchange(options));
  const exchange = scenario.subject as Exchange;
  const user = scenario.user('ann');
  scenario.event();
  scenario.credit('ann', 10_000_000);
  expect(exchange.hasOrdersToCancel(user, null)).toBe(false);
  scenario.order('ann', 'buy yes 1 @ 4000');
  const found = () =>
    [null, scenario.marketId(), scenario.marketId('b')].map((marketId) =>
      exchange.hasOrdersToCancel(user, marketId),
    );
  expect(found()).toEqual([true, true, false]);
  scenario.apply('admin', { kind: 'set_mode', mode: 'halted' });
  expect(found()).toEqual([false, false, false]);
});
