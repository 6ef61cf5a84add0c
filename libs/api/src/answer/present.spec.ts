import { fromBase58, fromHex, toBase58, toHex } from '@bellwether/codec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  address,
  base64,
  bigAmount,
  builderKey,
  count,
  hex32,
  oneOf,
  orNull,
  seconds,
  time,
  transaction,
  words,
} from './fields';
import { from, sourceOf } from './inside';
import type { Inside } from './inside';
import { present } from './present';

const part = z.strictObject({ paid_micro_usdc: count('What', 1), paid_at: time('When') });
const states = z.union([
  z.strictObject({ available: z.literal(true), since: time('From when on') }),
  z.strictObject({ available: z.literal(false), reason: words('Why', '') }),
]);
const thing = z.strictObject({
  thing_id: hex32('It', ''),
  owner: address('Whose', ''),
  tx_main: transaction('Where').nullable(),
  builder_api_key: from('builder', builderKey('By whom')),
  source_amount: bigAmount('How much', '0'),
  proof: base64('That', '').optional(),
  created_at: time('When'),
  timestamp: time('When'),
  daily_cap_resets_at: from('dailyCapResetsAtMs', time('When')),
  expires_at: seconds('When').optional(),
  ended_at: orNull(time('When')),
  moved_at: time('When').nullable().optional(),
  side: oneOf(['buy', 'sell'], 'Which', 'buy'),
  size: count('Contracts', 1),
  filled: count('Contracts', 1),
  remaining: from(
    ({ size, filled }: { readonly size: number; readonly filled: number }) => size - filled,
    count('`size` - `filled`', 0),
  ),
  parts: z.array(part).optional(),
  last: from(
    ({ parts }: { readonly parts?: readonly Inside<typeof part>[] | undefined }) =>
      parts?.at(-1) ?? null,
    part.nullable(),
  ),
  states: z.array(states),
  details: z.record(z.string(), z.unknown()),
});
type Sent = z.input<typeof thing>;

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const ofBytes = (length: number, write: (value: Uint8Array) => string) => bytes(length).map(write);
const aTime = fc.nat(4_000_000_000);
const aPart = fc.record({ paid_micro_usdc: fc.maxSafeNat(), paid_at: aTime });
const whole = {
  thing_id: ofBytes(32, toHex),
  owner: ofBytes(32, toBase58),
  tx_main: fc.option(ofBytes(64, toBase58)),
  builder_api_key: fc.oneof(fc.constant(''), ofBytes(16, toHex)),
  source_amount: fc.bigInt(0n, 2n ** 64n - 1n).map(String),
  proof: fc.uint8Array().map((value) => Buffer.from(value).toString('base64')),
  created_at: aTime,
  timestamp: aTime,
  daily_cap_resets_at: aTime,
  expires_at: aTime,
  ended_at: fc.option(aTime),
  moved_at: fc.option(aTime),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  size: fc.nat(1_000),
  filled: fc.nat(1_000),
  remaining: fc.constant(0),
  parts: fc.array(aPart),
  last: fc.constant(null),
  states: fc.array(
    fc.oneof(
      fc.record({ available: fc.constant(true as const), since: aTime }),
      fc.record({ available: fc.constant(false as const), reason: fc.string() }),
    ),
  ),
  details: fc.dictionary(fc.string(), fc.jsonValue()),
};
const OPTIONAL = ['proof', 'expires_at', 'moved_at', 'parts'] as const;
type Required = Exclude<keyof typeof whole, (typeof OPTIONAL)[number]>;
const requiredKeys = Object.keys(whole).filter(
  (name): name is Required => !OPTIONAL.some((one) => one === name),
);
/** With every subset of the fields that may be absent. */
const sent = fc.record(whole, { requiredKeys }).map((one) => ({
  ...one,
  size: one.filled + one.size,
  remaining: one.size,
  last: one.parts?.at(-1) ?? null,
}));

/** Written by hand, with some milliseconds that are not sent. */
const insideOf = (one: Sent): Inside<typeof thing> => {
  const ms = (at: number) => at * 1_000 + (at % 1_000);
  const msOrNull = (at: number | null) => (at === null ? null : ms(at));
  const { size, filled, side, details } = one;
  return {
    thingId: fromHex(one.thing_id, 32)!,
    owner: fromBase58(one.owner, 32)!,
    txMain: one.tx_main === null ? null : fromBase58(one.tx_main, 64)!,
    builder: fromHex(one.builder_api_key, 16) ?? null,
    sourceAmount: BigInt(one.source_amount),
    proof: one.proof === undefined ? undefined : new Uint8Array(Buffer.from(one.proof, 'base64')),
    createdMs: ms(one.created_at),
    timestampMs: ms(one.timestamp),
    dailyCapResetsAtMs: ms(one.daily_cap_resets_at),
    expiresAt: one.expires_at,
    endedMs: msOrNull(one.ended_at),
    movedMs: one.moved_at === undefined ? undefined : msOrNull(one.moved_at),
    side,
    size,
    filled,
    parts: one.parts?.map((paid) => ({
      paidMicroUsdc: paid.paid_micro_usdc,
      paidMs: ms(paid.paid_at),
    })),
    states: one.states.map((state) =>
      state.available ? { available: true, sinceMs: ms(state.since) } : state,
    ),
    details,
  };
};

describe('an answer', () => {
  const presentThing = present(thing);

  it('is sent byte for byte as its schema says, from what the code has of it (property)', () => {
    fc.assert(
      fc.property(sent, (one) => {
        expect(JSON.stringify(presentThing(insideOf(one)))).toBe(JSON.stringify(one));
      }),
    );
  });

  it('is read by its schema, each field as the code has it', () => {
    fc.assert(
      fc.property(sent, (one) => {
        const { thing_id, timestamp } = thing.parse(one);
        expect(thing_id).toEqual(insideOf(one).thingId);
        expect(timestamp).toBe(one.timestamp * 1_000);
      }),
    );
  });

  it('has nothing that its schema does not name', () => {
    const secret = { paidMicroUsdc: 1, paidMs: 2_000, secret: 'abc' };
    expect(present(part)(secret)).toEqual({ paid_micro_usdc: 1, paid_at: 2 });
    expect(present(z.array(part))([secret])).toEqual([{ paid_micro_usdc: 1, paid_at: 2 }]);
  });

  it('is made of a field once, however large that is', () => {
    let made = 0;
    const counted = z.strictObject({
      last: from(() => ({ paidMicroUsdc: ++made, paidMs: 0 }), part),
    });
    expect(present(counted)({})).toEqual({ last: { paid_micro_usdc: 1, paid_at: 0 } });
  });

  it.each([
    ['a value that is transformed one way', z.string().transform(Number), 'is a codec'],
    ['a record of what differs', z.record(z.string(), time('When')), 'of a record are plain'],
    ['options that nothing distinguishes', z.union([part, part]), 'nothing tells the options'],
    ['a kind that it does not know', z.date(), 'of a date'],
  ])('is not made of %s', (_, schema: z.ZodType, message) => {
    expect(() => present(schema)).toThrow(message);
  });
});

it.each([
  ['key_id', words('Which', ''), 'keyId'],
  ['change_24h_bps', count('What', 0), 'change24hBps'],
  ['created_at', time('When'), 'createdMs'],
  ['last_used_at', orNull(time('When')), 'lastUsedMs'],
  ['previous_valid_until', time('When').optional(), 'previousValidUntilMs'],
  ['opens_at', seconds('When'), 'opensAt'],
])('%s is by rule %s inside', (name, field, inside) => {
  expect(sourceOf(name, field)).toBe(inside);
});
