/** The secrets of an exchange as `secrets` makes them, with those that an operator adds. */
import { makeSecrets } from '../src/secrets';

const SECRET_KEY = '07'.repeat(32);
const BROUGHT: readonly (readonly [string, string])[] = [
  ['deposit-listener/LISTENER_KEY', SECRET_KEY],
  ['bridge-relayer/RELAYER_KEY', SECRET_KEY],
  ['withdraw-worker/OPERATOR_KEY', SECRET_KEY],
  ['chains/chains.json', '{}'],
];

/** By secret and key: `signer/HMAC_MASTER`. */
export const PLACEHOLDERS: ReadonlyMap<string, string> = new Map([...makeSecrets(), ...BROUGHT]);

export const keysOf = (secret: string): string[] =>
  [...PLACEHOLDERS.keys()]
    .filter((path) => path.startsWith(`${secret}/`))
    .map((path) => path.slice(secret.length + 1));
