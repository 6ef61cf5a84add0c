/**
 * The secrets of a new exchange, as one folder of files per app: what Docker mounts and `kubectl create secret
 * --from-file` takes. The keys of the vault's roles are not made here: the vault has them already.
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
/** The name of CloudNativePG's Service, which is also the compose file's, and the database there. */
const DATABASE = 'database-rw:5432/bellwether';
/** The tables' owner, which migrates and restores. */
const OWNER = 'bellwether';
/** The only folder without a secret: NATS's configuration. */
const NATS = 'nats';

/** By path in the folder. */
export type SecretFiles = ReadonlyMap<string, string>;

export function makeSecrets(): SecretFiles {
  const files = new Map<string, string>();
  const nkeys = new Map(IDENTITIES.map((identity) => [identity, makeNkey()]));
  for (const [identity, { seed }] of nkeys) files.set(seedFile(identity), seed);
  const publicKeys = publicKeysOf((identity) => [nkeys.get(identity)?.publicKey ?? '']);
  for (const [name, content] of natsFiles(publicKeys)) files.set(join(NATS, name), content);
  // Of two people: nobody decides about money alone.
  for (const name of ['ADMIN_KEY', 'SECOND_ADMIN_KEY']) {
    const key = `bw_admin_${random('hex')}`;
    files.set(`operator/${name}`, key);
    files.set(`gateway-admin/${name}_HASH`, createHash('sha256').update(key).digest('hex'));
  }
  files.set('gateway-admin/OPERATOR_KEY_PEPPER', random('base64'));
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
/** Each in its own folder, except an app's additional identities. */
const seedFile = (identity: Identity): string =>
  identity === 'matching-engine-journal'
    ? join('matching-engine', 'NATS_JOURNAL_NKEY_SEED')
    : join(identity, 'NATS_NKEY_SEED');

/**
 * Only the folder's owner may enter it. Its files are readable by all, as a container's user does not exist on this
 * machine.
 * @throws Error if the folder exists: secrets are never made again beside data encrypted with the old ones
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
 * Writes NATS's configuration again from the public keys, after a change of these or of the table of rights.
 * @returns the paths written
 */
export async function writePermissions(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, NATS, PUBLIC_KEYS_FILE), 'utf8');
  return writeNatsFiles(folder, parsePublicKeys(text));
}

/**
 * Adds a new key beside the old one: both are accepted until the old one is removed from the list.
 * @returns the paths written
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
