/** The withdraw-worker's configuration, parsed once at start. Secrets have no default. */
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
} from '@bellwether/runtime';
import { z } from 'zod';

const MAX_SHARD = 0xffff;

/** The variables that hold secrets. Each may be given as `<NAME>_FILE` instead. */
export const SECRET_VARIABLES = [...FUNDING_SECRETS, 'OPERATOR_KEY'] as const;

const variables = z.object({
  ...fundingVariables(3006),
  SHARD: integerVariable({ min: 0, max: MAX_SHARD }).default(0),
  OPERATOR_KEY: signingKey(),
  /** Withdrawals to ext that are ready within so long share a transaction; 0: each goes alone, at once. */
  SHARE_WAIT_SECONDS: shareWaitVariable(),
  ...gasVariables(),
});

export const workerConfig = variables
  .refine(hasNkeyInProduction, NKEY_IS_MISSING)
  .transform((env) => ({
    ...fundingConfigOf(env),
    shard: env.SHARD,
    key: env.OPERATOR_KEY,
    tariff: gasTariffOf(env),
    shareWaitMs: env.SHARE_WAIT_SECONDS * 1_000,
  }));
export type WorkerConfig = z.infer<typeof workerConfig>;
