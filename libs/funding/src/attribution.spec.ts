/** Which arrivals make up a credit, whose money came over the bridge, and how a movement index is encoded. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { attributeCredit } from './attribution';
import { ownerOfBridged } from './bridged-arrival';
import { encodeSplit } from './split';
import { ALONE } from './transfer';
import { movementIndex, movementPlace } from './movement-index';
import { bytesOf } from '../test/deposits-under-test';
import { propertyRuns } from '../test/property-runs';

const arrival = (amountMicroUsdc: number, slot: number, txIndex = 0, creditsBefore = 0) => ({
  amountMicroUsdc,
  slot,
  txIndex,
  creditsBefore,
});
const credit = (...of: Parameters<typeof arrival>) => ({
  ...arrival(...of),
  isOfSideAccount: false,
});

describe('a credit', () => {
  const waiting = [
    arrival(5, 9),
    arrival(3, 4, 1),
    arrival(2, 4),
    arrival(7, 9, 2, 1),
    arrival(6, 9, 2),
  ];
  it.each([
    ['of all before it, oldest first', credit(10, 9, 1), 'exact', [2, 3, 5], undefined],
    ['of nothing later in its block', credit(5, 4, 3), 'exact', [2, 3], undefined],
    [
      'of what stands before it in its transaction',
      credit(16, 9, 2),
      'exact',
      [2, 3, 5, 6],
      undefined,
    ],
    ['the second of its transaction', credit(23, 9, 2, 1), 'exact', [2, 3, 5, 6, 7], undefined],
    ['larger than what is known', credit(11, 9, 1), 'arrival_missing', [2, 3, 5], 1],
    ['smaller than what is known', credit(9, 9, 1), 'arrival_not_swept', [2, 3], 1],
    ['smaller than the oldest', credit(1, 9, 1), 'arrival_not_swept', [], 9],
    ['of nothing that is known', credit(4, 1), 'arrival_missing', [], 4],
  ] as const)('%s', (_name, of, kind, amounts, difference) => {
    const attribution = attributeCredit(of, waiting);
    expect(attribution.kind).toBe(kind);
    expect(attribution.arrivals.map((one) => one.amountMicroUsdc)).toEqual(amounts);
    const found =
      'differenceMicroUsdc' in attribution ? attribution.differenceMicroUsdc : undefined;
    expect(found).toBe(difference);
  });

  it.each([1, 5, 10])(
    'of %i out of another account of the wallet takes nothing of it',
    (amount) => {
      const of = { ...credit(amount, 20), isOfSideAccount: true };
      expect(attributeCredit(of, waiting)).toEqual({ kind: 'exact', arrivals: [] });
    },
  );

  it('never says that more was swept than it brought', () => {
    const some = fc.record({
      amountMicroUsdc: fc.integer({ min: 1, max: 9 }),
      slot: fc.nat(3),
      txIndex: fc.nat(2),
      creditsBefore: fc.nat(1),
    });
    const ofSome = fc.record({
      amountMicroUsdc: fc.integer({ min: 1, max: 40 }),
      slot: fc.nat(3),
      txIndex: fc.nat(2),
      creditsBefore: fc.nat(1),
      isOfSideAccount: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 8 }), ofSome, (all, of) => {
        const { kind, arrivals } = attributeCredit(of, all);
        const sum = arrivals.reduce((total, one) => total + one.amountMicroUsdc, 0);
        expect(sum).toBeLessThanOrEqual(of.amountMicroUsdc);
        const isWhole = sum === (of.isOfSideAccount ? 0 : of.amountMicroUsdc);
        expect(isWhole || (kind !== 'exact' && !of.isOfSideAccount)).toBe(true);
        expect(arrivals.every((one) => all.includes(one))).toBe(true);
      }),
      propertyRuns(300),
    );
  });
});

describe('what the bridge paid', () => {
  const transfer = (fill: number, transferSequence: number | null) => ({
    depositId: bytesOf(32, fill),
    transferSequence,
    ...ALONE,
  });
  /** Of the accounts with these numbers, each of as many micro-USDC. */
  const listOf = (...accounts: readonly number[]) => saltedList(7, accounts);
  const saltedList = (salt: number, accounts: readonly number[]) =>
    encodeSplit({
      salt: bytesOf(32, salt),
      rentTo: bytesOf(32, 9),
      entries: accounts.map((one) => ({ account: bytesOf(32, one), amountMicroUsdc: one })),
    });
  const shared = (fill: number, split: Uint8Array, share: number) => ({
    ...transfer(fill, 7),
    split,
    share,
  });
  const isOf = (fill: number) => ({ kind: 'deposit', depositId: bytesOf(32, fill) });

  it.each([
    ['is of the transfer with its number', [transfer(1, 6), transfer(2, 7)], isOf(2)],
    ['and of no other that waits', [transfer(1, null), transfer(2, 7)], isOf(2)],
    [
      'may be of one whose number nobody has told',
      [transfer(1, 6), transfer(2, null)],
      { kind: 'not_known' },
    ],
    ['is foreign where all have others', [transfer(1, 6), transfer(2, 8)], { kind: 'foreign' }],
    ['is foreign where nothing is under way', [], { kind: 'foreign' }],
  ])('%s', (_name, transfers, owner) => {
    expect(ownerOfBridged({ transferSequence: 7, ...ALONE }, transfers)).toEqual(owner);
  });

  it.each([
    ['is of the deposit with that place in the list', [shared(1, listOf(3, 4), 1)], isOf(1)],
    [
      'is of the message with its salt, where two pay the same',
      [shared(1, saltedList(8, [3, 4]), 1), shared(2, listOf(3, 4), 1)],
      isOf(2),
    ],
    ['is of another place in none', [shared(1, listOf(3, 4), 0)], { kind: 'foreign' }],
    ['is foreign where the list is no transfer', [shared(1, listOf(4, 3), 0)], { kind: 'foreign' }],
    ['is of none that goes alone', [transfer(1, null), transfer(2, 7)], { kind: 'foreign' }],
  ])('out of a split account %s', (_name, transfers, owner) => {
    const payment = { transferSequence: null, split: listOf(3, 4), share: 1 };
    expect(ownerOfBridged(payment, transfers)).toEqual(owner);
  });

  it('out of the account of what was left of a list is of its deposit', () => {
    const left = { transferSequence: null, split: listOf(4), share: 0 };
    expect(ownerOfBridged(left, [shared(1, listOf(3, 4), 1)])).toEqual(isOf(1));
  });

  it('to a proxy wallet itself is of none that shares', () => {
    const payment = { transferSequence: 7, ...ALONE };
    expect(ownerOfBridged(payment, [shared(1, listOf(3), 0)])).toEqual({ kind: 'foreign' });
  });
});

describe("a movement's number", () => {
  it('is the index of its account where an account is paid once', () => {
    expect(movementIndex({ account: 5, part: 0, creditsBefore: 0 })).toBe(5);
  });

  it('tells account, part and credits, within four bytes', () => {
    const place = fc.record({
      account: fc.nat(255),
      part: fc.nat(255),
      creditsBefore: fc.nat(1_000),
    });
    fc.assert(
      fc.property(place, (one) => {
        const index = movementIndex(one);
        expect(movementPlace(index)).toEqual(one);
        expect(index).toBeLessThan(2 ** 31);
      }),
      propertyRuns(200),
    );
  });
});
