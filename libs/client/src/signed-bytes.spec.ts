/** Requests as a caller writes them, checked against the golden vectors: the bytes, and the signature of a trader. */
import { describe, expect, it } from 'vitest';
import { base58, hex } from '@scure/base';
import {
  InvalidInputError,
  KeyPair,
  cancelAllBytes,
  cancelBytes,
  amendBytes,
  cancelAfterBytes,
  challengeBytes,
  attestationBytes,
  fullOrderBytes,
  orderBytes,
  recoverBytes,
  redeemBytes,
  withdrawBytes,
  withdrawalIdFor,
} from './index';
import type {
  AttestationTerms,
  Claim,
  Network,
  OrderType,
  OutcomeSide,
  SelfTradeMode,
  Side,
} from './index';
import { messageVectors, withdrawalIdVectors } from '../test/golden-messages';
import type { MessageVector } from '../test/golden-messages';

const RECIPIENTS = ['default', 'recipient_ext', 'recipient_main'] as const;

function bytesOf({ kind, user, fields, reason = '', statement = '' }: MessageVector): Uint8Array {
  const text = (name: string) => String(fields[name]);
  const whole = (name: string) => Number(fields[name]);
  const signing = { user, nonce: whole('nonce'), network: text('network') as Network };
  const market_id = text('market_id');
  const bounds = {
    max_gas_fee: whole('max_gas_fee'),
    allow_program_address: fields['allow_program_address'] === true,
  };
  switch (kind) {
    case 'order':
      return orderBytes(
        {
          market_id,
          side: text('side') as Side,
          outcome: text('outcome') as OutcomeSide,
          price: whole('price'),
          size: whole('size'),
        },
        signing,
      );
    case 'cancel':
      return cancelBytes({ market_id, order_id: whole('order_id') }, signing);
    case 'cancel_all':
      return cancelAllBytes(fields['market_id'] === null ? {} : { market_id }, signing);
    case 'withdraw': {
      const recipient = RECIPIENTS[whole('recipient_kind')] ?? 'default';
      const named = recipient === 'default' ? {} : { [recipient]: text('recipient') };
      return withdrawBytes({ amount: whole('amount'), ...named, ...bounds }, signing);
    }
    case 'recover':
      return recoverBytes(
        { mint: text('mint'), recipient_ext: text('recipient'), ...bounds },
        signing,
      );
    case 'amend': {
      const order_id = whole('order_id');
      const terms = { order_id, price: whole('price'), size: whole('size') };
      const filled = fields['filled'] === undefined ? 'any' : whole('filled');
      return amendBytes({ market_id, ...terms, filled }, signing);
    }
    case 'full_order':
      return fullOrderBytes(
        {
          market_id,
          outcome: text('outcome') as OutcomeSide,
          side: text('side') as Side,
          order_type: text('order_type') as OrderType,
          self_trade: text('self_trade') as SelfTradeMode,
          reduce_only: whole('reduce_only') === 1,
          price: whole('price'),
          size: whole('size'),
          fee_bps: whole('fee_bps'),
          expires_at: whole('expires_at'),
          ...(fields['max_cost'] !== undefined && { max_cost: whole('max_cost') }),
        },
        signing,
      );
    case 'cancel_after':
      return cancelAfterBytes({ seconds: whole('seconds') }, signing);
    case 'challenge': {
      const claim = text('claim') as Claim;
      const of = claim === 'winner' ? { claim_market: text('claim_market') } : {};
      const stake_micro_usdc = whole('stake_micro_usdc');
      const said = { case_id: whole('case_id'), claim, ...of, reason, stake_micro_usdc };
      return challengeBytes(said, signing);
    }
    case 'attestation': {
      const [value, decimals] = [whole('value'), whole('decimals')];
      const [observed_at, signed_at] = [whole('observed_at'), whole('signed_at')];
      const attests = text('attests') as AttestationTerms['attests'];
      const said = { source: user, subject: text('subject'), attests, value, decimals };
      return attestationBytes({ ...said, observed_at, signed_at, statement }, signing.network);
    }
    case 'redeem':
      return redeemBytes({ market_id, size: whole('size') }, signing);
  }
}

describe.each(messageVectors.map((vector, index) => [index, vector.kind, vector] as const))(
  'golden message %d, %s',
  (_index, _kind, vector) => {
    it('has these bytes', () => {
      expect(hex.encode(bytesOf(vector))).toBe(vector.message);
    });

    it('is signed so by the key of that seed', () => {
      const key = KeyPair.fromSeed(vector.secret_key);
      expect(key.publicKey).toBe(vector.user);
      expect(hex.encode(key.sign(bytesOf(vector)))).toBe(vector.signature);
    });
  },
);

describe('withdrawal ids', () => {
  it.each(withdrawalIdVectors)('nonce $nonce of $user on $network', (vector) => {
    expect(withdrawalIdFor(vector)).toBe(vector.withdrawal_id);
  });
});

describe('what has no bytes is named and not signed', () => {
  const user = KeyPair.random().publicKey;
  const order = {
    market_id: 'ab'.repeat(32),
    side: 'buy',
    outcome: 'yes',
    price: 4_500,
    size: 1,
  } as const;

  const signing = { user, nonce: 1, network: 'test' } as const;
  const amend = (filled: number) => ({
    market_id: order.market_id,
    order_id: 1,
    price: 1,
    size: 1,
    filled,
  });

  it.each([
    ['market_id', () => orderBytes({ ...order, market_id: 'ab' }, { user, nonce: 1 })],
    ['user', () => orderBytes(order, { user: 'nobody', nonce: 1 })],
    ['price', () => orderBytes({ ...order, price: 45.5 }, { user, nonce: 1 })],
    ['size', () => orderBytes({ ...order, size: -1 }, { user, nonce: 1 })],
    ['nonce', () => orderBytes(order, { user, nonce: Number.MAX_SAFE_INTEGER + 1 })],
    ['side', () => orderBytes({ ...order, side: 'hold' as 'buy' }, { user, nonce: 1 })],
    ['filled', () => amendBytes(amend(-1), signing)],
    ['filled', () => amendBytes(amend(Infinity), signing)],
    ['filled', () => amendBytes(amend(undefined as never), signing)],
    ['order_id', () => cancelBytes({ market_id: order.market_id, order_id: NaN }, { user })],
    [
      'recipient_main',
      () =>
        withdrawBytes(
          { amount: 1, recipient_ext: user, recipient_main: user },
          { user, nonce: 1, network: 'test' },
        ),
    ],
  ])('%s', (field, make) => {
    expect(make).toThrow(InvalidInputError);
    expect(make).toThrow(expect.objectContaining({ field }));
  });
});

describe('a key', () => {
  const seed = new Uint8Array(32).fill(7);

  it('comes from a seed in bytes, hex or base58, and from what a Solana wallet exports', () => {
    const { publicKey } = KeyPair.fromSeed(seed);
    const wallet = base58.encode(new Uint8Array([...seed, ...base58.decode(publicKey)]));
    expect(KeyPair.fromSeed(hex.encode(seed)).publicKey).toBe(publicKey);
    expect(KeyPair.fromBase58(base58.encode(seed)).publicKey).toBe(publicKey);
    expect(KeyPair.fromBase58(wallet).publicKey).toBe(publicKey);
  });

  it('is another one each time it is random, and goes out and in again', () => {
    const key = KeyPair.random();
    expect(KeyPair.random().publicKey).not.toBe(key.publicKey);
    expect(KeyPair.fromSeed(key.exportSeed()).publicKey).toBe(key.publicKey);
  });

  it('is refused where seed and public key do not belong together, or it is none', () => {
    const stranger = base58.encode(new Uint8Array([...seed, ...seed]));
    for (const text of [stranger, '', '0OIl', 'a', base58.encode(new Uint8Array(33))]) {
      expect(() => KeyPair.fromBase58(text)).toThrow(InvalidInputError);
    }
    expect(() => KeyPair.fromSeed(new Uint8Array(31))).toThrow(InvalidInputError);
  });

  it('shows its public half alone', () => {
    const key = KeyPair.fromSeed(seed);
    expect(JSON.stringify({ key })).toBe(`{"key":{"publicKey":"${key.publicKey}"}}`);
    expect(Object.keys(key)).toEqual(['publicKey']);
  });
});
