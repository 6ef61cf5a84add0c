/** A real PostgreSQL, a real nats-server and both chains of a local network, for one test file. */
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectBus } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import {
  associatedTokenAddress,
  connectLocalFaucet,
  connectPlace,
  parseSecretKey,
  parseTokenAccount,
  signerFromSeed,
} from '@bellwether/chain';
import type { Address, Chain, ChainsFile, KeptTransaction, Signer } from '@bellwether/chain';
import type { TransactionRequest } from '@bellwether/chain';
import { startLocalNetwork } from '@bellwether/local-chain';
import type { LocalNetwork, NetworkRole } from '@bellwether/local-chain';
import { createDatabase, startNatsServer, startPostgres } from '@bellwether/local-services';
import type { NatsServer, Postgres } from '@bellwether/local-services';
import { migrate, openDatabase } from '@bellwether/persistence';
import { Metrics, Secret, createLogger } from '@bellwether/runtime';
import { Client } from 'pg';
import { assembleRelayer } from '../src/app.module';
import type { OfBoth, RelayerParts } from '../src/parts';
import { until } from './until';

/** Final after 160 ms: suites take seconds. */
const SLOT_MS = 20;
export const silent = createLogger({ service: 'test', level: 'silent' });

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
    const folder = await mkdtemp(join(tmpdir(), 'bellwether-relayer-'));
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

  async bus(): Promise<Bus> {
    const bus = await connectBus({ servers: this.nats.url, name: 'test', log: silent });
    this.closers.push(() => bus.close());
    return bus;
  }

  /** What `CHAINS_FILE` says; nodes may be others than the chains themselves. */
  chainsFile(rpcUrls: Partial<OfBoth<readonly string[]>> = {}): ChainsFile {
    const { description } = this.network;
    const place = (name: 'ext' | 'main') => {
      const { wormholeChainId, coreBridge, tokenBridge, usdc, rpcUrl } = description[name];
      const urls = [...(rpcUrls[name] ?? [rpcUrl])];
      return { rpcUrls: urls, wormholeChainId, coreBridge, tokenBridge, usdc };
    };
    const { network, vaultProgram, guardiansUrl, swapUrl } = description;
    const addresses = { vaultProgram, guardiansUrl, swapUrl };
    return { network, ext: place('ext'), main: place('main'), ...addresses, faucet: true };
  }

  /** What a relayer works with, without its process. */
  async parts(
    databaseUrl: string,
    options: {
      readonly rpcUrls?: Partial<OfBoth<readonly string[]>>;
      readonly now?: () => number;
    } = {},
  ): Promise<RelayerParts> {
    const database = openDatabase({ url: databaseUrl, poolMax: 8, log: silent });
    this.closers.push(() => database.close());
    return assembleRelayer(
      { network: 'test', key: new Secret(this.seedOf('relayer')) },
      {
        bus: await this.bus(),
        database,
        chainsFile: this.chainsFile(options.rpcUrls),
        log: silent,
        metrics: new Metrics({ service: 'bridge-relayer' }),
        now: options.now ?? Date.now,
      },
    );
  }

  signerOf(role: NetworkRole): Promise<Signer> {
    return signerFromSeed(this.seedOf(role));
  }

  /** Test money, final. */
  async give(
    name: 'ext' | 'main',
    { to, mint, amount }: { to: Address; mint?: Address; amount: bigint },
  ): Promise<void> {
    const faucet = connectLocalFaucet(this.network.description[name].rpcUrl);
    const signature = await (mint === undefined
      ? faucet.lamports(to, amount)
      : faucet.tokens(to, mint, amount));
    await until(() => this.chains[name].findTransaction(signature));
  }

  /** Builds, sends, waits. @throws Error where the chain says no */
  async sent(name: 'ext' | 'main', request: TransactionRequest): Promise<KeptTransaction> {
    const kept = await this.chains[name].buildTransaction(request);
    const state = await until(async () => {
      const seen = await this.chains[name].advance(kept);
      return seen.state === 'final' || seen.state === 'expired' ? seen : undefined;
    });
    if (state.state !== 'final' || state.error !== null) throw new Error(JSON.stringify(state));
    return kept;
  }

  /** USDC of a wallet's associated account. */
  async usdcOf(name: 'ext' | 'main', wallet: Address): Promise<bigint> {
    const at = await associatedTokenAddress(wallet, this.chainsFile()[name].usdc);
    const account = await this.chains[name].readAccount(at);
    return account === null ? 0n : (parseTokenAccount(account)?.amount ?? 0n);
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

  async stop(): Promise<void> {
    for (const close of this.closers) await close();
    await Promise.all([this.nats.stop(), this.postgres.stop(), this.network.stop()]);
    await rm(this.folder, { recursive: true, force: true });
  }

  seedOf(role: NetworkRole): Uint8Array {
    const { keyFiles } = this.network.description;
    const seed =
      keyFiles === null ? undefined : parseSecretKey(readFileSync(keyFiles[role], 'utf8'));
    if (seed === undefined) throw new Error(`no key of ${role}`);
    return seed;
  }
}
