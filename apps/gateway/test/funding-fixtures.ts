/** Addresses and records of deposits and withdrawals for tests, distinguished by one word. */
import { createHash } from 'node:crypto';
import type { FundingAddress } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import type { NewDeposit } from '@bellwether/funding';

export const keyOf = (word: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(word).digest());
export const signatureOf = (word: string): Uint8Array =>
  new Uint8Array([...keyOf(`${word}/1`), ...keyOf(`${word}/2`)]);

export const GAS = {
  extPerTxLamports: 10_000,
  extPerTxMicroUsdc: 1_650,
  mainPerTxMicroUsdc: 1_100,
  markupBps: 1_000,
  actions: [
    {
      action: 'withdraw_main',
      microUsdc: 1_100,
      items: [
        { kind: 'transaction_fees', microUsdc: 1_000 },
        { kind: 'markup', microUsdc: 100 },
      ],
    },
  ],
  minimumWithdrawals: { mainMicroUsdc: 1_000_000, extMicroUsdc: 1_000_000 },
} as const;

export const RESETS_AT = 1_700_006_400;

/** The addresses of a user. They follow from the key, so they never change. */
export function addressOf(user: Uint8Array): FundingAddress {
  const name = toHex(user);
  return {
    user,
    depositAddress: keyOf(`${name}/deposit`),
    depositUsdcAccount: keyOf(`${name}/deposit-usdc`),
    usdcMintExt: keyOf('usdc-ext'),
    proxyWallet: keyOf(`${name}/proxy`),
    proxyUsdcAccount: keyOf(`${name}/proxy-usdc`),
    usdcMintMain: keyOf('usdc-main'),
    initialized: true,
    tier: 0,
    maxPerTxMicroUsdc: 10_000_000_000,
    dailyCapRemainingMicroUsdc: 99_000_000_000,
    dailyCapResetsAtMs: RESETS_AT * 1_000,
    estimatedGas: {
      extUsdc: { microUsdc: 3, items: [{ kind: 'transaction_fees', microUsdc: 3 }] },
      extOther: { microUsdc: 4, items: [{ kind: 'transaction_fees', microUsdc: 4 }] },
      mainUsdc: { microUsdc: 2, items: [{ kind: 'transaction_fees', microUsdc: 2 }] },
    },
  };
}

export const watchOf = (user: Uint8Array, createdMs: number) => {
  const { depositAddress, depositUsdcAccount, proxyWallet, proxyUsdcAccount } = addressOf(user);
  return { user, depositAddress, depositUsdcAccount, proxyWallet, proxyUsdcAccount, createdMs };
};

export const usdcDeposit = (word: string, user: Uint8Array, microUsdc: number): NewDeposit => ({
  user,
  source: 'ext_usdc',
  txSignature: signatureOf(word),
  accountIndex: 3,
  slot: 10,
  mint: keyOf('usdc-ext'),
  sourceToken: 'USDC',
  sourceAmount: BigInt(microUsdc),
});
