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
import { silent } from './silent';

const texts = z.record(z.string(), z.unknown());
const operatorFile = z.object({ nats_url: z.string(), database_url: z.string() });
/** Who acts on the chains: the withdraw-worker, the deposit-listener, the bridge-relayer. */
export type ChainRole = 'operator' | 'registrar' | 'relayer';

const readJson = ({ dataDir }: Exchange, file: string): unknown =>
  JSON.parse(readFileSync(join(dataDir, file), 'utf8'));

const secretOf = (exchange: Exchange, name: string): string =>
  z.string().parse(texts.parse(readJson(exchange, 'secrets.json'))[name]);

export const natsUrlOf = (exchange: Exchange): string =>
  operatorFile.parse(readJson(exchange, 'operator.json')).nats_url;

/** A connection of an identity's. */
export const stolenBus = (exchange: Exchange, identity: Identity): Promise<Bus> =>
  connectBus({
    servers: natsUrlOf(exchange),
    name: identity,
    nkeySeed: secretOf(exchange, `nats.${identity}`),
    log: silent,
  });

/** A connection of a role's. Whoever makes it ends it. */
export async function stolenDatabase(exchange: Exchange, role: DatabaseRole): Promise<Client> {
  const url = new URL(operatorFile.parse(readJson(exchange, 'operator.json')).database_url);
  url.username = nameOfRole(role);
  url.password = secretOf(exchange, `database.${role}`);
  const client = new Client({ connectionString: url.href });
  await client.connect();
  return client;
}

/** Solana's form: 64 numbers in JSON. */
export async function stolenChainKey({ dataDir }: Exchange, role: ChainRole): Promise<Signer> {
  const seed = parseSecretKey(readFileSync(join(dataDir, 'chains/keys', `${role}.json`), 'utf8'));
  if (seed === undefined) throw new Error(`no key of ${role}`);
  return signerFromSeed(seed);
}
