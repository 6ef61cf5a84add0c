/**
 * An image's files are enough: apps run from exactly those files, as an unprivileged user, with the secrets that
 * `secrets` makes.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeRecord, natsAccounts } from '@bellwether/bus';
import { ArchiveFolder } from '@bellwether/journal-files';
import {
  createDatabase,
  createRole,
  freePort,
  startManagedProcess,
  startNatsServer,
  startPostgres,
} from '@bellwether/local-services';
import type { NatsServer, Postgres } from '@bellwether/local-services';
import { DATABASE_ROLES } from '@bellwether/persistence';
import type { DatabaseRole } from '@bellwether/persistence';
import { z } from 'zod';
import { assemble } from '../../../docker/assemble.mjs';
import { IMAGE_VARIABLES } from '../src/app-environment';
import { parsePublicKeys } from '../src/public-keys';
import { makeSecrets, writeSecrets } from '../src/secrets';
import { ROOT } from './overlays';

const run = promisify(execFile);
const START_TIMEOUT_MS = 120_000;
const ASK_INTERVAL_MS = 200;
/** The user of the image; a developer who is not root cannot become another. */
const NOBODY = { uid: 65_532, gid: 65_532 };
const account = process.getuid?.() === 0 ? NOBODY : undefined;

const lockFile = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional() })),
});
const backupReport = z.looseObject({ folder: z.string(), removed: z.array(z.string()) });

let folder = '';
let nats: NatsServer;
let postgres: Postgres;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-image-'));
  await chmod(folder, 0o755); // the user `nobody` must be able to pass through
  const secrets = new Map(makeSecrets());
  const publicKeys = parsePublicKeys(secrets.get('nats/public-keys.yaml') ?? '');
  const accounts = natsAccounts((identity) => publicKeys[identity]);
  [nats, postgres] = await Promise.all([
    startNatsServer({ dataDir: join(folder, 'nats'), accounts }),
    startPostgres({ dataDir: join(folder, 'postgres') }),
    assemble('matching-engine', join(folder, 'matching-engine')),
    assemble('projector', join(folder, 'projector')),
  ]);
  secrets.set('database-app/uri', await createDatabase(postgres.url, 'image'));
  await writeSecrets(join(folder, 'secrets'), secrets);
  await chmod(join(folder, 'secrets'), 0o755); // a container's mount begins below it
  const healthcheck = join(folder, 'matching-engine/healthcheck.cjs');
  await copyFile(join(ROOT, 'docker/healthcheck.cjs'), healthcheck);
});
afterAll(async () => {
  await Promise.all([nats.stop(), postgres.stop()]);
  await rm(folder, { recursive: true, force: true });
});

describe('an image', () => {
  it('has an engine that becomes ready, by the health check of the image', async () => {
    const port = await freePort();
    const environment = { ...IMAGE_VARIABLES, HOST: '127.0.0.1', HEALTH_PORT: String(port) };
    const runFolder = join(folder, 'run');
    await mkdir(runFolder);
    const home = join(folder, 'matching-engine');
    const engine = await startManagedProcess({
      name: 'matching-engine',
      command: process.execPath,
      args: ['--enable-source-maps', join(home, 'main.js')],
      recordFile: join(runFolder, 'matching-engine.json'),
      account,
      env: {
        ...environment,
        NETWORK: 'test',
        NATS_URL: nats.url,
        NATS_NKEY_SEED_FILE: join(folder, 'secrets/matching-engine/NATS_NKEY_SEED'),
        NATS_JOURNAL_NKEY_SEED_FILE: join(folder, 'secrets/matching-engine/NATS_JOURNAL_NKEY_SEED'),
      },
    });
    try {
      expect(await becomesHealthy(home, environment)).toBe(true);
    } finally {
      await engine.stop();
    }
  });

  it('has the migrations, applied once, which wait for the roles that they give rights to', async () => {
    const folders = await readdir(join(ROOT, 'libs/persistence/prisma/migrations'));
    const migrations = folders.filter((name) => /^\d/.test(name));
    await expect(command('app', 'migrate', '--require-roles')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`${migrations.length} migrations applied`),
    });
    for (const role of DATABASE_ROLES) await makeRole(role);
    expect(await command('app', 'migrate', '--require-roles')).toBe('0 migrations applied');
  });

  it('has the backup of those tables, which an older one makes room for', async () => {
    const [archive, backups] = [await archiveOfOneRecord(), join(folder, 'backups')];
    await mkdir(backups);
    if (account !== undefined) await chown(backups, account.uid, account.gid);
    const gateway = createServer((_, response) => response.end('{"seq":0}'));
    await once(gateway.listen(0, '127.0.0.1'), 'listening');
    const address = z.object({ port: z.int() }).parse(gateway.address());
    const from = [`--archive=${archive}`, `--gateway=http://127.0.0.1:${address.port}`];
    const backup = async () =>
      backupReport.parse(
        JSON.parse(await command('backup', 'backup', `--to=${backups}`, '--keep=1', ...from)),
      );
    try {
      const first = await backup();
      expect(first).toMatchObject({ journal: { record: 1, seq: 0 }, removed: [] });
      expect(await backup()).toMatchObject({ removed: [basename(first.folder)] });
      const kept = await readdir(backups);
      expect(kept.filter((one) => one !== 'snapshots')).toHaveLength(1);
    } finally {
      gateway.close();
    }
  });

  it('has no package of development', async () => {
    expect(await readdir(join(folder, 'projector'))).not.toContain('node_modules');
    const packages = await readdir(join(folder, 'matching-engine/node_modules'));
    expect(packages).toEqual(expect.arrayContaining(['sodium-native', 'require-addon']));
    for (const name of [
      'vitest',
      'typescript',
      'nx',
      'prisma',
      'rolldown',
      '.bin',
      '.package-lock.json',
    ])
      expect(packages).not.toContain(name);
  });

  it('has the licences of the packages inside its bundle, at their locked versions', async () => {
    const licences = await readFile(join(folder, 'projector/THIRD_PARTY_LICENSES.txt'), 'utf8');
    const { packages } = lockFile.parse(
      JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')),
    );
    for (const name of ['@nestjs/core', '@prisma/client', 'pg', 'reflect-metadata', 'zod'])
      expect(licences).toContain(`\n${name} ${packages[`node_modules/${name}`]?.version} (`);
    expect(licences).toContain('Permission is hereby granted, free of charge');
  });
});

/** As the database's operator does, with the generated secrets, at this PostgreSQL's address. */
async function makeRole(role: DatabaseRole): Promise<void> {
  const secret = join(folder, `secrets/database-${role}`);
  const read = (name: string) => readFile(join(secret, name), 'utf8');
  const owner = await readFile(join(folder, 'secrets/database-app/uri'), 'utf8');
  const url = await createRole(owner, await read('username'), await read('password'));
  await writeFile(join(secret, 'uri'), url);
}

/** The last output line of a command of the projector's image, connected as the owner (`app`) or a role. */
async function command(user: DatabaseRole | 'app', ...args: string[]): Promise<string> {
  const main = join(folder, 'projector/main.js');
  const env = {
    ...IMAGE_VARIABLES,
    DATABASE_URL_FILE: join(folder, `secrets/database-${user}/uri`),
  };
  const { stdout } = await run(process.execPath, [main, ...args], { ...account, env });
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** The archive of a journal with one record, which the image's user may read. */
async function archiveOfOneRecord(): Promise<string> {
  const path = join(folder, 'archive');
  const archive = new ArchiveFolder(path);
  await archive.open();
  const bytes = encodeRecord({
    version: 1,
    kind: 'genesis',
    network: 'test',
    shard: 0,
    epoch: 0,
    writer: new Uint8Array(16),
    number: 1,
    previousHash: new Uint8Array(32),
    timestampMs: 1,
    firstSeq: 1,
    commands: [],
  });
  await archive.append([{ number: 1, bytes }]);
  await archive.close();
  await chmod(path, 0o755);
  for (const name of await readdir(path)) await chmod(join(path, name), 0o644);
  return path;
}

/** False if it did not happen for longer than any machine takes. */
async function becomesHealthy(home: string, env: Record<string, string>): Promise<boolean> {
  const timeout = AbortSignal.timeout(START_TIMEOUT_MS);
  while (!timeout.aborted) {
    const isHealthy = await run(process.execPath, [join(home, 'healthcheck.cjs')], { env }).then(
      () => true,
      () => false,
    );
    if (isHealthy) return true;
    await new Promise((resolve) => setTimeout(resolve, ASK_INTERVAL_MS));
  }
  return false;
}
