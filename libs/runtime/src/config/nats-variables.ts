import type { Network } from '@bellwether/exchange';
import { z } from 'zod';
import { integerVariable, secretVariable, serverListVariable } from './config';
import { Secret } from './secret';

/** Base32 of the prefix for a user's seed, 32 bytes and a checksum, as `nsc` and `nk` print it. */
const NKEY_SEED = /^SU[A-Z2-7]{56}$/;

export const nkeySeedVariable = () => {
  const error = 'must be the seed of an nkey of a user: SU and 56 characters more';
  return z
    .string({ error })
    .regex(NKEY_SEED, { error })
    .transform((seed) => new Secret(seed));
};

/** Where NATS is, and how an app authenticates: by the nkey that has its permissions, or by a token. */
export const natsVariables = () => ({
  NATS_URL: serverListVariable(),
  NATS_NKEY_SEED: nkeySeedVariable().optional(),
  /** For a server with a single secret, such as one on a developer's machine. */
  NATS_TOKEN: secretVariable().optional(),
});

/** JetStream keeps at most this many copies. */
const MAX_STREAM_REPLICAS = 5;

/** Servers that keep a copy of each stream that an app makes. */
export const streamReplicasVariable = () =>
  integerVariable({ min: 1, max: MAX_STREAM_REPLICAS }).default(1);

/** Production requires an nkey: a server that admits an app without its nkey enforces no permissions. */
export const hasNkeyInProduction = ({
  NETWORK,
  NATS_NKEY_SEED,
}: {
  readonly NETWORK: Network;
  readonly NATS_NKEY_SEED?: Secret | undefined;
}): boolean => NETWORK !== 'production' || NATS_NKEY_SEED !== undefined;

export const NKEY_IS_MISSING = {
  path: ['NATS_NKEY_SEED'],
  error: 'in production an app connects by an nkey of its own',
};
