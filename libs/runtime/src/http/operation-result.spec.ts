import { describe, expect, it } from 'vitest';
import { CodedError, InvariantViolation } from '@bellwether/errors';
import { operationResult } from './operation-result';

const rejected = (reason: unknown) => operationResult({ status: 'rejected', reason }, 'r');

describe('an operation of a batch', () => {
  it('is answered as its own endpoint would answer', () => {
    const value = { replayed: true, body: { order_id: 1 } };
    expect(operationResult({ status: 'fulfilled', value }, 'r')).toEqual({ status: 200, ...value });
    expect(rejected(new CodedError('ORDER_NOT_FOUND', { order_id: 7 }))).toMatchObject({
      status: 404,
      replayed: false,
      body: { error: { code: 'ORDER_NOT_FOUND', details: { order_id: 7 }, request_id: 'r' } },
    });
  });

  it('that met a fault of ours is no answer of the batch', () => {
    expect(() => rejected(new TypeError('a bug'))).toThrow(CodedError);
  });

  it('whose belief broke stops the process, as everywhere', () => {
    const broken = new InvariantViolation('a broken belief');
    expect(() => rejected(broken)).toThrow(broken);
  });
});
