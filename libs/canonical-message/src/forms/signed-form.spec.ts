import { describe, expect, it } from 'vitest';
import { toHex } from '@bellwether/codec';
import { decodeSigned, encodeSigned } from '../signed-message';
import { flag, optional, u64 } from './field';
import { FULL_TERMS, fullOrderForm } from './full-order';
import { clientId, network } from './named-fields';
import { encoderOn, saidIn, signedForm } from './signed-form';

const first = { network, size: u64('Contracts') };
const form = signedForm(0x2a, first);
const grown = signedForm(0x2a, first, {
  later: { max_cost: optional(u64('The most'), 7), post_only: optional(flag('Rests'), false) },
  beside: { fee_bps: u64('Not signed'), client_id: clientId },
});
const value = { network: 'production', size: 258 } as const;
const SHORT = '2a010201000000000000';

describe('a form', () => {
  it('has the bytes of its fields, and their length', () => {
    expect([toHex(encodeSigned(form, value)), form.byteLength]).toEqual([SHORT, 10]);
  });

  it('has later fields at its end: in memory one may be missing, and what is absent stands for it', () => {
    const missing = encodeSigned(grown, value);
    expect(toHex(missing)).toBe(`${SHORT}070000000000000000`);
    expect(decodeSigned(grown, missing)).toEqual({ ...value, maxCost: 7, postOnly: false });
    const given = encodeSigned(grown, { ...value, maxCost: 1, postOnly: true });
    expect(toHex(given)).toBe(`${SHORT}010000000000000001`);
    expect(grown.byteLength).toBe(19);
  });

  it('says which fields a user fills in, signed or not', () => {
    expect(saidIn(grown)).toEqual(['size', 'max_cost', 'post_only', 'fee_bps']);
  });
});

describe('an encoder of values whose network stands apart', () => {
  it('writes what the form writes, later fields too', () => {
    expect(toHex(encoderOn(form)({ size: 258 }, 'production'))).toBe(SHORT);
    expect(encoderOn(grown)({ size: 258 }, 'production')).toEqual(encodeSigned(grown, value));
    const late = encoderOn(grown)({ size: 258, maxCost: 1 }, 'production');
    expect(late).toEqual(encodeSigned(grown, { ...value, maxCost: 1 }));
  });

  it('reads terms in an object of their own', () => {
    const key = new Uint8Array(32).fill(1);
    const terms = { selfTrade: 'cancel_both', reduceOnly: true, expiresAt: 9 } as const;
    const order = {
      marketId: key,
      user: key,
      outcome: 'no',
      side: 'sell',
      orderType: 'gtc',
      price: 1,
      size: 2,
      nonce: 3,
      feeBps: 4,
    } as const;
    const whole = encodeSigned(fullOrderForm, { network: 'test', ...order, ...terms });
    expect(encoderOn(fullOrderForm, FULL_TERMS)(order, 'test', terms)).toEqual(whole);
  });
});
