/** The signed messages as named fields with offsets, so that a person can compare bytes. */
import { toBase58, toHex } from '@bellwether/codec';
import { encodeAmend } from '../amend';
import type { AmendMessage } from '../amend';
import { encodeCancel } from '../cancel';
import type { CancelMessage } from '../cancel';
import { encodeCancelAfter } from '../cancel-after';
import type { CancelAfterMessage } from '../cancel-after';
import { encodeCancelAll } from '../cancel-all';
import type { CancelAllMessage } from '../cancel-all';
import { encodeFullOrder } from '../full-order';
import type { FullOrderMessage } from '../full-order';
import { NETWORK_NAMES } from '../network';
import { encodeOrder } from '../order';
import type { OrderMessage } from '../order';
import { encodeRecover } from '../recover';
import type { RecoverMessage } from '../recover';
import { encodeRedeem } from '../redeem';
import type { RedeemMessage } from '../redeem';
import { encodeWithdraw } from '../withdraw';
import type { WithdrawMessage } from '../withdraw';

/** A message of any kind, as a domain value. */
export type AnySignedMessage =
  | ({ readonly kind: 'order' } & OrderMessage)
  | ({ readonly kind: 'cancel' } & CancelMessage)
  | ({ readonly kind: 'cancel_all' } & CancelAllMessage)
  | ({ readonly kind: 'withdraw' } & WithdrawMessage)
  | ({ readonly kind: 'recover' } & RecoverMessage)
  | ({ readonly kind: 'redeem' } & RedeemMessage)
  | ({ readonly kind: 'amend' } & AmendMessage)
  | ({ readonly kind: 'full_order' } & FullOrderMessage)
  | ({ readonly kind: 'cancel_after' } & CancelAfterMessage);
export type SignedKind = AnySignedMessage['kind'];

/** How the bytes of a field read: bytes in hex, 32 of them in base58, an integer, a line, or one of several words. */
type Meaning = 'tag' | 'hash' | 'key' | 'u16' | 'u64' | 'line' | readonly string[];

interface FieldShape {
  /** The field's name in requests, if it appears there. */
  readonly name: string;
  readonly length: number;
  readonly meaning: Meaning;
}

export interface MessageField extends FieldShape {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

const hash = (name: string): FieldShape => ({ name, length: 32, meaning: 'hash' });
const key = (name: string): FieldShape => ({ name, length: 32, meaning: 'key' });
const u64 = (name: string): FieldShape => ({ name, length: 8, meaning: 'u64' });
const word = (name: string, words: readonly string[]): FieldShape => ({
  name,
  length: 1,
  meaning: words,
});
const tag: FieldShape = { name: 'tag', length: 1, meaning: 'tag' };
const network = word('network', NETWORK_NAMES);
const allowProgramAddress = word('allow_program_address', ['false', 'true']);

const RECIPIENT_KINDS = ['default', 'recipient_ext', 'recipient_main'];

/** In signing order. */
const SHAPES: Readonly<Record<SignedKind, readonly FieldShape[]>> = {
  order: [
    hash('market_id'),
    key('user'),
    word('outcome', ['yes', 'no']),
    word('side', ['buy', 'sell']),
    u64('price'),
    u64('size'),
    u64('nonce'),
  ],
  cancel: [tag, key('user'), hash('market_id'), u64('order_id')],
  cancel_all: [
    tag,
    key('user'),
    word('market_present', ['all markets', 'one market']),
    hash('market_id'),
    u64('nonce'),
  ],
  withdraw: [
    tag,
    network,
    key('main_address'),
    u64('amount'),
    u64('max_gas_fee'),
    word('recipient_kind', RECIPIENT_KINDS),
    key('recipient'),
    allowProgramAddress,
    u64('nonce'),
  ],
  recover: [
    tag,
    network,
    key('main_address'),
    key('mint'),
    u64('max_gas_fee'),
    key('recipient'),
    allowProgramAddress,
    u64('nonce'),
  ],
  redeem: [tag, network, hash('market_id'), key('user'), u64('size'), u64('nonce')],
  amend: [
    tag,
    network,
    hash('market_id'),
    key('user'),
    u64('order_id'),
    u64('price'),
    u64('size'),
    u64('nonce'),
  ],
  full_order: [
    tag,
    network,
    hash('market_id'),
    key('user'),
    word('outcome', ['yes', 'no']),
    word('side', ['buy', 'sell']),
    word('order_type', ['gtc', 'ioc', 'fok', 'post_only']),
    word('self_trade', ['cancel_maker', 'cancel_taker', 'cancel_both']),
    word('reduce_only', ['false', 'true']),
    u64('price'),
    u64('size'),
    u64('nonce'),
    u64('fee_bps'),
    u64('expires_at'),
  ],
  cancel_after: [tag, network, key('user'), u64('seconds'), u64('nonce')],
};

export const SIGNED_KINDS = [
  'order',
  'cancel',
  'cancel_all',
  'withdraw',
  'recover',
  'redeem',
  'amend',
  'full_order',
  'cancel_after',
] as const satisfies readonly SignedKind[];

/** Forms that can be diagnosed: the messages, and the texts (a withdrawal and a recovery have both forms). */
export const DIAGNOSED_KINDS = [
  ...SIGNED_KINDS,
  'allow_trading_key',
  'revoke_trading_key',
  'session',
] as const;
export type DiagnosedKind = (typeof DIAGNOSED_KINDS)[number];

/** The kind whose messages have this length; lengths are unique. */
export const kindOfLength = (byteLength: number): SignedKind | undefined =>
  SIGNED_KINDS.find((kind) => byteLength === lengthOf(kind));

const lengthOf = (kind: SignedKind): number =>
  SHAPES[kind].reduce((sum, { length }) => sum + length, 0);

/** The canonical bytes of a message of any kind. @throws RangeError if a value does not fit its field */
export function encodeAny(message: AnySignedMessage): Uint8Array {
  switch (message.kind) {
    case 'order':
      return encodeOrder(message);
    case 'cancel':
      return encodeCancel(message);
    case 'cancel_all':
      return encodeCancelAll(message);
    case 'withdraw':
      return encodeWithdraw(message);
    case 'recover':
      return encodeRecover(message);
    case 'redeem':
      return encodeRedeem(message);
    case 'amend':
      return encodeAmend(message);
    case 'full_order':
      return encodeFullOrder(message);
    case 'cancel_after':
      return encodeCancelAfter(message);
  }
}

/** The fields of `bytes`, which must have the length of that kind. */
export function fieldsOf(kind: SignedKind, bytes: Uint8Array): MessageField[] {
  let offset = 0;
  return SHAPES[kind].map((shape) => {
    const field = { ...shape, offset, bytes: bytes.slice(offset, offset + shape.length) };
    offset += shape.length;
    return field;
  });
}

/** The value of a field as a request would write it. */
export function fieldValue({ bytes, meaning }: MessageField): string {
  if (meaning === 'key') return toBase58(bytes);
  if (meaning === 'line') return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (meaning === 'u16') return String((bytes[0] ?? 0) + (bytes[1] ?? 0) * 256);
  if (meaning === 'u64') return String(readU64(bytes));
  if (meaning === 'hash' || meaning === 'tag') return toHex(bytes);
  const byte = bytes[0] ?? 0;
  return meaning[byte] ?? `${byte}, which is none of ${meaning.join(', ')}`;
}

export const readU64 = (bytes: Uint8Array): bigint =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getBigUint64(0, true);

export function writeU64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}
