import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  accounts,
  decodePlaceCursor,
  encodeCursor,
  encodePlaceCursor,
  ledgerAnswer,
  ledgerQuery,
} from '../src/index';
import type { Inside } from '../src/index';

const { present: presentLedger } = accounts.getLedger;
type LedgerEntry = Inside<typeof ledgerAnswer>['items'][number];

const place = fc.record({
  seq: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
  eventIndex: fc.nat({ max: 2 ** 31 - 1 }),
});

describe('cursors of places', () => {
  it('decode to the place they were made of, and to nothing else (property)', () => {
    fc.assert(
      fc.property(place, (one) => {
        expect(decodePlaceCursor(encodePlaceCursor(one))).toEqual(one);
      }),
    );
  });

  it('are the only text of their place (property)', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        const decoded = decodePlaceCursor(text);
        expect([undefined, text]).toContain(decoded && encodePlaceCursor(decoded));
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['a number', '5'],
    ['another list’s', encodeCursor('trade', 5)],
    ['one with a place too large', Buffer.from('posting.1.4294967296').toString('base64url')],
    ['one past 2^53', Buffer.from('posting.9007199254740993.0').toString('base64url')],
    ['one with leading zeros', Buffer.from('posting.01.0').toString('base64url')],
    ['one with more behind it', `${encodePlaceCursor({ seq: 1, eventIndex: 0 })}=`],
  ])('are not %s: 400 INVALID_CURSOR', (_, before) => {
    expect(decodePlaceCursor(before)).toBeUndefined();
    const { error } = ledgerQuery.safeParse({ before });
    expect(error?.issues).toMatchObject([{ path: ['before'], params: { code: 'INVALID_CURSOR' } }]);
  });
});

const entry = (fields: Partial<LedgerEntry>): LedgerEntry => ({
  seq: 7,
  eventIndex: 2,
  timestampMs: 1_795_255_200_900,
  kind: 'credited',
  amount: 5,
  balance: 5,
  tradeId: null,
  marketId: null,
  reference: null,
  ...fields,
});
const bytes = (length: number) => new Uint8Array(length).fill(1);

describe('a statement', () => {
  it('shows each entry with what it is about', () => {
    const items = [
      entry({ kind: 'withdrawal_accepted', amount: -5, balance: 0, reference: bytes(32) }),
      entry({ kind: 'deposit_credited', reference: bytes(64) }),
      entry({ kind: 'trade', tradeId: 9, marketId: bytes(32) }),
    ];
    const answer = presentLedger({ items, hasMore: true });
    expect(ledgerAnswer.safeParse(answer).success).toBe(true);
    expect(answer.entries).toMatchObject([
      { amount: -5, balance: 0, withdrawal_id: '01'.repeat(32), tx_signature: null },
      {
        time: 1_795_255_200,
        withdrawal_id: null,
        tx_signature: expect.stringMatching(/^\w{64,}$/),
      },
      { trade_id: 9, market_id: '01'.repeat(32), withdrawal_id: null },
    ]);
    expect(decodePlaceCursor(answer.next_cursor ?? '')).toEqual({ seq: 7, eventIndex: 2 });
  });

  it('ends without a cursor', () => {
    expect(presentLedger({ items: [], hasMore: false })).toEqual({
      entries: [],
      next_cursor: null,
      has_more: false,
    });
  });

  it('has at most 1,000 entries a page, 100 unless it is said', () => {
    expect(ledgerQuery.parse({})).toEqual({ limit: 100, before: undefined });
    expect(ledgerQuery.safeParse({ limit: '1001' }).success).toBe(false);
  });
});
