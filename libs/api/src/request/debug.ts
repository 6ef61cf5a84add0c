/**
 * `POST /v1/debug/signature`: a signed request as it was or will be sent, and what was signed. It accepts what the
 * endpoint itself would refuse, e.g. a signature in another encoding, because that may be the mistake.
 */
import type { AnySignedMessage, NetworkName, OtherKey } from '@bellwether/canonical-message';
import {
  MAX_CANCEL_AFTER_SECONDS,
  ORDER_TYPES,
  OUTCOMES,
  SELF_TRADE_MODES,
  SIDES,
} from '@bellwether/exchange';
import { z } from 'zod';
import { named } from '../answer/fields';
import { messageEvidence, signatureEvidence, signerEvidence } from './debug-evidence';
import { debugSession, debugText } from './debug-text';
import {
  builderFeeBps,
  chainAddress,
  integer,
  marketId,
  microUsdc,
  nonce,
  orderId,
  price,
  publicKey,
  size,
  unixSeconds,
  word,
} from './fields';
import { signer } from './owner-text';
import { bounds, boundsOf } from './signed-bounds';

const evidence = {
  signature: signatureEvidence,
  message: messageEvidence,
  public_key: signerEvidence,
};
/** Of what a trading key may sign. */
const tradingEvidence = { ...evidence, signer };

const order = z.strictObject({
  kind: z.literal('order').meta({ description: 'A message of `POST /v1/orders`' }),
  user: publicKey,
  market_id: marketId,
  side: word(SIDES).meta({ description: 'Whether to buy or to sell', example: 'buy' }),
  outcome: word(OUTCOMES).meta({ description: 'Contracts of which outcome', example: 'yes' }),
  price,
  size,
  nonce,
  order_type: word(ORDER_TYPES)
    .meta({ description: 'Not signed: taken so that a body can be sent as it is', example: 'gtc' })
    .optional(),
  fee_bps: builderFeeBps.describe('Not signed either').optional(),
  ...tradingEvidence,
});
const cancel = z.strictObject({
  kind: z.literal('cancel').meta({ description: 'A message of `POST /v1/orders/cancel`' }),
  user: publicKey,
  market_id: marketId,
  order_id: orderId,
  ...tradingEvidence,
});
const cancelAll = z.strictObject({
  kind: z.literal('cancel_all').meta({ description: 'A message of `POST /v1/orders/cancel-all`' }),
  user: publicKey,
  market_id: marketId.describe('The market; without it all').optional(),
  nonce,
  ...tradingEvidence,
});
const withdraw = z.strictObject({
  kind: z.literal('withdraw').meta({ description: 'A message of `POST /v1/withdraw`' }),
  main_address: publicKey,
  amount: microUsdc,
  recipient_ext: chainAddress.optional(),
  recipient_main: chainAddress.meta({ example: undefined }).optional(),
  ...bounds,
  nonce,
  ...evidence,
});
const recover = z.strictObject({
  kind: z.literal('recover').meta({ description: 'A message of `POST /v1/deposit/recover`' }),
  main_address: publicKey,
  mint: chainAddress,
  recipient_ext: chainAddress,
  ...bounds,
  nonce,
  ...evidence,
});
const redeem = z.strictObject({
  kind: z.literal('redeem').meta({ description: 'A message of `POST /v1/positions/redeem`' }),
  user: publicKey,
  market_id: marketId,
  size,
  nonce,
  ...tradingEvidence,
});

const fullOrder = z.strictObject({
  kind: z.literal('full_order').meta({
    description: 'A message of `POST /v1/orders` with a term that only the full form has',
  }),
  user: publicKey,
  market_id: marketId,
  side: word(SIDES).meta({ description: 'Whether to buy or to sell', example: 'buy' }),
  outcome: word(OUTCOMES).meta({ description: 'Contracts of which outcome', example: 'yes' }),
  price,
  size,
  nonce,
  order_type: word(ORDER_TYPES).meta({ description: 'Signed in this form', example: 'gtc' }),
  fee_bps: builderFeeBps.describe('Signed in this form').default(0),
  self_trade: word(SELF_TRADE_MODES)
    .meta({ description: 'What happens at an order of its own user', example: 'cancel_taker' })
    .default('cancel_maker'),
  reduce_only: z
    .boolean({ error: 'true or false' })
    .meta({ description: 'Whether it only reduces', example: false })
    .default(false),
  expires_at: unixSeconds.describe('When it ends; 0: never').default(0),
  ...tradingEvidence,
});
const amend = z.strictObject({
  kind: z.literal('amend').meta({ description: 'A message of `POST /v1/orders/amend`' }),
  user: publicKey,
  market_id: marketId,
  order_id: orderId,
  price,
  size,
  nonce,
  ...tradingEvidence,
});
const cancelAfter = z.strictObject({
  kind: z
    .literal('cancel_after')
    .meta({ description: 'A message of `POST /v1/orders/cancel-after`' }),
  user: publicKey,
  seconds: integer(0, MAX_CANCEL_AFTER_SECONDS).meta({
    description: 'How long after the command',
    example: 30,
  }),
  nonce,
  ...tradingEvidence,
});

export const debugSignatureRequest = named(
  'DebugSignatureRequest',
  z.discriminatedUnion(
    'kind',
    [
      order,
      cancel,
      cancelAll,
      withdraw,
      recover,
      redeem,
      amend,
      fullOrder,
      cancelAfter,
      debugText,
      debugSession,
    ],
    {
      error:
        'one of order, cancel, cancel_all, withdraw, recover, redeem, amend, full_order, cancel_after, text, session',
    },
  ),
  'The fields of a signed request, and as much as is known of what was signed.',
);
export type DebugSignatureRequest = z.infer<typeof debugSignatureRequest>;
export type DebugTextRequest = Extract<DebugSignatureRequest, { kind: 'text' | 'session' }>;
export type DebugMessageRequest = Exclude<DebugSignatureRequest, DebugTextRequest>;

export const isDebugText = (body: DebugSignatureRequest): body is DebugTextRequest =>
  body.kind === 'text' || body.kind === 'session';

/** The message that the request's fields make on a network. */
export function signedMessageOf(body: DebugMessageRequest, network: NetworkName): AnySignedMessage {
  switch (body.kind) {
    case 'order':
      return { ...body, marketId: body.market_id };
    case 'cancel':
      return { ...body, marketId: body.market_id, orderId: body.order_id };
    case 'cancel_all':
      return { ...body, marketId: body.market_id ?? null };
    case 'withdraw':
      return {
        ...body,
        ...boundsOf(body),
        network,
        mainAddress: body.main_address,
        recipient: recipientOf(body),
      };
    case 'recover':
      return {
        ...body,
        ...boundsOf(body),
        network,
        mainAddress: body.main_address,
        recipient: body.recipient_ext,
      };
    case 'redeem':
      return { ...body, network, marketId: body.market_id };
    case 'full_order':
      return {
        ...body,
        network,
        marketId: body.market_id,
        orderType: body.order_type,
        selfTrade: body.self_trade,
        reduceOnly: body.reduce_only,
        feeBps: body.fee_bps,
        expiresAt: body.expires_at,
      };
    case 'amend':
      return { ...body, network, marketId: body.market_id, orderId: body.order_id };
    case 'cancel_after':
      return { ...body, network };
  }
}

type Withdraw = z.infer<typeof withdraw>;
type Recipient = Extract<AnySignedMessage, { kind: 'withdraw' }>['recipient'];

function recipientOf({ recipient_ext: ext, recipient_main: main }: Withdraw): Recipient {
  if (ext !== undefined) return { kind: 'recipient_ext', address: ext };
  return main === undefined ? { kind: 'default' } : { kind: 'recipient_main', address: main };
}

/** Whose message it is. */
export const accountOf = (body: DebugMessageRequest): Uint8Array =>
  'user' in body ? body.user : body.main_address;

/** The expected signer: the account, or the trading key that the request names. */
export const signerOf = (body: DebugMessageRequest): Uint8Array =>
  ('signer' in body ? body.signer : undefined) ?? accountOf(body);

/** The other keys in the request: one of them may have signed by mistake. */
export function otherSigners(body: DebugMessageRequest): OtherKey[] {
  const { public_key: key } = body;
  const others: OtherKey[] = key === undefined ? [] : [{ name: 'public_key', key }];
  if ('recipient_ext' in body && body.recipient_ext !== undefined) {
    others.push({ name: 'recipient_ext', key: body.recipient_ext });
  }
  if ('recipient_main' in body && body.recipient_main !== undefined) {
    others.push({ name: 'recipient_main', key: body.recipient_main });
  }
  if ('signer' in body && body.signer !== undefined) {
    others.push({ name: 'user', key: body.user, mistake: SIGNED_BY_USER });
  }
  return others;
}

const SIGNED_BY_USER = {
  code: 'signed_by_user',
  explanation: 'The user itself signed it: leave `signer` out.',
};
