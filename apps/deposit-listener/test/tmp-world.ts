/** A real PostgreSQL, a real nats-server and both chains of a local network, for one test file. */
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectBus } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { connectLocalFaucet, connectPlace, parseSecretKey } from '@bellwether/chain';
import type { Address, Chain, ChainsFile } from '@bellwether/chain';
import { startLocalNetwork } from '@bellwether/local-chain';
import type { LocalNetwork, NetworkRole } from '@bellwether/local-chain';
import { createDatabase, startNatsServer, startPostgres } from '@bellwether/local-services';
import type { NatsServer, Postgres } from '@bellwether/local-services';
import { migrate, openDatabase } from '@bellwether/persistence';
import type { Database } from '@bellwether/persistence';
import { Metrics, Secret, createLogger } from '@bellwether/runtime';
import type { Logger } from '@bellwether/runtime';
import { Client } from 'pg';
import { assembleListener } from '../src/app.module';
import type { ListenerConfig } from '../src/config';
import type { ChainName, ListenerParts, OfBoth } from '../src/parts';
import { until } from './until';

/** Final after 160 ms: suites take seconds. */
const SLOT_MS = 400;
const DEPOSIT_MASTER = new Uint8Array(32).fill(0x31);
export const TARIFF = {
  extPerTxLamports: 10_000,
  mainPerTxLamports: 10_000,
  extNativePriceMicroUsdc: 150_000_000,
  mainNativePriceMicroUsdc: 150_000_000,
  markupBps: 1_000,
};

export class World {
  private readonly closers: (() => Promise<void>)[] = [];
  private databases = 0;
  /** Both chains as a test sees them, by honest nodes. */
  readonly chains: OfBoth<Chain>;

  private constructor(
    readonly folder: string,
    readonly nats: NatsServer,
    readonly postgres: Postgres,
    readonly network: LocalNetwork,
  ) {
    const { ext, main } = this.chainsFile();
    this.chains = {
      ext: connectPlace('ext', ext, { log: silent }),
      main: connectPlace('main', main, { log: silent }),
    };
  }

  static async start(): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'bellwether-listener-'));
    await chmod(folder, 0o755); // PostgreSQL does not run as root
    const [nats, postgres, network] = await Promise.all([
      startNatsServer({ dataDir: join(folder, 'nats') }),
      startPostgres({ dataDir: join(folder, 'postgres') }),
      startLocalNetwork({ slotMs: SLOT_MS, dataDir: join(folder, 'network') }),
    ]);
    return new World(folder, nats, postgres, network);
  }

  /** An empty database with all tables. */
  async databaseUrl(): Promise<string> {
    const url = await createDatabase(this.postgres.url, `test_${++this.databases}`);
    await migrate(url);
    return url;
  }

  database(url: string): Database {
    const database = openDatabase({ url, poolMax: 8, log: silent });
    this.closers.push(() => database.close());
    return database;
  }

  async bus(): Promise<Bus> {
    const bus = await connectBus({ servers: this.nats.url, name: 'test', log: silent });
    this.closers.push(() => bus.close());
    return bus;
  }

  /** What `CHAINS_FILE` says; nodes may be others than the chains themselves. */
  chainsFile(rpcUrls: Partial<OfBoth<readonly string[]>> = {}): ChainsFile {
    const { description } = this.network;
    const place = (name: ChainName) => {
      const { wormholeChainId, coreBridge, tokenBridge, usdc, rpcUrl } = description[name];
      const urls = [...(rpcUrls[name] ?? [rpcUrl])];
      return { rpcUrls: urls, wormholeChainId, coreBridge, tokenBridge, usdc };
    };
    const { network, vaultProgram, guardiansUrl, swapUrl } = description;
    const addresses = { vaultProgram, guardiansUrl, swapUrl };
    return { network, ext: place('ext'), main: place('main'), ...addresses, faucet: true };
  }

  /** What a listener works with, without its process: duties may be taken of it and run by hand. */
  async parts(
    databaseUrl: string,
    options: {
      readonly rpcUrls?: Partial<OfBoth<readonly string[]>>;
      readonly log?: Logger;
      readonly now?: () => number;
    } = {},
  ): Promise<ListenerParts> {
    const log = options.log ?? silent;
    const metrics = new Metrics({ service: 'deposit-listener' });
    return assembleListener(this.config(), {
      bus: await this.bus(),
      database: this.database(databaseUrl),
      chainsFile: this.chainsFile(options.rpcUrls),
      log,
      metrics,
      now: options.now ?? Date.now,
    });
  }

  config(): Pick<ListenerConfig, 'network' | 'shard' | 'keys' | 'swapApiKey' | 'tariff'> {
    const depositMaster = new Secret(DEPOSIT_MASTER);
    const keyOf = (role: NetworkRole): Secret<Uint8Array> => {
      const { keyFiles } = this.network.description;
      const seed =
        keyFiles === null ? undefined : parseSecretKey(readFileSync(keyFiles[role], 'utf8'));
      if (seed === undefined) throw new Error(`no key of ${role}`);
      return new Secret(seed);
    };
    return {
      network: 'test',
      shard: 0,
      keys: { listener: keyOf('registrar'), treasury: keyOf('treasury'), depositMaster },
      swapApiKey: undefined,
      tariff: TARIFF,
    };
  }

  /** Test money, final. @returns the signature */
  async give(
    name: ChainName,
    what: { readonly to: Address; readonly mint?: Address; readonly amount: bigint },
  ): Promise<string> {
    const signature = await this.send(name, what);
    await this.whenFinal(name, signature);
    return signature;
  }

  /** Test money, on its way. */
  send(
    name: ChainName,
    {
      to,
      mint,
      amount,
    }: { readonly to: Address; readonly mint?: Address; readonly amount: bigint },
  ): Promise<string> {
    const faucet = connectLocalFaucet(this.network.description[name].rpcUrl);
    return mint === undefined ? faucet.lamports(to, amount) : faucet.tokens(to, mint, amount);
  }

  async whenFinal(name: ChainName, signature: string): Promise<void> {
    await until(() => this.chains[name].findTransaction(signature));
  }

  /** Rows as `pg` gives them. */
  async rows(databaseUrl: string, sql: string, values: readonly unknown[] = []) {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  /** Called when the world ends, before its databases are closed. */
  beforeStop(close: () => Promise<void>): void {
    this.closers.unshift(close);
  }

  async stop(): Promise<void> {
    for (const close of this.closers) await close();
    await Promise.all([this.nats.stop(), this.postgres.stop(), this.network.stop()]);
    await rm(this.folder, { recursive: true, force: true });
  }
}

export const silent = createLogger({ service: 'test', level: 'silent' });

/** A user by a number. */
export const userOf = (number: number): Uint8Array => {
  const user = new Uint8Array(32).fill(0x42);
  new DataView(user.buffer).setUint32(0, number);
  return user;
};
