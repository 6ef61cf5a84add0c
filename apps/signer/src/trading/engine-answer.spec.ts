import { describe, expect, it } from '@jest/globals';
import type { Answer, ReplyBody } from '@bellwether/exchange';
import { carriedOut } from './engine-answer';

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

  it('is an unknown outcome, not a failure, where it answers something else', () => {
    expect(() => carriedOut(answer(cancelAll), 'order')).toThrow(
      expect.objectContaining({ code: 'OUTCOME_UNKNOWN' }),
    );
  });
});
