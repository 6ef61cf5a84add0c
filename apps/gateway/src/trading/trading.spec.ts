/** How the gateway presents the engine's answers to signed requests. */
import { describe, expect, it } from 'vitest';
import type { SignedAmendRequest, SignedCancelRequest, SignedOrderRequest } from '@bellwether/api';
import type { EngineClient } from '@bellwether/bus';
import { encodeOrder, messageHash } from '@bellwether/canonical-message';
import { toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { Answer, ReplyBody } from '@bellwether/exchange';
import type { StoredOrder } from '@bellwether/persistence';
import { Trading } from './trading';

const USER = new Uint8Array(32).fill(1);
const MARKET = new Uint8Array(32).fill(2);
const SIGNATURE = new Uint8Array(64);

const order: SignedOrderRequest = {
  user: USER,
  marketId: MARKET,
  side: 'buy',
  outcome: 'yes',
  price: 5000,
  size: 1,
  orderType: 'gtc',
  nonce: 1,
  feeBps: 0,
  signature: SIGNATURE,
};
const cancel: SignedCancelRequest = {
  user: USER,
  marketId: MARKET,
  orderId: 7,
  signature: SIGNATURE,
};

const amend: SignedAmendRequest = { ...cancel, price: 4_000, size: 1, nonce: 2 };

const { signature: _signature, signer: _signer, terms: _terms, ...placed } = order;
const finished: StoredOrder = {
  ...placed,
  orderId: 7,
  filled: 1,
  builder: null,
  status: 'filled',
  cancelReason: null,
  seq: 1,
  createdMs: 0,
  updatedMs: 0,
};

const CANNOT_SAY: [string, () => Promise<StoredOrder | null>][] = [
  ['has it open still', async () => ({ ...finished, status: 'resting' })],
  ['is away', async () => Promise.reject(new CodedError('HISTORY_UNAVAILABLE'))],
];

const refused = (code: 'ORDER_NOT_FOUND' | 'INSUFFICIENT_BALANCE'): ReplyBody => ({
  kind: 'refused',
  code,
  details: [{ kind: 'number', name: 'order_id', value: 7 }],
  order: null,
});

function tradingWith(
  answer: ReplyBody | CodedError,
  history: () => Promise<StoredOrder | null> = async () => null,
) {
  const send: EngineClient['send'] = async (): Promise<Answer> => {
    if (answer instanceof CodedError) throw answer;
    return { replayed: false, reply: { seq: 1, timestampMs: 0, body: answer } };
  };
  const exchange = { network: async () => 'test' as const };
  return new Trading({ engine: { send }, history: { byId: history }, exchange });
}

describe('a signature that does not hold', () => {
  it('is answered with the bytes that should have been signed', async () => {
    const placed = tradingWith(new CodedError('SIGNATURE_INVALID')).placeOrder(order, 'r');
    const message = encodeOrder(order);
    await expect(placed).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
      details: { message: toHex(message), message_bytes: 90, message_hash: messageHash(message) },
    });
  });
});

describe('a cancel of an order that the engine does not know', () => {
  const outcome = (history: () => Promise<StoredOrder | null>) =>
    tradingWith(refused('ORDER_NOT_FOUND'), history).cancel(cancel, 'r');

  it('gets the final order from history', async () => {
    await expect(outcome(async () => finished)).rejects.toMatchObject({
      code: 'ORDER_NOT_OPEN',
      details: { order: { order_id: 7, status: 'filled', market_id: '02'.repeat(32) } },
    });
  });

  it.each([
    ['history has none', async () => null],
    ['it is of another market', async () => ({ ...finished, marketId: USER })],
  ])('is not found where %s', async (_why, history) => {
    await expect(outcome(history)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  });

  it.each(CANNOT_SAY)('is not known to be none where history %s', async (_why, history) => {
    await expect(outcome(history)).rejects.toMatchObject({ code: 'HISTORY_UNAVAILABLE' });
  });
});

describe('an amend of an order that the engine does not know', () => {
  const outcome = (history: () => Promise<StoredOrder | null>) =>
    tradingWith(refused('ORDER_NOT_FOUND'), history).amend(amend, 'r');

  it('gets the final order from history', async () => {
    await expect(outcome(async () => finished)).rejects.toMatchObject({
      code: 'ORDER_NOT_OPEN',
      details: { order: { order_id: 7, status: 'filled' } },
    });
  });

  it.each(CANNOT_SAY)('has used its nonce, also where history %s', async (_why, history) => {
    await expect(outcome(history)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  });
});

describe('an answer of the engine', () => {
  it('that is a refusal becomes the error with its facts', async () => {
    await expect(
      tradingWith(refused('INSUFFICIENT_BALANCE')).placeOrder(order, 'r'),
    ).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      details: { order_id: 7 },
    });
  });

  it('of another kind is an unknown outcome, never a failure', async () => {
    await expect(tradingWith({ kind: 'ticked' }).placeOrder(order, 'r')).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    });
  });
});
