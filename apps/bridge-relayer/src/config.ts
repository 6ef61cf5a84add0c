/** The bridge-relayer's configuration, parsed once at start. Secrets have no default. */
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
  hasNkeyInProduction,
} from '@bellwether/runtime';
import { z } from 'zod';

/** The variables that hold secrets. Each may be given as `<NAME>_FILE` instead. */
export const SECRET_VARIABLES = [...FUNDING_SECRETS, 'RELAYER_KEY'] as const;

const variables = z.object({
  ...fundingVariables(3005),
  RELAYER_KEY: signingKey(),
  ...gasVariables(),
});

export const relayerConfig = variables
  .refine(hasNkeyInProduction, NKEY_IS_MISSING)
  .transform((env) => ({
    ...fundingConfigOf(env),
    key: env.RELAYER_KEY,
    tariff: gasTariffOf(env),
  }));
export type RelayerConfig = z.infer<typeof relayerConfig>;
