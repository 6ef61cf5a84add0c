/** Clients allowed into NATS: public nkeys by identity, in a file that operators maintain. None of it is secret. */
import { IDENTITIES, isPublicNkey } from '@bellwether/bus';
import type { Identity } from '@bellwether/bus';
import { parse, stringify } from 'yaml';
import { z } from 'zod';

const PUBLIC_KEY = 'the public key of an nkey is wanted: U and 55 more characters';
/** Two while a key is rotated: old and new. None: no one may connect under that name. */
const publicKeys = z
  .record(z.enum(IDENTITIES), z.array(z.string().refine(isPublicNkey, PUBLIC_KEY)).readonly())
  .refine(
    (keys) => new Set(Object.values(keys).flat()).size === Object.values(keys).flat().length,
    {
      message: 'a key stands there twice: each belongs to one identity',
    },
  );
export type PublicKeys = Readonly<z.infer<typeof publicKeys>>;

const HEAD = `# Who is let into NATS, by public key; node tools/cluster/run.mjs permissions makes the servers' configuration of it.
# Of an identity with two keys both are let in: so a key is replaced (docs/OPERATIONS.md, "Keys").
`;

/** @throws Error that names all faults */
export function parsePublicKeys(text: string): PublicKeys {
  const { success, data, error } = publicKeys.safeParse(parse(text));
  if (success) return data;
  throw new Error(`public keys that are not usable:\n${z.prettifyError(error)}`);
}

export const publicKeysText = (keys: PublicKeys): string => HEAD + stringify(keys);

export const publicKeysOf = (keysOf: (identity: Identity) => readonly string[]): PublicKeys =>
  publicKeys.parse(Object.fromEntries(IDENTITIES.map((identity) => [identity, keysOf(identity)])));

export const isIdentity = (name: string): name is Identity =>
  IDENTITIES.some((identity) => identity === name);
