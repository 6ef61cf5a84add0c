/**
 * The secrets of a new exchange, as a folder of files for each app: what Docker mounts and what `kubectl create secret
 * --from-file` takes. Keys of the vault's roles are not made here: the vault knows them already.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { IDENTITIES, makeNkey } from '@bellwether/bus';
import { publicKeyVariable } from './nats-files';

const SECRET_BYTES = 32;
/** User and database; the host is what the Service of CloudNativePG and of the compose file is called. */
const DATABASE_USER = 'bellwether';

/** By path in the folder. */
export type SecretFiles = ReadonlyMap<string, string>;

export function makeSecrets(): SecretFiles {
  const files = new Map<string, string>();
  const publicKeys: string[] = [];
  for (const identity of IDENTITIES) {
    const { seed, publicKey } = makeNkey();
    files.set(`${identity}/NATS_NKEY_SEED`, seed);
    publicKeys.push(`${publicKeyVariable(identity)}=${publicKey}\n`);
  }
  files.set('nats-public-keys.env', publicKeys.join(''));
  const adminKey = `bw_admin_${random('hex')}`;
  files.set('operator/ADMIN_KEY', adminKey);
  files.set('gateway-admin/ADMIN_KEY_HASH', createHash('sha256').update(adminKey).digest('hex'));
  for (const name of ['DELEGATED_KEY_MASTER', 'HMAC_MASTER', 'API_KEY_PEPPER']) {
    files.set(`signer/${name}`, random('base64'));
  }
  files.set('deposit-listener/DEPOSIT_KEY_MASTER', random('hex'));
  const password = random('hex');
  files.set('database-app/username', DATABASE_USER);
  files.set('database-app/password', password);
  const server = 'database-rw:5432';
  files.set('database-app/uri', `postgresql://${DATABASE_USER}:${password}@${server}/bellwether`);
  return files;
}

const random = (encoding: 'hex' | 'base64'): string => randomBytes(SECRET_BYTES).toString(encoding);

/**
 * The folder is its owner's alone. Below it everybody may read, as a container's user is nobody on this machine.
 * @throws Error where the folder is there: secrets are never made anew beside what was encrypted with the old ones
 */
export async function writeSecrets(folder: string, files: SecretFiles): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder, { mode: 0o700 });
  for (const [path, content] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o755 });
    await writeFile(file, content, { mode: 0o644, flag: 'wx' });
  }
}
