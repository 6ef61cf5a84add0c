import { describe, expect, it } from 'vitest';
import type { GasPrice, WithdrawalQuote } from './generated/interface';
import { withdrawTerms } from './known-fields';
import { quotedTermsOf, withListedFee, withQuotedFee } from './payment-terms';

const never = () => Promise.reject(new Error('nobody asks'));
const quoteOf = (gas_fee: number) => async () => ({ gas_fee }) as WithdrawalQuote;

describe('the most that a fee may be', () => {
  it('is what is quoted where none is named, and binds also a fee of nothing', async () => {
    expect(await withQuotedFee({ amount: 5 }, quoteOf(3))).toEqual({ amount: 5, max_gas_fee: 3 });
    expect(await withQuotedFee({ amount: 5 }, quoteOf(0))).toEqual({ amount: 5, max_gas_fee: 1 });
  });

  it.each([0, 7])('stays as it is named: %d', async (max_gas_fee) => {
    const named = { amount: 5, max_gas_fee };
    expect(await withQuotedFee(named, never)).toBe(named);
    const recovery = { mint: 'm', recipient_ext: 'r', max_gas_fee };
    expect(await withListedFee(recovery, never)).toBe(recovery);
  });

  it('of a recovery is the dearest one of the list', async () => {
    const fees = { withdraw_ext: 9, recover: 2, recover_new_account: 4, recover_main: 3 };
    const actions = Object.entries(fees).map(([action, gas_micro_usdc]) => {
      return { action, gas_micro_usdc };
    });
    const price = async () => ({ actions }) as unknown as GasPrice;
    const asked = { mint: 'm', recipient_ext: 'r' };
    expect(await withListedFee(asked, price)).toEqual({ ...asked, max_gas_fee: 4 });
  });
});

it('a quote has all terms of a withdrawal but the bound of its fee', () => {
  const withdraw = { amount: 5, recipient_ext: 'r', max_gas_fee: 3, allow_program_address: true };
  expect(withdrawTerms(withdraw)).toEqual(withdraw);
  const { max_gas_fee: _, ...quoted } = withdraw;
  expect(quotedTermsOf(withdraw)).toEqual(quoted);
});
