import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { publicKeyOfSeed } from '@bellwether/bus';
import { openDataFolder } from '../src/data-folder';
import { readBuilderCredentials, writeExchangeFile } from '../src/exchange-file';
import { loadSecrets } from '../src/secrets';

const folders: string[] = [];
let root: string;
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-data-'));
  folders.push(folder);
  root = join(folder, 'made/on/demand');
});
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe('the data folder', () => {
  it('is made for its owner alone', async () => {
    const data = openDataFolder(root);
    for (const folder of [data.root, data.nats, data.postgres, data.chains, data.logs]) {
      expect(await modeOf(folder)).toBe(0o700);
    }
  });

  it('stays out of a checkout that it lies in', async () => {
    openDataFolder(root);
    expect(await readFile(join(root, '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('is refused at once where no folder can be made', () => {
    expect(() => openDataFolder('/proc/bellwether/data')).toThrow(
      /the data folder cannot be made: ENOENT.*'\/proc\/bellwether'/,
    );
  });

  it('is refused while a live run holds it, and free after that', () => {
    const data = openDataFolder(root);
    expect(() => openDataFolder(root)).toThrow(/another run \(process \d+\) uses this data folder/);
    data.release();
    openDataFolder(root).release();
  });

  it.each([
    ['of a process that is gone', JSON.stringify({ pid: process.pid, stamp: 'of another life' })],
    ['that was written half', '{"pid":'],
  ])('is taken over from a lock %s', async (_title, lock) => {
    openDataFolder(root);
    await writeFile(join(root, 'run/supervisor.json'), lock);
    openDataFolder(root);
    expect(() => openDataFolder(root)).toThrow(/another run/);
  });
});

describe('secrets', () => {
  it('are made once, differ by purpose, and stay private', async () => {
    const { secretsFile } = openDataFolder(root);
    const secrets = loadSecrets(secretsFile);
    expect(loadSecrets(secretsFile)).toEqual(secrets);
    expect(new Set(Object.values(secrets)).size).toBe(Object.values(secrets).length);
    expect(await modeOf(secretsFile)).toBe(0o600);
  });

  it('of a start before there were nkeys and database roles get these, and stay what they were', async () => {
    const { secretsFile } = openDataFolder(root);
    const { 'nats.signer': _, ...rest } = loadSecrets(secretsFile);
    const lasting = Object.entries(rest).filter(([name]) => !/^(nats|database)\./.test(name));
    await writeFile(secretsFile, JSON.stringify(Object.fromEntries(lasting)));
    const secrets = loadSecrets(secretsFile);
    expect(secrets).toMatchObject(Object.fromEntries(lasting));
    expect(publicKeyOfSeed(secrets['nats.signer'])).toMatch(/^U/);
    expect(secrets['database.signer']).toMatch(/^[\da-f]{64}$/);
    expect(loadSecrets(secretsFile)).toEqual(secrets);
  });

  it('are never made anew beside old data', async () => {
    const { secretsFile } = openDataFolder(root);
    await writeFile(secretsFile, '{"adminKey":"alone"}');
    expect(() => loadSecrets(secretsFile)).toThrow(/is damaged/);
  });
});

describe('exchange.json', () => {
  const content = {
    gateway_url: 'http://127.0.0.1:3000',
    signer_url: 'http://127.0.0.1:3001',
    console_url: 'http://127.0.0.1:3002',
    admin_key: 'a',
    builder_id: 'b',
    api_key: 'c',
    secret: 'd',
    ext_rpc_url: 'http://127.0.0.1:3010',
    main_rpc_url: 'http://127.0.0.1:3020',
    usdc_ext: 'e',
    usdc_main: 'f',
    network: 'test',
  } as const;

  it('is private and gives the builder back to the next start', async () => {
    const { exchangeFile } = openDataFolder(root);
    expect(readBuilderCredentials(exchangeFile)).toBeNull();
    writeExchangeFile(exchangeFile, content);
    expect(await modeOf(exchangeFile)).toBe(0o600);
    expect(JSON.parse(await readFile(exchangeFile, 'utf8'))).toEqual(content);
    expect(readBuilderCredentials(exchangeFile)).toEqual({
      builder_id: 'b',
      api_key: 'c',
      secret: 'd',
    });
  });
});
