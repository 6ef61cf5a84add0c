/** Common mistakes in building a signed message, each as the bytes that it produces. */
import { sha256 } from '@noble/hashes/sha2.js';
import { toBase58, toHex } from '@bellwether/codec';
import { FLAG_WORDS } from '../forms/field';
import { fieldValue, readU64, writeU64 } from './message-fields';
import type { MessageField } from './message-fields';

export interface Mistake {
  /** For programs; never renamed. */
  readonly code: string;
  /** The mistake, and what is right. */
  readonly explanation: string;
}

/** Bytes that a client may have signed instead of the canonical ones. */
export interface Variant {
  readonly mistakes: readonly Mistake[];
  readonly bytes: Uint8Array;
}

type Fields = readonly MessageField[];
/** Null: this mistake is impossible with these fields. */
type Change = (fields: Fields) => Uint8Array | null;

const utf8 = new TextEncoder();
const MOST = 0xffff_ffff_ffff_ffffn;
const BASIS_POINTS_OF_A_CENT = 100n;
const MICRO_USDC_OF_A_DOLLAR = 1_000_000n;

const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
};

/** The message with some fields changed; `null` leaves a field unchanged. */
const changing =
  (change: (field: MessageField) => Uint8Array | null): Change =>
  (fields) => {
    const changed = fields.map(change);
    if (changed.every((bytes) => bytes === null)) return null;
    return joined(fields.map(({ bytes }, index) => changed[index] ?? bytes));
  };

const number = (name: string, next: (value: bigint) => bigint | null): Change =>
  changing((field) => {
    if (field.name !== name || field.meaning !== 'u64') return null;
    const value = next(readU64(field.bytes));
    return value === null || value < 0n || value > MOST ? null : writeU64(value);
  });
/** Whether it has eight bytes that are a number. */
const isInteger = ({ meaning }: MessageField): boolean => meaning === 'u64' || meaning === 'i64';
const divided = (by: bigint) => (value: bigint) => (value % by === 0n ? value / by : null);
const byte = (name: string, next: (value: number) => number): Change =>
  changing(({ name: found, bytes }) =>
    found === name ? Uint8Array.of(next(bytes[0] ?? 0)) : null,
  );
const swapped =
  (one: string, other: string): Change =>
  (fields) => {
    const places = [one, other].map((name) => fields.findIndex((field) => field.name === name));
    const [first = -1, second = -1] = places;
    if (first < 0 || second < 0) return null;
    const parts = fields.map(({ bytes }) => bytes);
    [parts[first], parts[second]] = [parts[second]!, parts[first]!];
    return joined(parts);
  };
const without = (name: string): Change => {
  const none = new Uint8Array();
  return changing((field) => (field.name === name ? none : null));
};
const withZeros = (name: string): Change =>
  changing((field) => (field.name === name ? new Uint8Array(field.length) : null));
const everyKey = (text: (bytes: Uint8Array) => string): Change =>
  changing(({ meaning, bytes }) => (meaning === 'key' ? utf8.encode(text(bytes)) : null));

/** All markets instead of one. */
const allMarkets: Change = (fields) =>
  fields.some(({ name }) => name === 'market_present')
    ? changing(({ name, length }) =>
        name === 'market_present' || name === 'market_id' ? new Uint8Array(length) : null,
      )(fields)
    : null;

const TIMES: readonly string[] = ['expires_at', 'observed_at', 'signed_at'];

/** One field wrong, or all of one type. */
const IN_FIELDS: readonly (readonly [code: string, explanation: string, change: Change])[] = [
  [
    'big_endian',
    'The integers were written big-endian; they are little-endian.',
    changing((field) => (isInteger(field) ? field.bytes.toReversed() : null)),
  ],
  [
    'integers_of_4_bytes',
    'The integers were written in 4 bytes; they take 8 (little-endian).',
    changing((field) => (isInteger(field) ? field.bytes.slice(0, 4) : null)),
  ],
  [
    'integers_as_text',
    'The integers were written as decimal text; they are 8 bytes, little-endian.',
    changing((field) => (isInteger(field) ? utf8.encode(fieldValue(field)) : null)),
  ],
  [
    'keys_as_base58_text',
    'Public keys were written as base58 text; their 32 bytes belong there.',
    everyKey(toBase58),
  ],
  [
    'keys_as_hex_text',
    'Public keys were written as hex text; their 32 bytes belong there.',
    everyKey(toHex),
  ],
  [
    'market_id_as_text',
    'market_id was written as 64 characters of text; its 32 bytes belong there.',
    changing(({ meaning, bytes }) => (meaning === 'hash' ? utf8.encode(toHex(bytes)) : null)),
  ],
  [
    'ids_as_text',
    'market_id and public keys were written as text; their 32 bytes belong there.',
    changing(({ meaning, bytes }) => {
      if (meaning === 'hash') return utf8.encode(toHex(bytes));
      return meaning === 'key' ? utf8.encode(toBase58(bytes)) : null;
    }),
  ],
  [
    'ids_in_other_order',
    'market_id and user stood in the other order: see their offsets.',
    swapped('market_id', 'user'),
  ],
  ['other_outcome', 'The other outcome was signed: 0 is yes, 1 is no.', byte('outcome', flipped)],
  ['other_side', 'The other side was signed: 0 is buy, 1 is sell.', byte('side', flipped)],
  [
    'side_before_outcome',
    'side stood before outcome; outcome comes first.',
    swapped('outcome', 'side'),
  ],
  [
    'price_in_cents',
    'price was signed in cents; it is in basis points, 100 of them a cent.',
    number('price', divided(BASIS_POINTS_OF_A_CENT)),
  ],
  [
    'price_times_100',
    'price was signed a hundredfold; it is in basis points of a dollar.',
    number('price', (price) => price * BASIS_POINTS_OF_A_CENT),
  ],
  ['price_after_size', 'size stood before price; price comes first.', swapped('price', 'size')],
  ['nonce_one_lower', 'The nonce before this one was signed.', number('nonce', (n) => n - 1n)],
  ['nonce_one_higher', 'The nonce after this one was signed.', number('nonce', (n) => n + 1n)],
  ['nonce_zero', 'The nonce 0 was signed in place of the one sent.', withZeros('nonce')],
  [
    'other_network',
    'The byte of the other network was signed: 0 is test, 1 is production.',
    byte('network', flipped),
  ],
  ['no_network', 'The network byte is missing; it stands after the tag.', without('network')],
  ['no_tag', 'The tag is missing; it is the first byte.', without('tag')],
  [
    'amount_in_dollars',
    'amount was signed in dollars; it is in micro-USDC.',
    number('amount', divided(MICRO_USDC_OF_A_DOLLAR)),
  ],
  [
    'max_gas_fee_zero',
    'The max_gas_fee 0 was signed, which binds no fee, but the request names one.',
    withZeros('max_gas_fee'),
  ],
  [
    'max_cost_zero',
    'The max_cost 0 was signed, which bounds no cost, but the request names one.',
    withZeros('max_cost'),
  ],
  [
    'max_cost_in_dollars',
    'max_cost was signed in dollars; it is in micro-USDC.',
    number('max_cost', divided(MICRO_USDC_OF_A_DOLLAR)),
  ],
  ['no_max_cost', 'max_cost is missing: it is the last field.', without('max_cost')],
  [
    'filled_any',
    'filled was signed as any (2^64 - 1), but the request names a number.',
    number('filled', () => MOST),
  ],
  [
    'times_in_milliseconds',
    'The times were signed in milliseconds; they are Unix seconds.',
    changing(({ name, bytes }) =>
      TIMES.includes(name) ? writeU64(readU64(bytes) * 1_000n) : null,
    ),
  ],
  [
    'other_attests',
    'The other word of `attests` was signed: 0 is value, 1 is winner.',
    byte('attests', flipped),
  ],
  ['no_filled', 'filled is missing: it is the last field.', without('filled')],
  [
    'other_recipient_kind',
    'Another recipient_kind was signed: 1 is recipient_ext, 2 is recipient_main.',
    byte('recipient_kind', (kind) => 3 - kind),
  ],
  [
    'no_recipient',
    'The default recipient was signed (kind 0 and zeros), but the request names one.',
    changing(({ name, length }) =>
      name === 'recipient_kind' || name === 'recipient' ? new Uint8Array(length) : null,
    ),
  ],
  ['all_markets', 'A cancel of all markets was signed, but the request names one.', allMarkets],
  [
    'market_present_wrong',
    'market_present was signed wrong: 0 for all markets, 1 for the one that follows.',
    byte('market_present', flipped),
  ],
  [
    'no_market_present',
    'The byte market_present is missing; it stands after user.',
    without('market_present'),
  ],
];

function flipped(value: number): number {
  return 1 - value;
}

/** Each flag of the message the other way round. */
const inFlags = (fields: Fields): typeof IN_FIELDS =>
  fields.flatMap(({ name, meaning }) =>
    meaning === FLAG_WORDS
      ? [
          [
            `other_${name}`,
            `The other ${name} was signed: 0 is false, 1 is true.`,
            byte(name, flipped),
          ] as const,
        ]
      : [],
  );

/** The whole message wrapped or encoded. */
const AROUND: readonly (readonly [
  code: string,
  explanation: string,
  wrap: (bytes: Uint8Array) => Uint8Array,
])[] = [
  [
    'hash_signed',
    'The SHA-256 of the message was signed; Ed25519 signs the bytes themselves.',
    (bytes) => sha256(bytes),
  ],
  [
    'hash_text_signed',
    'The message_hash was signed as text; the bytes of the message are signed.',
    (bytes) => utf8.encode(toHex(sha256(bytes))),
  ],
  [
    'hex_text_signed',
    'The hex text of the message was signed; its bytes are signed.',
    (bytes) => utf8.encode(toHex(bytes)),
  ],
  [
    'upper_hex_text_signed',
    'The hex text of the message was signed; its bytes are signed.',
    (bytes) => utf8.encode(toHex(bytes).toUpperCase()),
  ],
  [
    'base58_text_signed',
    'The base58 text of the message was signed; its bytes are signed.',
    (bytes) => utf8.encode(toBase58(bytes)),
  ],
];

/** Every variant worth trying, single mistakes before pairs: at most about 160. */
export function* variantsOf(fields: Fields): Generator<Variant> {
  const canonical = joined(fields.map(({ bytes }) => bytes));
  const inFields: Variant[] = [];
  for (const [code, explanation, change] of [...IN_FIELDS, ...inFlags(fields)]) {
    const bytes = change(fields);
    // With some values a mistake changes nothing.
    if (bytes !== null && toHex(bytes) !== toHex(canonical))
      inFields.push({ mistakes: [{ code, explanation }], bytes });
  }
  yield* inFields;
  for (const inner of [{ mistakes: [], bytes: canonical }, ...inFields]) {
    for (const [code, explanation, wrap] of AROUND) {
      yield { mistakes: [...inner.mistakes, { code, explanation }], bytes: wrap(inner.bytes) };
    }
  }
}
