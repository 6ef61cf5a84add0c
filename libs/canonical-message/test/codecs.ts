/** The messages in one table: how a test encodes, decodes and draws each. */
import fc from 'fast-check';
import {
  cancelAllMessage,
  cancelMessage,
  decodeCancel,
  decodeCancelAll,
  decodeOrder,
  decodeRecover,
  decodeRedeem,
  decodeWithdraw,
  encodeCancel,
  encodeCancelAll,
  encodeOrder,
  encodeRecover,
  encodeRedeem,
  encodeWithdraw,
  orderMessage,
  recoverMessage,
  redeemMessage,
  amendMessage,
  decodeAmend,
  encodeAmend,
  cancelAfterMessage,
  decodeCancelAfter,
  decodeFullOrder,
  encodeCancelAfter,
  encodeFullOrder,
  fullOrderMessage,
  withdrawMessage,
} from '../src';
import type {
  CancelAllMessage,
  CancelMessage,
  OrderMessage,
  RecoverMessage,
  RedeemMessage,
  AmendMessage,
  CancelAfterMessage,
  FullOrderMessage,
  WithdrawMessage,
} from '../src';
import { keyBytes } from './vectors';
import type { MessageKind, MessageVector } from './vectors';

export interface MessageCodec<T> {
  readonly byteLength: number;
  readonly encode: (value: T) => Uint8Array;
  readonly decode: (message: Uint8Array) => T;
  /** The value a golden vector describes. */
  readonly fromVector: (vector: MessageVector) => T;
  readonly values: fc.Arbitrary<T>;
}

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const integer = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER));
const network = fc.constantFrom('test' as const, 'production' as const);

const order: MessageCodec<OrderMessage> = {
  byteLength: orderMessage.byteLength,
  encode: encodeOrder,
  decode: decodeOrder,
  fromVector: ({ user, fields }) => ({
    marketId: keyBytes(fields['market_id']),
    user: keyBytes(user),
    outcome: fields['outcome'] as OrderMessage['outcome'],
    side: fields['side'] as OrderMessage['side'],
    price: Number(fields['price']),
    size: Number(fields['size']),
    nonce: Number(fields['nonce']),
  }),
  values: fc.record({
    marketId: bytes32,
    user: bytes32,
    outcome: fc.constantFrom('yes', 'no'),
    side: fc.constantFrom('buy', 'sell'),
    price: integer,
    size: integer,
    nonce: integer,
  }),
};

const cancelAll: MessageCodec<CancelAllMessage> = {
  byteLength: cancelAllMessage.byteLength,
  encode: encodeCancelAll,
  decode: decodeCancelAll,
  fromVector: ({ user, fields }) => ({
    user: keyBytes(user),
    marketId: fields['market_id'] === null ? null : keyBytes(fields['market_id']),
    nonce: Number(fields['nonce']),
  }),
  values: fc.record({
    user: bytes32,
    marketId: fc.option(bytes32, { nil: null }),
    nonce: integer,
  }),
};

const cancel: MessageCodec<CancelMessage> = {
  byteLength: cancelMessage.byteLength,
  encode: encodeCancel,
  decode: decodeCancel,
  fromVector: ({ user, fields }) => ({
    user: keyBytes(user),
    marketId: keyBytes(fields['market_id']),
    orderId: Number(fields['order_id']),
  }),
  values: fc.record({ user: bytes32, marketId: bytes32, orderId: integer }),
};

const RECIPIENT_KINDS = ['default', 'recipient_ext', 'recipient_main'] as const;

function recipientOf({ fields }: MessageVector): WithdrawMessage['recipient'] {
  const kind = RECIPIENT_KINDS[Number(fields['recipient_kind'])]!;
  return kind === 'default' ? { kind } : { kind, address: keyBytes(fields['recipient']) };
}

const withdraw: MessageCodec<WithdrawMessage> = {
  byteLength: withdrawMessage.byteLength,
  encode: encodeWithdraw,
  decode: decodeWithdraw,
  fromVector: (vector) => ({
    network: vector.fields['network'] as WithdrawMessage['network'],
    mainAddress: keyBytes(vector.user),
    amount: Number(vector.fields['amount']),
    maxGasFee: Number(vector.fields['max_gas_fee']),
    recipient: recipientOf(vector),
    allowProgramAddress: vector.fields['allow_program_address'] === true,
    nonce: Number(vector.fields['nonce']),
  }),
  values: fc.record({
    network,
    mainAddress: bytes32,
    amount: integer,
    maxGasFee: integer,
    recipient: fc.oneof(
      fc.constant({ kind: 'default' as const }),
      fc.record({
        kind: fc.constantFrom('recipient_ext' as const, 'recipient_main' as const),
        address: bytes32,
      }),
    ),
    allowProgramAddress: fc.boolean(),
    nonce: integer,
  }),
};

const recover: MessageCodec<RecoverMessage> = {
  byteLength: recoverMessage.byteLength,
  encode: encodeRecover,
  decode: decodeRecover,
  fromVector: ({ user, fields }) => ({
    network: fields['network'] as RecoverMessage['network'],
    mainAddress: keyBytes(user),
    mint: keyBytes(fields['mint']),
    recipient: keyBytes(fields['recipient']),
    allowProgramAddress: fields['allow_program_address'] === true,
    maxGasFee: Number(fields['max_gas_fee']),
    nonce: Number(fields['nonce']),
  }),
  values: fc.record({
    network,
    mainAddress: bytes32,
    mint: bytes32,
    recipient: bytes32,
    allowProgramAddress: fc.boolean(),
    maxGasFee: integer,
    nonce: integer,
  }),
};

const redeem: MessageCodec<RedeemMessage> = {
  byteLength: redeemMessage.byteLength,
  encode: encodeRedeem,
  decode: decodeRedeem,
  fromVector: ({ user, fields }) => ({
    network: fields['network'] as RedeemMessage['network'],
    marketId: keyBytes(fields['market_id']),
    user: keyBytes(user),
    size: Number(fields['size']),
    nonce: Number(fields['nonce']),
  }),
  values: fc.record({
    network,
    marketId: bytes32,
    user: bytes32,
    size: integer,
    nonce: integer,
  }),
};

const amend: MessageCodec<AmendMessage> = {
  byteLength: amendMessage.byteLength,
  encode: encodeAmend,
  decode: decodeAmend,
  fromVector: ({ user, fields }) => ({
    network: fields['network'] as AmendMessage['network'],
    marketId: keyBytes(fields['market_id']),
    user: keyBytes(user),
    orderId: Number(fields['order_id']),
    price: Number(fields['price']),
    size: Number(fields['size']),
    nonce: Number(fields['nonce']),
  }),
  values: fc.record({
    network,
    marketId: bytes32,
    user: bytes32,
    orderId: integer,
    price: integer,
    size: integer,
    nonce: integer,
  }),
};

const fullOrder: MessageCodec<FullOrderMessage> = {
  byteLength: fullOrderMessage.byteLength,
  encode: encodeFullOrder,
  decode: decodeFullOrder,
  fromVector: ({ user, fields }) => ({
    network: fields['network'] as FullOrderMessage['network'],
    marketId: keyBytes(fields['market_id']),
    user: keyBytes(user),
    outcome: fields['outcome'] as FullOrderMessage['outcome'],
    side: fields['side'] as FullOrderMessage['side'],
    orderType: fields['order_type'] as FullOrderMessage['orderType'],
    selfTrade: fields['self_trade'] as FullOrderMessage['selfTrade'],
    reduceOnly: fields['reduce_only'] === 1,
    price: Number(fields['price']),
    size: Number(fields['size']),
    nonce: Number(fields['nonce']),
    feeBps: Number(fields['fee_bps']),
    expiresAt: Number(fields['expires_at']),
  }),
  values: fc.record({
    network,
    marketId: bytes32,
    user: bytes32,
    outcome: fc.constantFrom('yes' as const, 'no' as const),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    orderType: fc.constantFrom(
      'gtc' as const,
      'ioc' as const,
      'fok' as const,
      'post_only' as const,
    ),
    selfTrade: fc.constantFrom(
      'cancel_maker' as const,
      'cancel_taker' as const,
      'cancel_both' as const,
    ),
    reduceOnly: fc.boolean(),
    price: integer,
    size: integer,
    nonce: integer,
    feeBps: integer,
    expiresAt: integer,
  }),
};

const cancelAfter: MessageCodec<CancelAfterMessage> = {
  byteLength: cancelAfterMessage.byteLength,
  encode: encodeCancelAfter,
  decode: decodeCancelAfter,
  fromVector: ({ user, fields }) => ({
    network: fields['network'] as CancelAfterMessage['network'],
    user: keyBytes(user),
    seconds: Number(fields['seconds']),
    nonce: Number(fields['nonce']),
  }),
  values: fc.record({ network, user: bytes32, seconds: integer, nonce: integer }),
};

/* oxlint-disable-next-line typescript/no-explicit-any -- one table of all types */
export const CODECS: Readonly<Record<MessageKind, MessageCodec<any>>> = {
  order,
  cancel_all: cancelAll,
  cancel,
  withdraw,
  recover,
  redeem,
  amend,
  full_order: fullOrder,
  cancel_after: cancelAfter,
};

export const KINDS: readonly MessageKind[] = [
  'order',
  'cancel_all',
  'cancel',
  'withdraw',
  'recover',
  'redeem',
  'amend',
  'full_order',
  'cancel_after',
];
