/** The deposit-listener's configuration: parsed once at start. Secrets have no default. */
import { fromHex } from '@bellwether/codec';
import {
  FUNDING_SECRETS,
  fundingConfigOf,
  fundingVariables,
  signingKey,
} from '@bellwether/funding-app';
import {
  NKEY_IS_MISSING,
  gasTariffOf,
  gasVariables,
  hasNkeyInProduction,
  integerVariable,
  parsedSecretVariable,
  secretVariable,
} from '@bellwether/runtime';
import { z } from 'zod';

const MAX_SHARD = 0xffff;
const MASTER_BYTES = 32;

/** The variables that hold secrets: each may be given as `<NAME>_FILE` instead. */
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

const variables = z.object({
  ...fundingVariables(3004),
  SHARD: integerVariable({ min: 0, max: MAX_SHARD }).default(0),
  LISTENER_KEY: signingKey(),
  DEPOSIT_KEY_MASTER: master(),
  TREASURY_KEY: signingKey().optional(),
  SWAP_API_KEY: secretVariable().optional(),
  ...gasVariables(),
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
  }));
export type ListenerConfig = z.infer<typeof listenerConfig>;
