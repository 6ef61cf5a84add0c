import { permissionsOf } from './permissions-of';
import { IDENTITIES } from './rights';
import type { Identity } from './rights';

/** The value of `authorization` in the configuration of nats-server, which takes JSON as it is. */
export interface NatsAuthorization {
  readonly users: readonly {
    readonly nkey: string;
    readonly permissions: {
      readonly publish: { readonly allow: readonly string[] };
      readonly subscribe: { readonly allow: readonly string[] };
    };
  }[];
}

/**
 * Lets in those who hold the seeds of these keys, each with the permissions of its identity, and nobody else.
 *
 * @param publicKeysOf public nkeys; several while one is replaced by another
 * @param shards default: the one shard of an exchange on one engine
 */
export const natsAuthorization = (
  publicKeysOf: (identity: Identity) => readonly string[],
  shards: readonly number[] = [0],
): NatsAuthorization => ({
  users: IDENTITIES.flatMap((identity) => {
    const { publish, subscribe } = permissionsOf(identity, shards);
    const permissions = { publish: { allow: publish }, subscribe: { allow: subscribe } };
    return publicKeysOf(identity).map((nkey) => ({ nkey, permissions }));
  }),
});
