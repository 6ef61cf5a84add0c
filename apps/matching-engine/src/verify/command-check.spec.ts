import { describe, expect, it } from 'vitest';
import {
  DEFAULT_MONEY_LIMITS,
  DEFAULT_WITHDRAWAL_LIMITS,
  LANES_OF,
  REQUEST_LANES,
} from '@bellwether/exchange';
import type { Command, CommandKind, CommandOf, Lane, RequestLane } from '@bellwether/exchange';
import {
  signedAllowance,
  signedAmend,
  signedAttestation,
  signedCancel,
  signedCancelAfter,
  signedCancelAll,
  signedChallenge,
  signedOrder,
  signedRecover,
  signedRedeem,
  signedRevocation,
  signedWithdraw,
  testUser,
} from '../../test/incoming';
import { checkCommand } from './command-check';

const alice = testUser(1);
const { user } = alice;
const marketId = new Uint8Array(32).fill(1);
const nowMs = 1_700_000_000_000;
const deadlineMs = nowMs;

const category = { name: 'sport', sub: 'tennis' };
const event = {
  eventId: 'e',
  question: 'Will it?',
  description: '',
  category,
  expiry: 1_800_000_000,
  mutuallyExclusive: false,
  feeBps: null,
  opensAt: null,
  labels: ['yes'],
};
const VALID: { [K in CommandKind]: CommandOf<K> } = {
  order: signedOrder(alice, { marketId, nonce: 1 }),
  cancel: signedCancel(alice, marketId, 5),
  cancel_all: signedCancelAll(alice, 1, marketId),
  register_delegate: { kind: 'register_delegate', user, builderId: 'b' },
  create_event: { kind: 'create_event', ...event },
  set_market_status: { kind: 'set_market_status', marketId, action: 'pause' },
  resolve_market: { kind: 'resolve_market', marketId, resolution: 'yes', price: null },
  resolve_event: { kind: 'resolve_event', eventId: 'e', winner: null },
  set_mode: { kind: 'set_mode', mode: 'open' },
  set_fees: { kind: 'set_fees', categories: [] },
  test_credit: { kind: 'test_credit', user, amount: 1, reference: 'r' },
  set_user_limits: { kind: 'set_user_limits', user, maxOpenOrders: 10 },
  set_money_limits: { kind: 'set_money_limits', limits: DEFAULT_MONEY_LIMITS },
  set_archiving: { kind: 'set_archiving', archiving: { afterSeconds: 86_400 } },
  set_withdrawal_limits: { kind: 'set_withdrawal_limits', limits: DEFAULT_WITHDRAWAL_LIMITS },
  tick: { kind: 'tick' },
  withdraw: signedWithdraw(alice, { amount: 5, nonce: 1 }),
  recover: signedRecover(alice, { mint: marketId, recipient: marketId, nonce: 1 }),
  redeem: signedRedeem(alice, { marketId, nonce: 1 }),
  amend: signedAmend(alice, { marketId, orderId: 5, nonce: 1 }),
  cancel_after: signedCancelAfter(alice, { seconds: 5, nonce: 1 }),
  allow_trading_key: signedAllowance(alice, { tradingKey: marketId, until: 1, nonce: 1 }),
  revoke_trading_key: signedRevocation(alice, { tradingKey: marketId, nonce: 1 }),
  challenge: signedChallenge(alice, { caseId: 1, nonce: 1 }),
  set_resolution_rules: { kind: 'set_resolution_rules', rules: [] },
  propose: {
    kind: 'propose',
    subject: { kind: 'market', marketId },
    outcome: { kind: 'market', resolution: 'yes', price: null },
    by: 'desk',
    note: 'It rained.',
  },
  withdraw_case: { kind: 'withdraw_case', caseId: 1, by: 'desk', reason: 'A slip.' },
  attest: signedAttestation(alice),
  set_source: {
    kind: 'set_source',
    name: 'gauge',
    key: user,
    url: 'https://example.org/gauge',
    about: 'A gauge.',
    retire: false,
  },
  decide: {
    kind: 'decide',
    caseId: 1,
    verdict: 'uphold',
    outcome: null,
    refundStakes: false,
    by: 'desk',
    reason: 'It rained.',
  },
  fill_fund: { kind: 'fill_fund', amount: 1, reference: 'r' },
  make_good: { kind: 'make_good', user, amount: 1, reference: 'r', reason: 'Wrong result.' },
  chain_credit: {
    kind: 'chain_credit',
    user,
    creditSeq: 1,
    amount: 1,
    txSignature: new Uint8Array(64),
    slot: 1,
  },
  charge_gas: { kind: 'charge_gas', user, chargeSeq: 1, amount: 1, purpose: 'bridge' },
  settle_withdrawal: { kind: 'settle_withdrawal', withdrawalId: marketId, gasFee: null },
  refund_withdrawal: { kind: 'refund_withdrawal', withdrawalId: marketId, reason: 'expired' },
  pay_revenue: {
    kind: 'pay_revenue',
    source: 'builder',
    builderId: 'b',
    keys: [],
    amount: 1,
    maxGasFee: 0,
    recipientKind: 'user',
    recipient: user,
    allowProgramAddress: false,
    reference: 'r',
    gasFee: 0,
  },
  set_withdrawals: { kind: 'set_withdrawals', paused: true },
};
/** Without a builder's key they are refused on its lane. */
const NEED_A_BUILDER: ReadonlySet<CommandKind> = new Set(['order', 'amend', 'redeem', 'challenge']);
const KINDS = Object.keys(VALID) as CommandKind[];

const check = (lane: RequestLane, command: Command, at = nowMs) =>
  checkCommand({ lane, command, deadlineMs }, at);

describe('a command at the door', () => {
  it.each(KINDS)('%s is allowed on its own lanes only', (kind) => {
    for (const lane of REQUEST_LANES) {
      const error = check(lane, VALID[kind]);
      const allowed: readonly Lane[] = LANES_OF[kind];
      const expected = allowed.includes(lane) ? undefined : 'VALIDATION_FAILED';
      // An order needs a builder on the builder lane, and none on the order lane. That is another rule.
      if (NEED_A_BUILDER.has(kind) && lane === 'builder') continue;
      expect([lane, error?.code]).toEqual([lane, expected]);
    }
  });

  it('is late after its deadline, whatever else is wrong with it', () => {
    expect(check('order', VALID.tick, deadlineMs + 1)?.code).toBe('DEADLINE_EXCEEDED');
    expect(check('order', VALID.order, deadlineMs)).toBeNull();
  });

  it.each([
    [{ ...VALID.withdraw, recipientKind: 'recipient_ext' }, 'recipient_ext'],
    [{ ...VALID.withdraw, recipient: marketId }, 'recipient'],
    [{ ...VALID.withdraw, amount: 0 }, 'amount'],
    [{ ...VALID.withdraw, nonce: 0 }, 'nonce'],
    [{ ...VALID.chain_credit, creditSeq: 2 ** 31 }, 'credit_seq'],
    [{ ...VALID.chain_credit, creditSeq: 0 }, 'credit_seq'],
    [{ ...VALID.charge_gas, chargeSeq: 0 }, 'charge_seq'],
    [{ ...VALID.charge_gas, purpose: '' }, 'purpose'],
    [{ ...VALID.allow_trading_key, tradingKey: user }, 'trading_key'],
    [{ ...VALID.allow_trading_key, until: 0 }, 'until'],
    [{ ...VALID.revoke_trading_key, nonce: 0 }, 'nonce'],
    [{ ...VALID.refund_withdrawal, reason: 'x'.repeat(257) }, 'reason'],
  ] satisfies [Command, string][])(
    'of funding with a wrong field names it: %#',
    (command, field) => {
      const [lane] = LANES_OF[command.kind];
      const error = check(lane as RequestLane, command);
      expect(error).toMatchObject({ code: 'VALIDATION_FAILED', details: { field } });
    },
  );

  it('with a field out of range names it', () => {
    const error = check('order', { ...VALID.order, price: 0 });
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', details: { field: 'price' } });
  });
});
