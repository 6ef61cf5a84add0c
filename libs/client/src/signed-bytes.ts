/** Converts requests to the exact bytes that a user signs: docs/protocol/signed-messages.md. */
import { FORMS, FULL_TERMS, encodeAny, withdrawalIdOf } from '@bellwether/canonical-message';
import type { AnySignedMessage, Fields, SignedKind } from '@bellwether/canonical-message';
import { camelCase, fromHex, toHex } from '@bellwether/codec';
import { sha256 } from '@noble/hashes/sha2.js';
import type { AttestedKind, Network } from './generated/interface';
import type {
  AmendRequest,
  CancelAfterRequest,
  CancelAllRequest,
  CancelRequest,
  ChallengeRequest,
  OrderTerms,
  RecoverRequest,
  RedeemRequest,
  WithdrawRequest,
} from './requests';
import { InvalidInputError } from './errors';
import { amendTerms, orderTerms } from './known-fields';
import { keyBytes } from './key-bytes';
import { MAX_INTEGER } from './limits';

const ID_BYTES = 32;
const utf8 = new TextEncoder();

/** The signer and the nonce. */
export interface Signing {
  /** Public key in base58 or hex. */
  readonly user: string;
  readonly nonce: number;
}
type OnNetwork = Signing & { readonly network: Network };

/** 90 bytes: the short form. They do not include `order_type`. @throws InvalidInputError */
export const orderBytes = (order: Omit<OrderTerms, 'order_type'>, by: Signing): Uint8Array =>
  bytesOf('order', { ...order, ...by });

const TERMS = Object.keys(FULL_TERMS) as (keyof typeof FULL_TERMS)[];

export const isFullForm = (order: OrderTerms): boolean =>
  TERMS.some((name) => order[name] !== undefined);

/** The full form, with the builder's fee. @throws InvalidInputError */
export const fullOrderBytes = (
  order: OrderTerms & { readonly fee_bps?: number },
  by: OnNetwork,
): Uint8Array => bytesOf('full_order', { ...orderTerms(order), ...by });

/** @throws InvalidInputError */
export const amendBytes = (amend: AmendRequest, by: OnNetwork): Uint8Array =>
  bytesOf('amend', { ...amendTerms(amend), ...by });

/** @throws InvalidInputError */
export const cancelAfterBytes = (after: CancelAfterRequest, by: OnNetwork): Uint8Array =>
  bytesOf('cancel_after', { ...after, ...by });

/** There is no nonce, as order ids are never reused. @throws InvalidInputError */
export const cancelBytes = (cancel: CancelRequest, by: Pick<Signing, 'user'>): Uint8Array =>
  bytesOf('cancel', { ...cancel, ...by });

/** @throws InvalidInputError */
export const cancelAllBytes = (cancelAll: CancelAllRequest, by: Signing): Uint8Array =>
  bytesOf('cancel_all', { ...cancelAll, ...by });

/** @throws InvalidInputError */
export const withdrawBytes = (withdraw: WithdrawRequest, by: OnNetwork): Uint8Array =>
  bytesOf('withdraw', { ...withdraw, ...by, main_address: by.user });

/** @throws InvalidInputError */
export const recoverBytes = (recover: RecoverRequest, by: OnNetwork): Uint8Array =>
  bytesOf('recover', { ...recover, ...by, main_address: by.user });

/** @throws InvalidInputError */
export const redeemBytes = (redeem: RedeemRequest, by: OnNetwork): Uint8Array =>
  bytesOf('redeem', { ...redeem, ...by });

/** What is signed of the reason of a challenge, or of the statement of a source. */
export const reasonSha256 = (reason: string): Uint8Array => sha256(utf8.encode(reason));

/** Under a nonce of the kind `order`. @throws InvalidInputError */
export const challengeBytes = (challenge: ChallengeRequest, by: OnNetwork): Uint8Array =>
  bytesOf('challenge', { ...challenge, ...by, reason: reasonSha256(challenge.reason) });

/** What a source says of a market, or of an event where outcomes exclude each other. Times in Unix seconds. */
export interface AttestationTerms {
  /** Its public key in base58 or hex. */
  readonly source: string;
  /** The market id, or `eventHashFor` the event. */
  readonly subject: string;
  readonly attests: AttestedKind;
  /** Times 10 to the power of `decimals`; of `winner` the place of the market in its event, from 0. */
  readonly value: number;
  readonly decimals: number;
  readonly observed_at: number;
  readonly signed_at: number;
  readonly statement: string;
}

/** @throws InvalidInputError */
export const attestationBytes = (attested: AttestationTerms, network: Network): Uint8Array =>
  bytesOf('attestation', { ...attested, network, statement: reasonSha256(attested.statement) });

/** The id of a withdrawal, known before it is sent, so that it can always be queried. */
export const withdrawalIdFor = ({ network, user, nonce }: OnNetwork): string =>
  toHex(withdrawalIdOf({ network, user: keyBytes('user', user), nonce: integer('nonce', nonce) }));

/** Absent: any fee, and no address of a program. @throws InvalidInputError */
export const boundsOf = (
  bounds: Pick<WithdrawRequest, 'max_gas_fee' | 'allow_program_address'>,
) => ({
  maxGasFee: integer('max_gas_fee', bounds.max_gas_fee ?? 0),
  allowProgramAddress: bounds.allow_program_address ?? false,
});

type Said = Readonly<Record<string, unknown>>;

function bytesOf(kind: SignedKind, said: Said): Uint8Array {
  const values = Object.entries<Fields[string]>(FORMS[kind].fields).map(([name, field]) => [
    camelCase(name),
    valueOf(field.sentAs?.[0] ?? name, field, said),
  ]);
  return encodeAny({ ...Object.fromEntries(values), kind } as AnySignedMessage);
}

function valueOf(name: string, field: Fields[string], said: Said): unknown {
  const given = said[name] ?? null;
  const value = given ?? field.absent;
  switch (field.type) {
    case 'key':
      return keyBytes(name, value as string);
    case 'hash':
      return value instanceof Uint8Array ? value : idBytes(name, value as string);
    case 'optional_hash':
    case 'id':
      return value === null ? null : idBytes(name, value as string);
    case 'u64':
      return given === null && 'absent' in field ? value : integer(name, value);
    case 'u8':
      return integer(name, value, 0, field.most);
    case 'i64':
      return integer(name, value, -MAX_INTEGER);
    case 'word':
      return oneOf(name, value, field.words);
    case 'flag':
      return oneOf(name, value, [true, false]);
    case 'recipient':
      return recipientOf(said);
  }
}

function recipientOf({ recipient_ext: ext, recipient_main: main }: Said) {
  if (ext !== undefined && main !== undefined) {
    throw new InvalidInputError('recipient_main', main, 'absent where recipient_ext is given');
  }
  if (ext !== undefined) {
    return { kind: 'recipient_ext', address: keyBytes('recipient_ext', ext as string) } as const;
  }
  if (main !== undefined) {
    return { kind: 'recipient_main', address: keyBytes('recipient_main', main as string) } as const;
  }
  return { kind: 'default' } as const;
}

export function idBytes(field: string, text: string): Uint8Array {
  const bytes = fromHex(text, ID_BYTES);
  if (bytes === undefined) {
    throw new InvalidInputError(field, text, `${2 * ID_BYTES} characters of hex`);
  }
  return bytes;
}

function integer(field: string, value: unknown, least = 0, most = MAX_INTEGER): number {
  if (Number.isSafeInteger(value)) {
    const whole = value as number;
    if (whole >= least && whole <= most) return whole;
  }
  throw new InvalidInputError(field, value, `an integer from ${least} to ${most}`);
}

function oneOf(field: string, value: unknown, words: readonly unknown[]): unknown {
  if (words.includes(value)) return value;
  throw new InvalidInputError(field, value, words.join(' or '));
}
