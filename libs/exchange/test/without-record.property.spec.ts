/** What needs no record is answered as its record would be, and changes nothing. */
import { describe, expect, it } from 'vitest';
import type { Command, SequencedCommand } from '../src/command';
import { Exchange } from '../src/exchange';
import { COMMANDS, SEED, profilesToRun, streamsOf } from './run-options';
import { Cases, NO } from './rules/cases-scenario';
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
            : exchange.answerWithoutRecord(command, lane, timestampMs);
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
  expect(exchange.answerWithoutRecord(again, 'builder', 0)?.replayed).toBe(true);
  expect(exchange.stateHash()).toBe(hash);
});

it('the end of a trading key that is unknown needs one: its allowance may be on its way', () => {
  const exchange = new Exchange({ network: 'test' });
  const user = new Uint8Array(32).fill(1);
  const tradingKey = new Uint8Array(32).fill(2);
  const revoke = { kind: 'revoke_trading_key', user, tradingKey, nonce: 1 } as const;
  for (const signedBy of ['owner', 'key'] as const) {
    const command = { ...revoke, signedBy, signature: new Uint8Array(64) } as Command;
    expect(exchange.answerWithoutRecord(command, 'order', 0)).toBeNull();
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

describe('what a source says, which anybody may send again and again', () => {
  const begin = (laterSeconds = 0) => {
    const scenario = new Cases((options) => new Exchange(options));
    scenario.source();
    const { key } = scenario.ofValue();
    const at = scenario.nowSeconds + laterSeconds;
    const rule = { kind: 'value', op: '>=', threshold: 100, decimals: 2, at } as const;
    scenario.event({ source: { key, rule } });
    return scenario;
  };
  const beginRace = (windowSeconds = 0) => {
    const scenario = new Cases((options) => new Exchange(options));
    scenario.rules({ windowSeconds });
    scenario.source();
    const source = { key: scenario.user('gauge'), rule: { kind: 'winner' } } as const;
    scenario.event({ labels: ['a', 'b', 'c'], mutuallyExclusive: true, source });
    return scenario;
  };
  /** Null: it needs a record. */
  const withoutRecord = (
    scenario: Cases,
    command: Parameters<Exchange['answerWithoutRecord']>[0],
    nowMs = scenario.nowSeconds * 1_000,
  ) => {
    const known = (scenario.subject as Exchange).answerWithoutRecord(command, 'order', nowMs);
    return known === null ? null : scenario.outcomeOf({ answer: known, events: [] });
  };
  const winner = { attests: 'winner' } as const;

  it('writes nothing while its time has not come, and then does', () => {
    const scenario = begin(60);
    const at = scenario.nowSeconds + 60;
    const command = scenario.attestation(100, { observedAt: at, signedAt: at });
    expect(withoutRecord(scenario, command)).toBe('VALIDATION_FAILED');
    expect(withoutRecord(scenario, command, at * 1_000 - 1)).toBe('VALIDATION_FAILED');
    expect(withoutRecord(scenario, command, at * 1_000)).toBeNull();
    const ahead = begin();
    const signed = ahead.attestation(100, { signedAt: at + 1 });
    expect(withoutRecord(ahead, signed)).toBe('VALIDATION_FAILED');
    expect(withoutRecord(ahead, signed, (ahead.nowSeconds + 1) * 1_000)).toBeNull();
  });

  it('writes nothing while a case of another market of its event is open', () => {
    const scenario = beginRace(60);
    const marketId = scenario.marketId('b');
    scenario.proposed({ subject: { kind: 'market', marketId }, outcome: NO });
    expect(withoutRecord(scenario, scenario.attestation(0, winner))).toBe('MARKET_STATE_CONFLICT');
  });

  it('writes nothing where its winner is out', () => {
    const scenario = beginRace();
    const marketId = scenario.marketId('a');
    scenario.apply('admin', { kind: 'resolve_market', marketId, resolution: 'no', price: null });
    expect(withoutRecord(scenario, scenario.attestation(0, winner))).toBe('ALREADY_RESOLVED');
    expect(withoutRecord(scenario, scenario.attestation(1, winner))).toBeNull();
  });

  it.each([
    ['cancel_only', 'CANCEL_ONLY'],
    ['halted', 'HALTED'],
  ] as const)('writes nothing while the exchange is %s', (mode, code) => {
    const scenario = begin();
    const command = scenario.attestation(100);
    expect(withoutRecord(scenario, command)).toBeNull();
    scenario.expect('mode', 'admin', { kind: 'set_mode', mode });
    expect(withoutRecord(scenario, command)).toBe(code);
  });
});
