import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { IDENTITIES } from '@bellwether/bus';
import { readChainsFile } from '@bellwether/chain';
import { describeNetwork, networkKeys } from '@bellwether/local-chain';
import { appsOf } from '../src/app-list';
import { writeChainsFile } from '../src/chains/chains-file';
import { loadSecrets } from '../src/secrets';

const folder = mkdtempSync(join(tmpdir(), 'bellwether-chains-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const placeAt = (port: number) => ({
  rpcUrl: `http://127.0.0.1:${port}`,
  webSocketUrl: `ws://127.0.0.1:${port}`,
});
const KEY_FILES = {
  faucet: 'keys/faucet.json',
  admin: 'keys/admin.json',
  operator: 'keys/operator.json',
  registrar: 'keys/registrar.json',
  relayer: 'keys/relayer.json',
  treasury: 'keys/treasury.json',
  swap: 'keys/swap.json',
};

describe('what the funding apps are told of the chains', () => {
  it('is a file that they can read', async () => {
    const file = join(folder, 'chains.json');
    const places = {
      ext: placeAt(1),
      main: placeAt(2),
      guardiansUrl: 'http://127.0.0.1:3',
      swapUrl: 'http://127.0.0.1:4',
    };
    const keys = await networkKeys(new Uint8Array(32));
    const description = await describeNetwork(keys, places, KEY_FILES);
    writeChainsFile(file, description);
    const read = readChainsFile(file);
    expect(read).toMatchObject({ network: 'test', faucet: true, swapUrl: places.swapUrl });
    expect(read.main).toMatchObject({ rpcUrls: [places.main.rpcUrl], usdc: description.main.usdc });
    expect(readFileSync(file, 'utf8')).not.toContain('keys/');
  });

  it('comes with the key that each needs, and no other', () => {
    const secret = (name: string) => `secret of ${name}`;
    const secrets = {
      ...loadSecrets(join(folder, 'secrets.json')),
      adminKey: secret('admin'),
      delegatedKeyMaster: secret('users'),
      hmacMaster: secret('hmac'),
      apiKeyPepper: secret('pepper'),
      depositKeyMaster: secret('deposits'),
    };
    const { engine, besides, others } = appsOf({
      network: 'test',
      natsUrl: 'nats://127.0.0.1:5',
      natsMonitorUrl: 'http://127.0.0.1:6',
      natsFolder: '/nats',
      databaseUrls: {
        gateway: 'as gateway',
        'gateway-admin': 'as gateway-admin',
        signer: 'as signer',
        projector: 'as projector',
        'deposit-listener': 'as deposit-listener',
        'bridge-relayer': 'as bridge-relayer',
        'withdraw-worker': 'as withdraw-worker',
        backup: 'as backup',
      },
      secrets,
      ports: { console: 3, gateway: 7, signer: 8 },
      chainsFile: 'chains.json',
      keyFiles: KEY_FILES,
      hasRateLimits: true,
      snapshotsFolder: 'snapshots',
      hasStandby: true,
      archiveFolder: 'archive',
      snapshotCommands: null,
      shareWaitSeconds: 0,
    });
    const apps = [engine, ...besides, ...others];
    const identityOf = new Map(IDENTITIES.map((one) => [secrets[`nats.${one}`], one]));
    const connecting = apps.map(({ environment }) =>
      identityOf.get(environment['NATS_NKEY_SEED'] ?? ''),
    );
    expect(connecting).toEqual([
      'matching-engine',
      'matching-engine',
      'journal-archiver',
      'projector',
      'signer',
      'gateway-admin',
      'gateway-admin',
      'deposit-listener',
      'bridge-relayer',
      'withdraw-worker',
    ]);
    const rolesOf = others.map(({ environment }) => environment['DATABASE_URL']);
    expect(rolesOf).toEqual(connecting.slice(-others.length).map((identity) => `as ${identity}`));
    const given = apps.map(({ name, environment }) => {
      const values = Object.values(environment);
      return [name, values.filter((value) => /^keys\/|of (users|deposits)$/.test(value))];
    });
    expect(Object.fromEntries(given)).toEqual({
      'matching-engine': [],
      'matching-engine-standby': [],
      'journal-archiver': [],
      projector: [],
      gateway: [],
      'gateway-admin': [],
      signer: [secret('users')],
      'deposit-listener': [secret('deposits'), KEY_FILES.registrar, KEY_FILES.treasury],
      'bridge-relayer': [KEY_FILES.relayer],
      'withdraw-worker': [KEY_FILES.operator],
    });
  });
});
