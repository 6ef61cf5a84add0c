/** The deposit-listener's configuration, parsed once at start. Secrets have no default. */
import { addressOf } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { fromBase58, fromHex } from '@bellwether/codec';
import {
  DEFAULT_FAUCET_DAY_NATIVE,
  DEFAULT_FAUCET_DAY_USDC,
  DEFAULT_UNPAID_GAS_USDC,
  DEFAULT_USER_SHARE_BPS,
  FULL_SHARE_BPS,
  MICRO_USDC_PER_USDC,
} from '@bellwether/funding';
import {
  FUNDING_SECRETS,
  fundingConfigOf,
  fundingVariables,
  signingKey,
} from '@bellwether/funding-runtime';
import {
  NKEY_IS_MISSING,
  gasTariffOf,
  gasVariables,
  shareWaitVariable,
  hasNkeyInProduction,
  integerVariable,
  parsedSecretVariable,
  secretVariable,
} from '@bellwether/runtime';
import { z } from 'zod';

const MAX_SHARD = 0xffff;
const MASTER_BYTES = 32;
const MINT_BYTES = 32;
/** As many whole units as are exact in base units. */
const MOST_FAUCET_UNITS = 1_000_000;

/** The variables that hold secrets. Each may be given as `<NAME>_FILE` instead. */
export const SECRET_VARIABLES = [
  ...FUNDING_SECRETS,
  'LISTENER_KEY',
  'DEPOSIT_KEY_MASTER',
  'TREASURY_KEY',
  'SWAP_API_KEY',
] as const;

const master = () =>
  parsedSecretVariable('must be 64 characters of hex', (text) =>
    fromHex(text.trim(), MASTER_BYTES),
  );

const MAX_LISTED_TOKENS = 1_000;

/** As `MINT1,MINT2`; empty: none. */
const mintListVariable = () => {
  const error = `must be at most ${MAX_LISTED_TOKENS} mints in base58, separated by commas`;
  return z
    .string({ error })
    .default('')
    .transform((text, context): ReadonlySet<Address> => {
      const names = text.split(',').flatMap((part) => part.trim() || []);
      const mints = names.flatMap((name) => fromBase58(name, MINT_BYTES) ?? []);
      if (mints.length < names.length || mints.length > MAX_LISTED_TOKENS)
        context.addIssue({ code: 'custom', message: error });
      return new Set(mints.map(addressOf));
    });
};

const variables = z.object({
  ...fundingVariables(3004),
  SHARD: integerVariable({ min: 0, max: MAX_SHARD }).default(0),
  LISTENER_KEY: signingKey(),
  DEPOSIT_KEY_MASTER: master(),
  TREASURY_KEY: signingKey().optional(),
  SWAP_API_KEY: secretVariable().optional(),
  ...gasVariables(),
  /** Deposits that are to cross the bridge within so long share a message; 0: each goes alone, at once. */
  SHARE_WAIT_SECONDS: shareWaitVariable(),
  /** The share of the daily cap that one user may take: hundredths of a percent. */
  USER_SHARE_BPS: integerVariable({ min: 1, max: FULL_SHARE_BPS }).default(DEFAULT_USER_SHARE_BPS),
  /** What users who never paid may owe together for deposits that could not pay their own cost, in whole USDC. */
  UNPAID_GAS_USDC: integerVariable({ min: 0, max: MOST_FAUCET_UNITS }).default(
    DEFAULT_UNPAID_GAS_USDC,
  ),
  /** Mints on ext whose quotes the operator trusts. Other tokens do not count before they are USDC. */
  LISTED_TOKENS: mintListVariable(),
  /** Test network: the faucet's limit per day, in whole USDC and native units. */
  FAUCET_DAY_USDC: integerVariable({ min: 0, max: MOST_FAUCET_UNITS }).default(
    DEFAULT_FAUCET_DAY_USDC,
  ),
  FAUCET_DAY_NATIVE: integerVariable({ min: 0, max: MOST_FAUCET_UNITS }).default(
    DEFAULT_FAUCET_DAY_NATIVE,
  ),
});

export const listenerConfig = variables
  .refine(hasNkeyInProduction, NKEY_IS_MISSING)
  .refine((env) => env.NETWORK !== 'production' || env.TREASURY_KEY === undefined, {
    path: ['TREASURY_KEY'],
    error: 'is of the test network alone',
  })
  .transform((env) => ({
    ...fundingConfigOf(env),
    shard: env.SHARD,
    keys: {
      listener: env.LISTENER_KEY,
      depositMaster: env.DEPOSIT_KEY_MASTER,
      treasury: env.TREASURY_KEY,
    },
    swapApiKey: env.SWAP_API_KEY,
    tariff: gasTariffOf(env),
    shareWaitMs: env.SHARE_WAIT_SECONDS * 1_000,
    dailyCap: { userShareBps: env.USER_SHARE_BPS, listedTokens: env.LISTED_TOKENS },
    unpaidGasCapMicroUsdc: env.UNPAID_GAS_USDC * MICRO_USDC_PER_USDC,
    faucetDay: { usdc: env.FAUCET_DAY_USDC, native: env.FAUCET_DAY_NATIVE },
  }));
export type ListenerConfig = z.infer<typeof listenerConfig>;
