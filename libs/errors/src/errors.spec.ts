import { describe, expect, it } from 'vitest';
import { InvariantViolation, CODES, CodedError, Fault, assert } from './index';

describe('CodedError', () => {
  it('says the sentence of the registry, and what is special about this request in its details', () => {
    const error = new CodedError('VALIDATION_FAILED', { field: 'price', value: 10_000 });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'CodedError',
      code: 'VALIDATION_FAILED',
      message: CODES.VALIDATION_FAILED.message,
      details: { field: 'price', value: 10_000 },
      retryable: false,
    });
    expect('cause' in error).toBe(false);
  });

  it('may say a sentence of its own and keep its cause', () => {
    const cause = new Error('connection reset');
    const error = new CodedError('HISTORY_UNAVAILABLE', {}, { message: 'No database.', cause });
    expect(error).toMatchObject({ message: 'No database.', cause, details: {}, retryable: true });
  });
});

describe('the sentence of an error', () => {
  it.each([
    [{ field: 'until', value: 1, expected: '2 to 3' }, 'until must be 2 to 3.'],
    [{ field: 'path', reason: 'it is no URL' }, 'path: it is no URL.'],
    [{ field: 'from', maximum: 5 }, CODES.VALIDATION_FAILED.message],
    [{}, CODES.VALIDATION_FAILED.message],
  ])('names the field, and what would be right: %j', (details, sentence) => {
    expect(new CodedError('VALIDATION_FAILED', details).message).toBe(sentence);
  });

  it('is that of the registry where the code says it all', () => {
    const details = { field: 'before', expected: 'a cursor' };
    expect(new CodedError('INVALID_CURSOR', details).message).toBe(CODES.INVALID_CURSOR.message);
  });
});

describe('Fault', () => {
  it('carries the verdict a consumer acts on', () => {
    const cause = new Error('time-out');
    const fault = new Fault('retry', 'the database does not answer', { cause });
    expect(fault).toMatchObject({ name: 'Fault', verdict: 'retry', cause });
    expect(fault.message).toBe('the database does not answer');
  });
});

describe('believe', () => {
  it('passes what is true, without building its message', () => {
    expect(() =>
      assert(true, () => {
        throw new Error('built');
      }),
    ).not.toThrow();
  });

  it('throws InvariantViolation for what is false', () => {
    expect(() => assert(false, 'balance is negative')).toThrow(
      new InvariantViolation('balance is negative'),
    );
    expect(() => assert(false, () => `balance is ${-1}`)).toThrow(InvariantViolation);
    expect(() => assert(false, () => `balance is ${-1}`)).toThrow('balance is -1');
  });

  it('tells the compiler what holds from here on', () => {
    const maybe = [1].at(0);
    assert(maybe !== undefined, 'the list is not empty');
    const sure: number = maybe;
    expect(sure).toBe(1);
  });
});
