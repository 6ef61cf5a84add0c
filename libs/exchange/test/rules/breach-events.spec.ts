/** After an invariant violation none of the command's own events is published: neither facts nor state deltas. */
import { describe, expect, it } from 'vitest';
import { LITTLE_LOAD } from '../../src/capacities';
import { Exchange } from '../../src/exchange';
import { TEST_CREDITS } from '../../src/money/ledger';
import { readState, writeState } from '../../src/snapshot/snapshot';
import { Scenario } from './scenario';

/** The same exchange with one micro-USDC too many: I1 fails after its next command. */
function withMoneyFromNowhere(exchange: Exchange): Exchange {
  const state = readState(exchange.snapshot(), LITTLE_LOAD);
  state.ledger.totals[TEST_CREDITS]! -= 1;
  return Exchange.restore(writeState(state));
}

describe('a breach', () => {
  it('leaves of its command nothing, and of the time before it all', () => {
    let sound = new Exchange({ network: 'test' });
    const scenario = new Scenario((options) => (sound = new Exchange(options)));
    scenario.event({ labels: ['a', 'b'], expiry: scenario.nowSeconds + 10 });
    scenario.event({ eventId: 'later' });
    scenario.credit('ann', 1_000_000);
    scenario.order('ann', 'buy yes 1 @ 4000');
    const order = scenario.orderCommand('ann', 'buy yes 1 @ 3000', {
      marketId: scenario.marketId('a', 'later'),
    });

    const broken = withMoneyFromNowhere(sound);
    const { answer, events, breaches } = broken.apply({
      seq: sound.lastSeq + 1,
      timestampMs: (scenario.nowSeconds + 10) * 1_000,
      lane: 'order',
      command: order,
    });
    expect(breaches).toMatchObject([{ invariant: 'I1' }]);
    expect(answer.reply.body).toMatchObject({ kind: 'refused', code: 'HALTED' });
    expect(events).toMatchObject([
      { kind: 'market_status', status: 'closed' },
      { kind: 'market_status', status: 'closed' },
      { kind: 'order_cancelled', reason: 'market_closed' },
      { kind: 'mode', mode: 'halted' },
      { kind: 'refused', refusal: { code: 'HALTED' } },
      { kind: 'book_level', price: 4_000, size: 0, orders: 0 },
      { kind: 'balance', available: 1_000_000, locked: 0 },
    ]);
  });
});
