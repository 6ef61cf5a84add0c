/** Converts requests to the exact bytes that a user signs: docs/protocol/signed-messages.md. */
import {
  encodeAmend,
  encodeCancel,
  encodeCancelAfter,
  encodeCancelAll,
  encodeFullOrder,
  encodeOrder,
  encodeRecover,
  encodeRedeem,
  encodeWithdraw,
  withdrawalIdOf,
} from '@bellwether/canonical-message';
import { fromHex, toHex } from '@bellwether/codec';
import type { Network } from './generated/interface';
import type {
  AmendRequest,
  CancelAfterRequest,
  CancelAllRequest,
  CancelRequest,
  OrderRequest,
  RecoverRequest,
  RedeemRequest,
  WithdrawRequest,
} from './requests';
import { InvalidInputError } from './errors';
import { keyBytes } from './key-bytes';
import { MAX_INTEGER } from './limits';

const ID_BYTES = 32;

/** The signer and the nonce. */
export interface Signing {
  /** Public key in base58 or hex. */
  readonly user: string;
  readonly nonce: number;
}

/** 90 bytes: the short form. They do not include `order_type`. @throws InvalidInputError */
export const orderBytes = (order: Omit<OrderRequest, 'order_type'>, { user, nonce }: Signing) =>
  encodeOrder({
    marketId: marketIdBytes(order.market_id),
    user: keyBytes('user', user),
    outcome: oneOf('outcome', order.outcome, ['yes', 'no']),
    side: oneOf('side', order.side, ['buy', 'sell']),
    price: integer('price', order.price),
    size: integer('size', order.size),
    nonce: integer('nonce', nonce),
  });

export const isFullForm = ({ self_trade, reduce_only, expires_at }: OrderRequest): boolean =>
  self_trade !== undefined || reduce_only !== undefined || expires_at !== undefined;

/** 111 bytes: the full form, with the builder's fee. @throws InvalidInputError */
export const fullOrderBytes = (
  order: OrderRequest & { readonly fee_bps?: number },
  { user, nonce, network }: Signing & { readonly network: Network },
) =>
  encodeFullOrder({
    network,
    marketId: marketIdBytes(order.market_id),
    user: keyBytes('user', user),
    outcome: oneOf('outcome', order.outcome, ['yes', 'no']),
    side: oneOf('side', order.side, ['buy', 'sell']),
    orderType: oneOf('order_type', order.order_type, ['gtc', 'ioc', 'fok', 'post_only']),
    selfTrade: oneOf('self_trade', order.self_trade ?? 'cancel_maker', [
      'cancel_maker',
      'cancel_taker',
      'cancel_both',
    ]),
    reduceOnly: order.reduce_only ?? false,
    price: integer('price', order.price),
    size: integer('size', order.size),
    nonce: integer('nonce', nonce),
    feeBps: integer('fee_bps', order.fee_bps ?? 0),
    expiresAt: integer('expires_at', order.expires_at ?? 0),
  });

/** 98 bytes. @throws InvalidInputError */
export const amendBytes = (
  amend: AmendRequest,
  { user, nonce, network }: Signing & { readonly network: Network },
) =>
  encodeAmend({
    network,
    marketId: marketIdBytes(amend.market_id),
    user: keyBytes('user', user),
    orderId: integer('order_id', amend.order_id),
    price: integer('price', amend.price),
    size: integer('size', amend.size),
    nonce: integer('nonce', nonce),
  });

/** 50 bytes. @throws InvalidInputError */
export const cancelAfterBytes = (
  { seconds }: CancelAfterRequest,
  { user, nonce, network }: Signing & { readonly network: Network },
) =>
  encodeCancelAfter({
    network,
    user: keyBytes('user', user),
    seconds: integer('seconds', seconds),
    nonce: integer('nonce', nonce),
  });

/** 73 bytes. There is no nonce, as order ids are never reused. @throws InvalidInputError */
export const cancelBytes = (cancel: CancelRequest, { user }: Pick<Signing, 'user'>) =>
  encodeCancel({
    user: keyBytes('user', user),
    marketId: marketIdBytes(cancel.market_id),
    orderId: integer('order_id', cancel.order_id),
  });

/** 74 bytes. @throws InvalidInputError */
export const cancelAllBytes = (cancelAll: CancelAllRequest, { user, nonce }: Signing) =>
  encodeCancelAll({
    user: keyBytes('user', user),
    marketId: cancelAll.market_id === undefined ? null : marketIdBytes(cancelAll.market_id),
    nonce: integer('nonce', nonce),
  });

/** 92 bytes. @throws InvalidInputError */
export const withdrawBytes = (
  withdraw: WithdrawRequest,
  { user, nonce, network }: Signing & { readonly network: Network },
) =>
  encodeWithdraw({
    network,
    mainAddress: keyBytes('main_address', user),
    amount: integer('amount', withdraw.amount),
    recipient: recipientOf(withdraw),
    ...boundsOf(withdraw),
    nonce: integer('nonce', nonce),
  });

/** 115 bytes. @throws InvalidInputError */
export const recoverBytes = (
  recover: RecoverRequest,
  { user, nonce, network }: Signing & { readonly network: Network },
) =>
  encodeRecover({
    network,
    mainAddress: keyBytes('main_address', user),
    mint: keyBytes('mint', recover.mint),
    recipient: keyBytes('recipient_ext', recover.recipient_ext),
    ...boundsOf(recover),
    nonce: integer('nonce', nonce),
  });

/** 82 bytes. @throws InvalidInputError */
export const redeemBytes = (
  redeem: RedeemRequest,
  { user, nonce, network }: Signing & { readonly network: Network },
) =>
  encodeRedeem({
    network,
    marketId: marketIdBytes(redeem.market_id),
    user: keyBytes('user', user),
    size: integer('size', redeem.size),
    nonce: integer('nonce', nonce),
  });

/** The id of a withdrawal, known before it is sent, so that it can always be queried. */
export const withdrawalIdFor = ({
  network,
  user,
  nonce,
}: Signing & { readonly network: Network }): string =>
  toHex(withdrawalIdOf({ network, user: keyBytes('user', user), nonce: integer('nonce', nonce) }));

/** Absent: any fee, and no address of a program. @throws InvalidInputError */
export const boundsOf = (
  bounds: Pick<WithdrawRequest, 'max_gas_fee' | 'allow_program_address'>,
) => ({
  maxGasFee: integer('max_gas_fee', bounds.max_gas_fee ?? 0),
  allowProgramAddress: bounds.allow_program_address ?? false,
});

function recipientOf({ recipient_ext: ext, recipient_main: main }: WithdrawRequest) {
  if (ext !== undefined && main !== undefined) {
    throw new InvalidInputError('recipient_main', main, 'absent where recipient_ext is given');
  }
  if (ext !== undefined) {
    return { kind: 'recipient_ext', address: keyBytes('recipient_ext', ext) } as const;
  }
  if (main !== undefined) {
    return { kind: 'recipient_main', address: keyBytes('recipient_main', main) } as const;
  }
  return { kind: 'default' } as const;
}

function marketIdBytes(text: string): Uint8Array {
  const bytes = fromHex(text, ID_BYTES);
  if (bytes === undefined) {
    throw new InvalidInputError('market_id', text, `${2 * ID_BYTES} characters of hex`);
  }
  return bytes;
}

function integer(field: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new InvalidInputError(field, value, `an integer from 0 to ${MAX_INTEGER}`);
}

function oneOf<W extends string>(field: string, value: W, words: readonly W[]): W {
  if (words.includes(value)) return value;
  throw new InvalidInputError(field, value, words.join(' or '));
}
