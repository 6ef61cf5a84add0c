import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { DecodeError, toHex } from '@bellwether/codec';
import {
  bridgeAmount,
  decodeTokenTransfer,
  decodeVaa,
  encodeTokenTransfer,
  encodeVaa,
  unitsOfBridgeAmount,
  verifyVaa,
} from '../src';
import type { TokenTransfer, Vaa } from '../src';
import { GUARDIAN_SET, VAA_VECTORS, hexBytes } from './vectors';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 200) };

const byteArray = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const u8 = fc.nat({ max: 0xff });
const u16 = fc.nat({ max: 0xffff });
const u32 = fc.nat({ max: 0xffffffff });
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const u256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });

const signature = fc.record({ guardianIndex: u8, r: byteArray(32), s: byteArray(32), v: u8 });
const anyVaa: fc.Arbitrary<Vaa> = fc.record({
  guardianSetIndex: u32,
  signatures: fc.array(signature, { maxLength: 19 }),
  timestamp: u32,
  nonce: u32,
  emitterChain: u16,
  emitterAddress: byteArray(32),
  sequence: u64,
  consistencyLevel: u8,
  payload: fc.uint8Array({ maxLength: 200 }),
});

const fields = {
  amount: u256,
  tokenAddress: byteArray(32),
  tokenChain: u16,
  to: byteArray(32),
  toChain: u16,
};
const anyTransfer: fc.Arbitrary<TokenTransfer> = fc.oneof(
  fc.record({ kind: fc.constant('transfer' as const), ...fields, fee: u256 }),
  fc.record({
    kind: fc.constant('transfer_with_payload' as const),
    ...fields,
    fromAddress: byteArray(32),
    data: fc.uint8Array({ maxLength: 100 }),
  }),
);

/** `encode(decode(bytes))` is `bytes`, or `decode` throws its documented error. */
function isCanonical<T>(
  bytes: Uint8Array,
  decode: (from: Uint8Array) => T,
  encode: (value: T) => Uint8Array,
): boolean {
  let value: T;
  try {
    value = decode(bytes);
  } catch (error) {
    return error instanceof DecodeError;
  }
  return toHex(encode(value)) === toHex(bytes);
}

describe('a VAA', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(anyVaa, (vaa) => {
        expect(decodeVaa(encodeVaa(vaa))).toEqual(vaa);
      }),
      RUNS,
    );
  });

  it('has one byte string: other bytes throw, or are another VAA', () => {
    const good = VAA_VECTORS.map((vector) => hexBytes(vector.vaa));
    const damaged = fc
      .record({
        bytes: fc.constantFrom(...good),
        at: fc.nat(),
        value: u8,
        cut: fc.nat({ max: 80 }),
      })
      .map(({ bytes, at, value, cut }) =>
        bytes.with(at % bytes.length, value).slice(0, bytes.length - cut),
      );
    fc.assert(
      fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 300 })), (bytes) => {
        expect(isCanonical(bytes, decodeVaa, encodeVaa)).toBe(true);
      }),
      RUNS,
    );
  });

  it('is not believed with any byte of it changed', () => {
    const good = hexBytes(VAA_VECTORS[0]!.vaa);
    const change = fc.record({
      at: fc.nat({ max: good.length - 1 }),
      by: fc.integer({ min: 1, max: 255 }),
    });
    fc.assert(
      fc.property(change, ({ at, by }) => {
        const changed = good.with(at, good[at]! ^ by);
        expect(verifyVaa(changed, GUARDIAN_SET).refused).toBeDefined();
      }),
      { numRuns: Math.min(RUNS.numRuns, 40) },
    );
  });
});

describe('a transfer', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(anyTransfer, (transfer) => {
        expect(decodeTokenTransfer(encodeTokenTransfer(transfer))).toEqual(transfer);
      }),
      RUNS,
    );
  });

  it('has one byte string', () => {
    const bytes = fc
      .tuple(fc.constantFrom(1, 2, 3), fc.uint8Array({ minLength: 125, maxLength: 140 }))
      .map(([tag, rest]) => Uint8Array.of(tag, ...rest));
    fc.assert(
      fc.property(bytes, (payload) => {
        expect(isCanonical(payload, decodeTokenTransfer, encodeTokenTransfer)).toBe(true);
      }),
      RUNS,
    );
  });
});

it('nobody gains by cutting amounts to eight decimals: at most the cut part stays behind', () => {
  fc.assert(
    fc.property(u64, fc.nat({ max: 18 }), (units, decimals) => {
      const arrives = unitsOfBridgeAmount(bridgeAmount(units, decimals), decimals);
      expect(arrives <= units).toBe(true);
      expect(units - arrives < 10n ** BigInt(Math.max(decimals - 8, 0))).toBe(true);
    }),
    RUNS,
  );
});
