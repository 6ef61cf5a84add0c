/** A key is rotated on a running server: with the operators' files, and a signal. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNkey } from '@bellwether/bus';
import { findNatsServer, startManagedProcess } from '@bellwether/local-services';
import type { ManagedProcess } from '@bellwether/local-services';
import { AuthorizationError, connect, nkeyAuthenticator } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import { parse } from 'yaml';
import { parsePublicKeys, publicKeysText } from '../src/public-keys';
import { addNkey, makeSecrets, writePermissions, writeSecrets } from '../src/secrets';
import { ROOT } from './overlays';

const TIMEOUT_MS = 60_000;

let folder = '';
let nats: ManagedProcess;
let url = '';
let reloads = 0;

/** The server as in the compose file: its own configuration and the generated one, at other paths. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-nkeys-'));
  await writeSecrets(join(folder, 'secrets'), makeSecrets());
  const configuration = (await readFile(join(ROOT, 'docker/nats/nats.conf'), 'utf8'))
    .replace('0.0.0.0:4222', '127.0.0.1:-1')
    .replace('0.0.0.0:8222', '127.0.0.1:-1')
    .replace('"/data"', JSON.stringify(join(folder, 'data')))
    .replace('../nats-authorization/', '../secrets/nats/');
  await mkdir(join(folder, 'nats'));
  await writeFile(join(folder, 'nats/nats.conf'), configuration);
  nats = await startManagedProcess({
    name: 'nats-server',
    command: await findNatsServer(),
    args: ['--config', join(folder, 'nats/nats.conf')],
    recordFile: join(folder, 'process.json'),
    isReady: (line) => {
      const port = /Listening for client connections on 127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (port !== undefined) url = `nats://127.0.0.1:${port}`;
      return line.includes('Server is ready');
    },
    log: (line) => void (line.includes('Reloaded server configuration') && (reloads += 1)),
  });
});
afterAll(async () => {
  await nats.stop();
  await rm(folder, { recursive: true, force: true });
});

const secret = (path: string): Promise<string> => readFile(join(folder, 'secrets', path), 'utf8');
const seedOf = (identity: string): Promise<string> => secret(`${identity}/NATS_NKEY_SEED`);

/** Null if the server rejects the key; retried if a slow machine answers too late. */
async function connectWith(seed: string): Promise<NatsConnection | null> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  for (;;) {
    try {
      const authenticator = nkeyAuthenticator(new TextEncoder().encode(seed));
      return await connect({ servers: url, authenticator, reconnect: false });
    } catch (error) {
      if (error instanceof AuthorizationError && /violation/i.test(error.message)) return null;
      if (timeout.aborted) throw error;
    }
  }
}

async function eventually(isSo: () => boolean): Promise<void> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  while (!isSo()) {
    timeout.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** As `docker compose kill --signal HUP nats`, and the reloader of the chart. */
async function reload(): Promise<void> {
  const before = reloads;
  nats.kill('SIGHUP');
  await eventually(() => reloads > before);
}

/** An operator's edit. */
async function editKeys(edit: (keys: readonly string[]) => readonly string[]): Promise<void> {
  const keys = parsePublicKeys(await secret('nats/public-keys.yaml'));
  const edited = publicKeysText({ ...keys, gateway: edit(keys.gateway) });
  await writeFile(join(folder, 'secrets/nats/public-keys.yaml'), edited);
  await writePermissions(join(folder, 'secrets'));
}

describe('an nkey', () => {
  it('is replaced with both let in meanwhile; the old one is cut off, and nobody else', async () => {
    const signer = await connectWith(await seedOf('signer'));
    const oldSeed = await seedOf('gateway');
    const before = await connectWith(oldSeed);

    await addNkey(join(folder, 'secrets'), 'gateway');
    const newSeed = await seedOf('gateway');
    expect(newSeed).not.toBe(oldSeed);
    expect(await connectWith(newSeed)).toBeNull();
    await reload();
    const after = await connectWith(newSeed);
    expect([signer, before, after].every((one) => one?.isClosed() === false)).toBe(true);

    await editKeys((keys) => keys.slice(1));
    await reload();
    await before?.closed();
    expect(await connectWith(oldSeed)).toBeNull();
    await Promise.all([after?.flush(), signer?.flush()]);
    await Promise.all([after?.close(), signer?.close()]);
  });

  it('is replaced for an engine too, which goes on writing what others read across the border', async () => {
    const writer = await connectWith(await secret('matching-engine/NATS_JOURNAL_NKEY_SEED'));
    const reader = await connectWith(await seedOf('journal-archiver'));
    const request = async (as: string, by: NatsConnection, subject: string, payload = '') => {
      const options = { timeout: TIMEOUT_MS, noMux: true, reply: `_INBOX_${as}.x` };
      return (await by.request(subject, payload, options)).string();
    };
    const lastRecord = async (): Promise<unknown> => {
      const asked = '$JS.API.STREAM.INFO.JOURNAL_0';
      const { state } = JSON.parse(await request('journal-archiver', reader!, asked));
      return state.last_seq;
    };
    const write = (by: NatsConnection, subject: string, payload: string) =>
      request('matching-engine-journal', by, subject, payload);
    const stream = JSON.stringify({ name: 'JOURNAL_0', subjects: ['journal.0'] });
    await write(writer!, '$JS.API.STREAM.CREATE.JOURNAL_0', stream);
    await write(writer!, 'journal.0', 'first');
    expect(await lastRecord()).toBe(1);

    await addNkey(join(folder, 'secrets'), 'matching-engine-journal');
    await reload();
    const next = await connectWith(await secret('matching-engine/NATS_JOURNAL_NKEY_SEED'));
    await write(next!, 'journal.0', 'second');
    expect(await lastRecord()).toBe(2);
    expect(writer?.isClosed()).toBe(false);
    await Promise.all([writer?.close(), next?.close(), reader?.close()]);
  });

  it('is taken from a file in which nothing is wrong', async () => {
    const text = await secret('nats/public-keys.yaml');
    const [key] = parsePublicKeys(text).signer;
    const wrong = (edited: string) => () => parsePublicKeys(edited);
    expect(wrong(text.replace('signer:', 'singer:'))).toThrow(/singer(.|\n)*signer/);
    expect(wrong(text.replace(key!, makeNkey().seed))).toThrow(/public key of an nkey is wanted/);
    expect(wrong(text.replace(key!, `${key!}\n  - ${key!}`))).toThrow(/stands there twice/);
  });
});

describe('values of the chart', () => {
  it('say what the configuration of one server says', async () => {
    const conf = await secret('nats/authorization.conf');
    const { accounts } = parse(conf.replace(/^#.*\n/, '{').concat('}'));
    expect(parse(await secret('nats/authorization.yaml'))).toEqual({
      config: { merge: { accounts } },
    });
  });
});
