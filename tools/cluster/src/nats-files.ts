/** The permissions of the bus, in the two formats that servers take. */
import { natsAccounts } from '@bellwether/bus';
import { stringify } from 'yaml';
import { publicKeysText } from './public-keys';
import type { PublicKeys } from './public-keys';

export const PUBLIC_KEYS_FILE = 'public-keys.yaml';

const MADE = `# Made of ${PUBLIC_KEYS_FILE} and the table of rights in libs/bus: node tools/cluster/run.mjs permissions FOLDER.\n`;

/** By name: the public keys, and the servers' configuration. */
export function natsFiles(keys: PublicKeys): ReadonlyMap<string, string> {
  const accounts = natsAccounts((identity) => keys[identity]);
  return new Map([
    [PUBLIC_KEYS_FILE, publicKeysText(keys)],
    // For `include` in nats.conf, which takes JSON.
    ['authorization.conf', `${MADE}accounts: ${JSON.stringify(accounts, null, 2)}\n`],
    // Values of the official chart.
    ['authorization.yaml', MADE + chartValues(accounts)],
  ]);
}

const chartValues = (accounts: object): string =>
  stringify({ config: { merge: { accounts } } }, { aliasDuplicateObjects: false });
