import { expect, it } from 'vitest';
import { DEFAULT_MONEY_LIMITS, DEFAULT_WITHDRAWAL_LIMITS, Exchange } from '@bellwether/exchange';
import { limitsToJournal } from './own-commands';
import type { ConfiguredLimits } from './own-commands';

const ALL: ConfiguredLimits = {
  moneyLimits: DEFAULT_MONEY_LIMITS,
  withdrawalLimits: DEFAULT_WITHDRAWAL_LIMITS,
  archiving: { afterSeconds: 86_400 },
};

/** The configured limits are journaled kind by kind, and the exchange then has them. */
function journal(exchange: Exchange, limits: ConfiguredLimits): string[] {
  return limitsToJournal(exchange, limits).map((journaled) => {
    const seq = exchange.lastSeq + 1;
    exchange.apply({ seq, timestampMs: 0, ...journaled });
    return journaled.command.kind;
  });
}

it('is what the configuration says and the journal does not, once', () => {
  const exchange = new Exchange({ network: 'test' });
  expect(journal(exchange, { archiving: null })).toEqual([]);
  expect(journal(exchange, ALL)).toEqual([
    'set_money_limits',
    'set_withdrawal_limits',
    'set_archiving',
  ]);
  expect(journal(exchange, ALL)).toEqual([]);
  expect(journal(exchange, { ...ALL, archiving: null })).toEqual([]);
  expect(exchange.archiving()).toEqual({ afterSeconds: 86_400 });
  expect(journal(exchange, { ...ALL, archiving: { afterSeconds: 172_800 } })).toEqual([
    'set_archiving',
  ]);
});
