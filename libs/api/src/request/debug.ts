/**
 * `POST /v1/debug/signature`: a signed request as it was or will be sent, and what was signed. It accepts what the
 * endpoint itself would refuse, e.g. a signature in another encoding, because that may be the mistake.
 */
import type { AnySignedMessage, NetworkName } from '@bellwether/canonical-message';
import { fromBase58 } from '@bellwether/codec';
import {
  MAX_CANCEL_AFTER_SECONDS,
  ORDER_TYPES,
  OUTCOMES,
  SELF_TRADE_MODES,
  SIDES,
} from '@bellwether/exchange';
import { z } from 'zod';
import { named } from '../answer/fields';
import { EXAMPLE } from '../examples';
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

const SIGNATURE_BYTES = 64;
/** Twice the longest valid text, the hex of a signature. */
const MAX_SIGNATURE_CHARACTERS = 256;
/** Four times the longest plausible text: an order whose ids were written as text, in hex. */
const MAX_MESSAGE_BYTES = 1_024;

const evidence = {
  signature: z
    .string({ error: 'the signature as text' })
    .max(MAX_SIGNATURE_CHARACTERS, { error: `at most ${MAX_SIGNATURE_CHARACTERS} characters` })
    .meta({
      description: 'The signature as it is sent, in whatever encoding',
      example: EXAMPLE.signature,
    })
    .optional(),
  message: z
    .string({ error: 'the signed bytes in hex' })
    .regex(/^(?:0x)?(?:[0-9a-fA-F]{2})*$/, { error: 'the signed bytes in hex' })
    .max(2 * MAX_MESSAGE_BYTES, { error: `at most ${MAX_MESSAGE_BYTES} bytes in hex` })
    .transform((text): Uint8Array => Buffer.from(text.replace(/^0x/, ''), 'hex'))
    .meta({ description: 'The bytes that were signed, in hex' })
    .optional(),
  public_key: publicKey
    .meta({
      description: 'The key that signs, where it may be another than the user',
      example: undefined,
    })
    .optional(),
};

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
  ...evidence,
});
const cancel = z.strictObject({
  kind: z.literal('cancel').meta({ description: 'A message of `POST /v1/orders/cancel`' }),
  user: publicKey,
  market_id: marketId,
  order_id: orderId,
  ...evidence,
});
const cancelAll = z.strictObject({
  kind: z.literal('cancel_all').meta({ description: 'A message of `POST /v1/orders/cancel-all`' }),
  user: publicKey,
  market_id: marketId.describe('The market; without it all').optional(),
  nonce,
  ...evidence,
});
const withdraw = z.strictObject({
  kind: z.literal('withdraw').meta({ description: 'A message of `POST /v1/withdraw`' }),
  main_address: publicKey,
  amount: microUsdc,
  recipient_ext: chainAddress.optional(),
  recipient_main: chainAddress.meta({ example: undefined }).optional(),
  nonce,
  ...evidence,
});
const recover = z.strictObject({
  kind: z.literal('recover').meta({ description: 'A message of `POST /v1/deposit/recover`' }),
  main_address: publicKey,
  mint: chainAddress,
  recipient_ext: chainAddress,
  nonce,
  ...evidence,
});
const redeem = z.strictObject({
  kind: z.literal('redeem').meta({ description: 'A message of `POST /v1/positions/redeem`' }),
  user: publicKey,
  market_id: marketId,
  size,
  nonce,
  ...evidence,
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
  ...evidence,
});
const amend = z.strictObject({
  kind: z.literal('amend').meta({ description: 'A message of `POST /v1/orders/amend`' }),
  user: publicKey,
  market_id: marketId,
  order_id: orderId,
  price,
  size,
  nonce,
  ...evidence,
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
  ...evidence,
});

export const debugSignatureRequest = named(
  'DebugSignatureRequest',
  z.discriminatedUnion(
    'kind',
    [order, cancel, cancelAll, withdraw, recover, redeem, amend, fullOrder, cancelAfter],
    {
      error:
        'one of order, cancel, cancel_all, withdraw, recover, redeem, amend, full_order, cancel_after',
    },
  ),
  'The fields of a signed request, and as much as is known of what was signed.',
);
export type DebugSignatureRequest = z.infer<typeof debugSignatureRequest>;

/** The message that the request's fields make on a network. */
export function signedMessageOf(
  body: DebugSignatureRequest,
  network: NetworkName,
): AnySignedMessage {
  switch (body.kind) {
    case 'order':
      return { ...body, marketId: body.market_id };
    case 'cancel':
      return { ...body, marketId: body.market_id, orderId: body.order_id };
    case 'cancel_all':
      return { ...body, marketId: body.market_id ?? null };
    case 'withdraw':
      return { ...body, network, mainAddress: body.main_address, recipient: recipientOf(body) };
    case 'recover':
      return { ...body, network, mainAddress: body.main_address, recipient: body.recipient_ext };
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

/** The expected signer. */
export const signerOf = (body: DebugSignatureRequest): Uint8Array =>
  'user' in body ? body.user : body.main_address;

/** The other keys in the request, by name: one of them may have signed by mistake. */
export function otherSigners(body: DebugSignatureRequest): { name: string; key: Uint8Array }[] {
  const { public_key: key } = body;
  const others = key === undefined ? [] : [{ name: 'public_key', key }];
  if ('recipient_ext' in body && body.recipient_ext !== undefined) {
    others.push({ name: 'recipient_ext', key: body.recipient_ext });
  }
  if ('recipient_main' in body && body.recipient_main !== undefined) {
    others.push({ name: 'recipient_main', key: body.recipient_main });
  }
  return others;
}

export const SIGNATURE_ENCODINGS = [
  'hex',
  'hex_with_0x',
  'base64',
  'base64url',
  'base58',
  'unreadable',
] as const;
export type SignatureEncoding = (typeof SIGNATURE_ENCODINGS)[number];

export interface ReadSignature {
  readonly encoding: SignatureEncoding;
  /** null: it is not 64 bytes in any common encoding. */
  readonly bytes: Uint8Array | null;
}

/** Endpoints accept only hex; here any encoding is read. */
export function readSignature(text: string): ReadSignature {
  const found = ENCODINGS.find(([, pattern]) => pattern.test(text));
  if (found !== undefined) {
    const [encoding, , read] = found;
    const bytes = read(text);
    if (bytes.length === SIGNATURE_BYTES) return { encoding, bytes };
  }
  const bytes = fromBase58(text, SIGNATURE_BYTES);
  return bytes === undefined
    ? { encoding: 'unreadable', bytes: null }
    : { encoding: 'base58', bytes };
}

const fromText = (encoding: 'hex' | 'base64') => (text: string) => Buffer.from(text, encoding);
/**
 * Base64 of 64 bytes ends with `==`. Without it the text may be base58, which has 86 to 88 characters of the same
 * alphabet.
 */
const ENCODINGS: readonly (readonly [SignatureEncoding, RegExp, (text: string) => Uint8Array])[] = [
  ['hex', /^[0-9a-fA-F]{128}$/, fromText('hex')],
  ['hex_with_0x', /^0x[0-9a-fA-F]{128}$/, (text) => fromText('hex')(text.slice(2))],
  ['base64', /^[A-Za-z0-9+/]{86}==$/, fromText('base64')],
  ['base64url', /^[A-Za-z0-9_-]{86}==$/, fromText('base64')],
  ['base64', /^(?=.*[+/0OIl])[A-Za-z0-9+/]{86}$/, fromText('base64')],
  ['base64url', /^(?=.*[_0OIl-])[A-Za-z0-9_-]{86}$/, fromText('base64')],
];
