/** What a thief has who stole an app's secrets: its seed for NATS, its database password, its key on the chains. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectBus } from '@bellwether/bus';
import type { Bus, Identity } from '@bellwether/bus';
import { parseSecretKey, signerFromSeed } from '@bellwether/chain';
import type { Signer } from '@bellwether/chain';
import { nameOfRole } from '@bellwether/persistence';
import type { DatabaseRole } from '@bellwether/persistence';
import { Client } from 'pg';
import { z } from 'zod';
import type { Exchange } from '../../e2e/src/exchange';
import { operatorFileOf } from './operator-file';
import { silent } from './silent';

const texts = z.record(z.string(), z.unknown());
/** Whose key it is: the withdraw-worker's, the deposit-listener's, the bridge-relayer's. */
export type ChainRole = 'operator' | 'registrar' | 'relayer';

const secretOf = ({ dataDir }: Exchange, name: string): string => {
  const text = readFileSync(join(dataDir, 'secrets.json'), 'utf8');
  return z.string().parse(texts.parse(JSON.parse(text))[name]);
};

/** Connects as that identity. */
export const stolenBus = (exchange: Exchange, identity: Identity): Promise<Bus> =>
  connectBus({
    servers: operatorFileOf(exchange).nats_url,
    name: identity,
    nkeySeed: secretOf(exchange, `nats.${identity}`),
    log: silent,
  });

/** Connects as that role. The caller closes the connection. */
export async function stolenDatabase(exchange: Exchange, role: DatabaseRole): Promise<Client> {
  const url = new URL(operatorFileOf(exchange).database_url);
  url.username = nameOfRole(role);
  url.password = secretOf(exchange, `database.${role}`);
  const client = new Client({ connectionString: url.href });
  await client.connect();
  return client;
}

/** Solana's format: 64 numbers in JSON. `swap`: the key that trades on the local chain. */
export async function stolenChainKey(
  { dataDir }: Exchange,
  role: ChainRole | 'swap',
): Promise<Signer> {
  const seed = parseSecretKey(readFileSync(join(dataDir, 'chains/keys', `${role}.json`), 'utf8'));
  if (seed === undefined) throw new Error(`no key of ${role}`);
  return signerFromSeed(seed);
}
