/** What thieves have where they got at an app's secrets: its seed for NATS, its password of the database, its key of the chains. */
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
/** Who acts on the chains: the withdraw-worker, the deposit-listener, the bridge-relayer. */
export type ChainRole = 'operator' | 'registrar' | 'relayer';

const secretOf = ({ dataDir }: Exchange, name: string): string => {
  const text = readFileSync(join(dataDir, 'secrets.json'), 'utf8');
  return z.string().parse(texts.parse(JSON.parse(text))[name]);
};

/** A connection of an identity's. */
export const stolenBus = (exchange: Exchange, identity: Identity): Promise<Bus> =>
  connectBus({
    servers: operatorFileOf(exchange).nats_url,
    name: identity,
    nkeySeed: secretOf(exchange, `nats.${identity}`),
    log: silent,
  });

/** A connection of a role's. Whoever makes it ends it. */
export async function stolenDatabase(exchange: Exchange, role: DatabaseRole): Promise<Client> {
  const url = new URL(operatorFileOf(exchange).database_url);
  url.username = nameOfRole(role);
  url.password = secretOf(exchange, `database.${role}`);
  const client = new Client({ connectionString: url.href });
  await client.connect();
  return client;
}

/** Solana's form: 64 numbers in JSON. `swap`: whoever trades on the local chain. */
export async function stolenChainKey(
  { dataDir }: Exchange,
  role: ChainRole | 'swap',
): Promise<Signer> {
  const seed = parseSecretKey(readFileSync(join(dataDir, 'chains/keys', `${role}.json`), 'utf8'));
  if (seed === undefined) throw new Error(`no key of ${role}`);
  return signerFromSeed(seed);
}
