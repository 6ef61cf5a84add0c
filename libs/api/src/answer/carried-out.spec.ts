import { describe, expect, it } from 'vitest';
import type { Answer, OrderView, ReplyBody } from '@bellwether/exchange';
import { carriedOut, presentOrder } from '../index';

const user = new Uint8Array(32);
const answer = (body: ReplyBody): Answer => ({
  replayed: true,
  reply: { seq: 5, timestampMs: 6, body },
});
const cancelAll: ReplyBody = {
  kind: 'cancel_all',
  user,
  marketId: null,
  nonce: 1,
  cancelled: [],
  releasedMicroUsdc: 0,
};

describe('what the engine answered', () => {
  it('is the reply with its place and whether it is a repeat', () => {
    expect(carriedOut(answer(cancelAll), 'cancel_all')).toEqual({
      replayed: true,
      seq: 5,
      timestampMs: 6,
      body: cancelAll,
    });
  });

  it('is thrown by its code and details where it is a refusal', () => {
    const refused: ReplyBody = {
      kind: 'refused',
      code: 'NONCE_TOO_LOW',
      details: [
        { kind: 'number', name: 'last_nonce', value: 9 },
        { kind: 'text', name: 'fate', value: 'never_used' },
      ],
      order: null,
    };
    expect(() => carriedOut(answer(refused), 'order')).toThrow(
      expect.objectContaining({
        code: 'NONCE_TOO_LOW',
        details: { last_nonce: 9, fate: 'never_used' },
      }),
    );
  });

  it('of an order that has ended is thrown with the order as the edge shows it', () => {
    const order: OrderView = {
      orderId: 3,
      user,
      marketId: new Uint8Array(32),
      outcome: 'yes',
      side: 'buy',
      price: 5000,
      size: 1,
      filled: 1,
      orderType: 'gtc',
      feeBps: 0,
      builder: null,
      nonce: 1,
      status: 'filled',
      cancelReason: null,
      seq: 4,
      createdMs: 0,
    };
    const refused: ReplyBody = { kind: 'refused', code: 'ORDER_NOT_OPEN', details: [], order };
    expect(() => carriedOut(answer(refused), 'cancel')).toThrow(
      expect.objectContaining({
        code: 'ORDER_NOT_OPEN',
        details: { order: presentOrder(order) },
        isReplay: true,
      }),
    );
  });

  it('is an unknown outcome, not a failure, where it answers something else', () => {
    expect(() => carriedOut(answer(cancelAll), 'order')).toThrow(
      expect.objectContaining({ code: 'OUTCOME_UNKNOWN' }),
    );
  });
});
