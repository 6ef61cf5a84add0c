/**
 * `POST /v1/debug/signature`: a signed request as it was or will be sent, and what was signed. It accepts what the
 * endpoint itself would refuse, e.g. a signature in another encoding, because that may be the mistake.
 */
import { FORMS, SIGNED_KINDS } from '@bellwether/canonical-message';
import type {
  AnySignedMessage,
  Fields,
  NetworkName,
  OtherKey,
  SignedKind,
  SignedMessageOf,
} from '@bellwether/canonical-message';
import { z } from 'zod';
import { named } from '../answer/fields';
import { messageEvidence, signatureEvidence, signerEvidence } from './debug-evidence';
import { debugSession, debugText } from './debug-text';
import { reasonSha256Of } from '@bellwether/exchange';
import { statement } from './attestation';
import { challengeReason } from './challenge';
import { chainAddress } from './fields';
import { reader, schemasOf } from './form-fields';
import { signer } from './owner-text';
import { recipientOf, recipients } from './recipient';

const evidence = {
  signature: signatureEvidence,
  message: messageEvidence,
  public_key: signerEvidence,
};
/** Of what a trading key may sign. */
const tradingEvidence = { ...evidence, signer };

const messageOf = <K extends SignedKind, F extends Fields, S extends z.ZodRawShape>(
  kind: K,
  fields: F,
  description: string,
  others: S,
) =>
  z.strictObject({
    kind: z.literal(kind).meta({ description: `A message of ${description}` }),
    ...schemasOf(fields),
    // Not signed: taken so that a body can be sent as it is.
    ...(schemasOf<Fields>(FORMS[kind].beside) as Record<never, z.ZodType>),
    ...others,
  });

const { order_type } = schemasOf(FORMS.order.beside);
const order = messageOf('order', FORMS.order.fields, '`POST /v1/orders`', {
  order_type: order_type.optional(),
  ...tradingEvidence,
});
const cancel = messageOf(
  'cancel',
  FORMS.cancel.fields,
  '`POST /v1/orders/cancel`',
  tradingEvidence,
);
const cancelAll = messageOf(
  'cancel_all',
  FORMS.cancel_all.fields,
  '`POST /v1/orders/cancel-all`',
  tradingEvidence,
);
const { recipient_ext, recipient_main } = recipients;
const withdraw = messageOf('withdraw', FORMS.withdraw.fields, '`POST /v1/withdraw`', {
  recipient_ext,
  recipient_main,
  ...evidence,
});
const recover = messageOf('recover', FORMS.recover.fields, '`POST /v1/deposit/recover`', {
  recipient_ext: chainAddress,
  ...evidence,
});
const redeem = messageOf(
  'redeem',
  FORMS.redeem.fields,
  '`POST /v1/positions/redeem`',
  tradingEvidence,
);
const fullOrder = messageOf(
  'full_order',
  FORMS.full_order.fields,
  '`POST /v1/orders` with a term that only the full form has',
  tradingEvidence,
);
const amend = messageOf('amend', FORMS.amend.fields, '`POST /v1/orders/amend`', tradingEvidence);
const cancelAfter = messageOf(
  'cancel_after',
  FORMS.cancel_after.fields,
  '`POST /v1/orders/cancel-after`',
  tradingEvidence,
);

const challenge = messageOf(
  'challenge',
  FORMS.challenge.fields,
  '`POST /v1/cases/{case_id}/challenge`',
  { reason: challengeReason, ...evidence },
);

const attestation = messageOf('attestation', FORMS.attestation.fields, '`POST /v1/attestations`', {
  statement,
  ...evidence,
});

const debugMessages = [
  order,
  cancel,
  cancelAll,
  withdraw,
  recover,
  redeem,
  amend,
  fullOrder,
  cancelAfter,
  challenge,
  attestation,
] as const;

export const debugSignatureRequest = named(
  'DebugSignatureRequest',
  z.discriminatedUnion('kind', [...debugMessages, debugText, debugSession], {
    error: `one of ${[...SIGNED_KINDS, 'text', 'session'].join(', ')}`,
  }),
  'The fields of a signed request, and as much as is known of what was signed.',
);
export type DebugSignatureRequest = z.infer<typeof debugSignatureRequest>;
export type DebugTextRequest = Extract<DebugSignatureRequest, { kind: 'text' | 'session' }>;
export type DebugMessageRequest = Exclude<DebugSignatureRequest, DebugTextRequest>;

export const isDebugText = (body: DebugSignatureRequest): body is DebugTextRequest =>
  body.kind === 'text' || body.kind === 'session';

const TRADING_KINDS: ReadonlySet<SignedKind> = new Set(
  debugMessages.flatMap(({ shape }) => ('signer' in shape ? shape.kind.value : [])),
);

const READERS = Object.fromEntries(
  SIGNED_KINDS.map((kind) => [kind, reader<object>(FORMS[kind].fields, FORMS[kind].later)]),
) as Readonly<Record<SignedKind, ReturnType<typeof reader<object>>>>;

/** The message that the request's fields make on a network. */
export const signedMessageOf = (
  body: DebugMessageRequest,
  network: NetworkName,
): AnySignedMessage =>
  // The fields of its own form.
  ({
    kind: body.kind,
    network,
    ...READERS[body.kind](body),
    ...(body.kind === 'withdraw' ? { recipient: paidBy(body) } : {}),
    ...(body.kind === 'challenge' ? { reasonSha256: reasonSha256Of(body.reason) } : {}),
    ...(body.kind === 'attestation' ? { statementSha256: reasonSha256Of(body.statement) } : {}),
    ...(body.kind === 'recover' ? { recipient: body.recipient_ext } : {}),
  }) as AnySignedMessage;

function paidBy(body: z.infer<typeof withdraw>): SignedMessageOf<'withdraw'>['recipient'] {
  const { recipientKind: kind, recipient: address } = recipientOf(body);
  return kind === 'default' || address === null ? { kind: 'default' } : { kind, address };
}

/** Whose message it is. */
export function accountOf(body: DebugMessageRequest): Uint8Array {
  if ('source' in body) return body.source;
  return 'user' in body ? body.user : body.main_address;
}

/** Whether a trading key may sign it, named as `signer`. */
export const isOfTradingKeys = ({ kind }: DebugMessageRequest): boolean => TRADING_KINDS.has(kind);

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
