/**
 * The secrets of a new exchange, as a folder of files for each app: what Docker mounts and what `kubectl create secret
 * --from-file` takes. Keys of the vault's roles are not made here: the vault knows them already.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { IDENTITIES, makeNkey } from '@bellwether/bus';
import type { Identity } from '@bellwether/bus';
import { DATABASE_ROLES, nameOfRole } from '@bellwether/persistence';
import { PUBLIC_KEYS_FILE, natsFiles } from './nats-files';
import { parsePublicKeys, publicKeysOf } from './public-keys';
import type { PublicKeys } from './public-keys';

const SECRET_BYTES = 32;
/** What the Service of CloudNativePG and of the compose file is called, and the database there. */
const DATABASE = 'database-rw:5432/bellwether';
/** Of its tables: who migrates and restores. */
const OWNER = 'bellwether';
/** The one folder without a secret in it: what NATS is told. */
const NATS = 'nats';

/** By path in the folder. */
export type SecretFiles = ReadonlyMap<string, string>;

export function makeSecrets(): SecretFiles {
  const files = new Map<string, string>();
  const nkeys = new Map(IDENTITIES.map((identity) => [identity, makeNkey()]));
  for (const [identity, { seed }] of nkeys) files.set(seedFile(identity), seed);
  const publicKeys = publicKeysOf((identity) => [nkeys.get(identity)?.publicKey ?? '']);
  for (const [name, content] of natsFiles(publicKeys)) files.set(join(NATS, name), content);
  const adminKey = `bw_admin_${random('hex')}`;
  files.set('operator/ADMIN_KEY', adminKey);
  files.set('gateway-admin/ADMIN_KEY_HASH', createHash('sha256').update(adminKey).digest('hex'));
  for (const name of ['DELEGATED_KEY_MASTER', 'HMAC_MASTER', 'API_KEY_PEPPER']) {
    files.set(`signer/${name}`, random('base64'));
  }
  files.set('deposit-listener/DEPOSIT_KEY_MASTER', random('hex'));
  addDatabaseUser(files, 'app', OWNER);
  for (const role of DATABASE_ROLES) addDatabaseUser(files, role, nameOfRole(role));
  return files;
}

function addDatabaseUser(files: Map<string, string>, name: string, username: string): void {
  const password = random('hex');
  files.set(`database-${name}/username`, username);
  files.set(`database-${name}/password`, password);
  files.set(`database-${name}/uri`, `postgresql://${username}:${password}@${DATABASE}`);
}

const random = (encoding: 'hex' | 'base64'): string => randomBytes(SECRET_BYTES).toString(encoding);
/** Each in a folder of its own, but what an app has beside its first one. */
const seedFile = (identity: Identity): string =>
  identity === 'matching-engine-journal'
    ? join('matching-engine', 'NATS_JOURNAL_NKEY_SEED')
    : join(identity, 'NATS_NKEY_SEED');

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

/**
 * What NATS is told, made anew of the public keys: after a change of those, or of the table of rights.
 * @returns the paths that were written
 */
export async function writePermissions(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, NATS, PUBLIC_KEYS_FILE), 'utf8');
  return writeNatsFiles(folder, parsePublicKeys(text));
}

/**
 * A new key beside the old one: both are let in until the old one is taken out of the list.
 * @returns the paths that were written
 */
export async function addNkey(folder: string, identity: Identity): Promise<string[]> {
  const keys = parsePublicKeys(await readFile(join(folder, NATS, PUBLIC_KEYS_FILE), 'utf8'));
  const { seed, publicKey } = makeNkey();
  const written = await writeNatsFiles(folder, {
    ...keys,
    [identity]: [...keys[identity], publicKey],
  });
  await mkdir(dirname(join(folder, seedFile(identity))), { recursive: true, mode: 0o755 });
  await writeFile(join(folder, seedFile(identity)), seed, { mode: 0o644 });
  return [...written, seedFile(identity)];
}

async function writeNatsFiles(folder: string, keys: PublicKeys): Promise<string[]> {
  const paths: string[] = [];
  for (const [name, content] of natsFiles(keys)) {
    paths.push(join(NATS, name));
    await writeFile(join(folder, NATS, name), content, { mode: 0o644 });
  }
  return paths;
}
