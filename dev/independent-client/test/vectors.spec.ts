/** The second client against the golden vectors, which were laid out and signed by neither of the two. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromBase58, toBase58 } from '../src/base58';
import { envelopeOf } from '../src/envelope';
import { IndependentUser } from '../src/independent-user';
import {
  allowTradingKeyText,
  cancelAllMessage,
  cancelMessage,
  amendMessage,
  attestationMessage,
  cancelAfterMessage,
  challengeMessage,
  challengeText,
  eventHashPreimage,
  envelopeOfText,
  fullOrderMessage,
  orderMessage,
  recoverMessage,
  recoverText,
  redeemMessage,
  revokeTradingKeyText,
  withdrawMessage,
  withdrawText,
} from '../src/messages';
import type {
  Amend,
  Attestation,
  CancelAfter,
  Challenge,
  FullOrder,
  NetworkName,
  Order,
  Recovery,
  Redemption,
  Withdrawal,
} from '../src/messages';

interface Vector {
  readonly kind:
    | 'order'
    | 'cancel_all'
    | 'cancel'
    | 'withdraw'
    | 'recover'
    | 'redeem'
    | 'amend'
    | 'full_order'
    | 'cancel_after'
    | 'challenge'
    | 'attestation';
  readonly secret_key: string;
  readonly user: string;
  /** Of a challenge: its hash is signed. */
  readonly reason?: string;
  /** Of an attestation, likewise. */
  readonly statement?: string;
  readonly fields: Readonly<Record<string, string | number | boolean | null>>;
  readonly message: string;
  readonly signature: string;
}

const VECTORS = new URL('../../../libs/canonical-message/vectors/', import.meta.url);
const vectors: readonly Vector[] = [
  'canonical-messages',
  'recover-messages',
  'redeem-messages',
  'amend-messages',
  'full-order-messages',
  'cancel-after-messages',
  'challenge-messages',
  'attestation-messages',
].flatMap((name) => JSON.parse(readFileSync(new URL(`${name}.json`, VECTORS), 'utf8')));

const RECIPIENT_FIELDS = [null, 'recipient_ext', 'recipient_main'] as const;

const challengeOf = (fields: unknown, reason = ''): Challenge => {
  const { claim_market: market, claim, ...rest } = fields as Challenge & { stake?: number };
  const stake_micro_usdc = rest.stake ?? rest.stake_micro_usdc;
  const of = claim === 'winner' ? { claim_market: String(market) } : {};
  return { ...rest, claim, ...of, stake_micro_usdc, reason };
};

function written({ kind, user, fields: given, reason, statement }: Vector) {
  const fields: unknown = given;
  const network = given['network'] as NetworkName;
  const named = RECIPIENT_FIELDS[Number(given['recipient_kind'])] ?? null;
  const withdrawal = {
    ...given,
    ...(named === null ? {} : { [named]: given['recipient'] }),
  } as unknown as Withdrawal;
  const cancelAll = {
    nonce: Number(given['nonce']),
    ...(given['market_id'] === null ? {} : { market_id: String(given['market_id']) }),
  };
  switch (kind) {
    case 'order':
      return orderMessage(user, fields as Order);
    case 'cancel':
      return cancelMessage(user, fields as { market_id: string; order_id: number });
    case 'cancel_all':
      return cancelAllMessage(user, cancelAll);
    case 'withdraw':
      return withdrawMessage(network, user, withdrawal);
    case 'recover': {
      const recipient_ext = String(given['recipient']);
      return recoverMessage(network, user, { ...(fields as Recovery), recipient_ext });
    }
    case 'redeem':
      return redeemMessage(network, user, fields as Redemption);
    case 'amend':
      return amendMessage(network, user, fields as Amend);
    case 'full_order':
      return fullOrderMessage(network, user, fields as FullOrder);
    case 'cancel_after':
      return cancelAfterMessage(network, user, fields as CancelAfter);
    case 'challenge':
      return challengeMessage(network, user, challengeOf(fields, reason));
    case 'attestation': {
      const attested = { ...(fields as Attestation), source: user, statement: statement ?? '' };
      return attestationMessage(network, attested);
    }
  }
}

describe.each(vectors.map((vector, index) => [index, vector.kind, vector] as const))(
  'golden message %d, %s',
  (_index, _kind, vector) => {
    it('has these bytes, and the key that name', () => {
      expect(written(vector).toString('hex')).toBe(vector.message);
      const seed = Buffer.from(vector.secret_key, 'hex');
      expect(new IndependentUser(seed).publicKey).toBe(vector.user);
    });
  },
);

interface TextVector {
  readonly kind: string;
  readonly secret_key: string;
  readonly signer: string;
  readonly reason?: string;
  readonly fields: Readonly<Record<string, string | number | boolean | null>>;
  readonly text: string;
  readonly signature: string;
  readonly envelope: string;
  readonly envelope_signature: string;
}

function writtenText({ kind, fields, reason }: TextVector): string {
  const network = fields['network'] as NetworkName;
  const account = String(fields['account']);
  const known: unknown = fields;
  const { recipient } = fields;
  const to =
    recipient === null ? {} : { [`recipient_${String(fields['chain'] ?? 'ext')}`]: recipient };
  switch (kind) {
    case 'allow_trading_key':
      return allowTradingKeyText(network, known as Parameters<typeof allowTradingKeyText>[1]);
    case 'revoke_trading_key':
      return revokeTradingKeyText(network, known as Parameters<typeof revokeTradingKeyText>[1]);
    case 'withdraw':
      return withdrawText(network, account, { ...(known as Withdrawal), ...to });
    case 'challenge':
      return challengeText(network, account, challengeOf(known, reason));
    default:
      return recoverText(network, account, { ...(known as Recovery), ...to });
  }
}

const texts: readonly TextVector[] = JSON.parse(
  readFileSync(new URL('owner-texts.json', VECTORS), 'utf8'),
);

it.each(texts.map((vector, index) => [index, vector.kind, vector] as const))(
  'golden text %d, %s, is written and signed as the vector says',
  (_index, _kind, vector) => {
    const text = writtenText(vector);
    expect(text).toBe(vector.text);
    expect(envelopeOfText(text, vector.signer).toString('hex')).toBe(vector.envelope);
    const signer = new IndependentUser(Buffer.from(vector.secret_key, 'hex'));
    expect(signer.signedText(text).signature).toBe(vector.signature);
    expect(signer.signedText(text, 'envelope').signature).toBe(vector.envelope_signature);
  },
);

it('an event is hashed as the vectors say', () => {
  const file = new URL('event-hashes.json', VECTORS);
  const events: readonly { network: NetworkName; event_id: string; preimage: string }[] =
    JSON.parse(readFileSync(file, 'utf8'));
  expect(events.length).toBeGreaterThan(0);
  for (const { network, event_id, preimage } of events) {
    expect(eventHashPreimage(network, event_id).toString('hex')).toBe(preimage);
  }
});

it('an order is signed as the vector says', () => {
  const orders = vectors.filter(({ kind }) => kind === 'order');
  expect(orders.length).toBeGreaterThan(0);
  for (const { secret_key, fields, signature } of orders) {
    const user = new IndependentUser(Buffer.from(secret_key, 'hex'));
    const order = { ...(fields as unknown as Order), order_type: 'gtc' as const };
    expect(user.order(order).signature).toBe(signature);
  }
});

it('the envelope is that of the vector', () => {
  const credentials = { api_key: 'k', secret: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' };
  const body = '{"user":"u","price":5000}';
  const request = { method: 'POST', path: '/v1/submit', body };
  expect(envelopeOf(credentials, 1_700_000_000, request)['X-Signature']).toBe(
    'cdabcf75d5c0d31af201aeec9527b8fa29b10e877d64c60ef082478006f54752',
  );
});

it('base58 keeps leading zeros', () => {
  const bytes = Buffer.from('00ff'.padStart(64, '0'), 'hex');
  expect(fromBase58(toBase58(bytes), 32)).toEqual(bytes);
  expect(toBase58(Buffer.alloc(32))).toBe('1'.repeat(32));
});
