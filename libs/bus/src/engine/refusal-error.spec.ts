import { describe, expect, it } from 'vitest';
import { isCode } from '@bellwether/errors';
import { REFUSAL_CODES } from '@bellwether/exchange';
import type { OrderView } from '@bellwether/exchange';
import { refusalError } from './refusal-error';

describe('a refusal as an error', () => {
  it('carries the code and its facts as plain details', () => {
    const error = refusalError({
      code: 'INSUFFICIENT_BALANCE',
      details: [
        { kind: 'number', name: 'required', value: 10 },
        { kind: 'text', name: 'fate', value: 'never_used' },
      ],
      order: null,
    });
    expect(error).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      details: { required: 10, fate: 'never_used' },
      retryable: false,
    });
  });

  it('shows the final order in the way the edge shows orders, or not at all', () => {
    const order: OrderView = {
      orderId: 5,
      user: new Uint8Array(32),
      marketId: new Uint8Array(32),
      outcome: 'yes',
      side: 'buy',
      price: 1,
      size: 1,
      filled: 1,
      orderType: 'gtc',
      feeBps: 0,
      builder: null,
      nonce: 1,
      status: 'filled',
      cancelReason: null,
      seq: 1,
      createdMs: 1,
    };
    const refusal = { code: 'ORDER_NOT_OPEN', details: [], order } as const;
    const refused = { ...refusal, details: [] };
    expect(refusalError(refused, ({ orderId }) => ({ order_id: orderId })).details).toEqual({
      order: { order_id: 5 },
    });
    expect(refusalError(refused).details).toEqual({});
  });

  it.each(REFUSAL_CODES)('%s is a code of the registry', (code) => {
    expect(isCode(code)).toBe(true);
  });
});
