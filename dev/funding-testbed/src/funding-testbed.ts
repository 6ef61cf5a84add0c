/** A real PostgreSQL, a real nats-server and both chains of a local network, for one test file. */
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineClient, FundingClient, connectBus } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import {
  associatedTokenAddress,
  connectLocalFaucet,
  connectPlace,
  parseSecretKey,
  parseTokenAccount,
  signerFromSeed,
} from '@bellwether/chain';
import type {
  Address,
  Chain,
  ChainsFile,
  StoredTransaction,
  Signer,
  TransactionRequest,
} from '@bellwether/chain';
import { startLocalNetwork } from '@bellwether/local-chain';
import type { LocalNetwork, NetworkRole } from '@bellwether/local-chain';
import { startNatsServer, startTestPostgres } from '@bellwether/local-services';
import type { NatsServer, TestPostgres } from '@bellwether/local-services';
import { MIGRATED, openDatabase, withRightsOf } from '@bellwether/persistence';
import type { Database, DatabaseRole } from '@bellwether/persistence';
import { Secret } from '@bellwether/runtime';
import { Pool } from 'pg';
import { silent } from './silent';
import { until } from './until';

/** Final after 40 ms, and without blocks while idle: a testbed costs only what its test does. */
const CHAINS = { blocks: 'on_demand', slotMs: 10, finalizeAfterBlocks: 3 } as const;
/** Connections of one process under test, two of which may be held by locks. */
const POOL_MAX = 8;
const READER_IDLE_MS = 2_000;
/** A long time-out, as a busy disk is not a failure. */
const TIMEOUT_MS = 60_000;

export type ChainName = 'ext' | 'main';
export type NodeUrls = Partial<Readonly<Record<ChainName, readonly string[]>>>;

export interface GivenMoney {
  readonly to: Address;
  /** Lamports if absent. */
  readonly mint?: Address;
  /** In base units. */
  readonly amount: bigint;
}

export interface Servers {
  readonly folder: string;
  readonly nats: NatsServer;
  readonly postgres: TestPostgres;
  readonly network: LocalNetwork;
}

export class FundingTestbed {
  private readonly closers: (() => Promise<void>)[] = [];
  private databases = 0;
  private readonly readers = new Map<string, Pool>();
  /** Both chains as seen through honest nodes. */
  readonly chains: Readonly<Record<ChainName, Chain>>;

  protected constructor(private readonly servers: Servers) {
    const { ext, main } = this.chainsFile();
    const timeouts = { requestMs: TIMEOUT_MS, blockMs: TIMEOUT_MS };
    this.chains = {
      ext: connectPlace('ext', ext, { log: silent, timeouts }),
      main: connectPlace('main', main, { log: silent, timeouts }),
    };
  }

  /** For an app's subclass, which adds its own parts. @param name part of the folder's name */
  protected static async startServers(name: string): Promise<Servers> {
    const folder = await mkdtemp(join(tmpdir(), `bellwether-${name}-`));
    await chmod(folder, 0o755); // PostgreSQL does not run as root
    const [nats, postgres, network] = await Promise.all([
      startNatsServer({ dataDir: join(folder, 'nats') }),
      startTestPostgres({ dataDir: join(folder, 'postgres'), preparation: MIGRATED }),
      startLocalNetwork({ ...CHAINS, dataDir: join(folder, 'network') }),
    ]);
    return { folder, nats, postgres, network };
  }

  get nats(): NatsServer {
    return this.servers.nats;
  }

  get network(): LocalNetwork {
    return this.servers.network;
  }

  /** A folder with nothing else in it, until the testbed stops. */
  get folder(): string {
    return this.servers.folder;
  }

  /** An empty database with all tables. */
  async databaseUrl(): Promise<string> {
    return this.servers.postgres.database(`test_${++this.databases}`);
  }

  private database(url: string): Database {
    const database = openDatabase({
      url,
      poolMax: POOL_MAX,
      timeoutMs: TIMEOUT_MS,
      connectTimeoutMs: TIMEOUT_MS,
      log: silent,
    });
    this.closers.push(() => database.close());
    return database;
  }

  /** The database with this app's rights. */
  as(role: DatabaseRole, url: string): Database {
    return this.database(withRightsOf(role, url));
  }

  async bus(): Promise<Bus> {
    const bus = await connectBus({ servers: this.nats.url, name: 'test', log: silent });
    this.closers.push(() => bus.close());
    return bus;
  }

  /** A connection with its clients. */
  async clients() {
    const bus = await this.bus();
    return { bus, engine: new EngineClient({ shard: 0, bus }), funding: new FundingClient(bus) };
  }

  /** The content of `CHAINS_FILE`; nodes may be others than the chains themselves. */
  chainsFile(rpcUrls: NodeUrls = {}): ChainsFile {
    const { description } = this.network;
    const place = (name: ChainName) => {
      const { wormholeChainId, coreBridge, tokenBridge, usdc, rpcUrl } = description[name];
      const urls = [...(rpcUrls[name] ?? [rpcUrl])];
      return { rpcUrls: urls, wormholeChainId, coreBridge, tokenBridge, usdc };
    };
    const { network, vaultProgram, splitProgram, addresses, guardiansUrl, swapUrl } = description;
    const { relayer } = addresses;
    const places = { vaultProgram, splitProgram, relayer, guardiansUrl, swapUrl };
    return { network, ext: place('ext'), main: place('main'), ...places, faucet: true };
  }

  keyOf(role: NetworkRole): Secret<Uint8Array> {
    const { keyFiles } = this.network.description;
    const seed =
      keyFiles === null ? undefined : parseSecretKey(readFileSync(keyFiles[role], 'utf8'));
    if (seed === undefined) throw new Error(`no key of ${role}`);
    return new Secret(seed);
  }

  signerOf(role: NetworkRole): Promise<Signer> {
    return signerFromSeed(this.keyOf(role).reveal());
  }

  /** Pays out test money, and waits until it is final. @returns the signature */
  async give(name: ChainName, what: GivenMoney): Promise<string> {
    const signature = await this.send(name, what);
    await this.whenFinal(name, signature);
    return signature;
  }

  /** Pays out test money without waiting. */
  send(name: ChainName, { to, mint, amount }: GivenMoney): Promise<string> {
    const { rpcUrl } = this.network.description[name];
    const faucet = connectLocalFaucet(rpcUrl, { timeoutMs: TIMEOUT_MS });
    return mint === undefined ? faucet.lamports(to, amount) : faucet.tokens(to, mint, amount);
  }

  async whenFinal(name: ChainName, signature: string): Promise<void> {
    await until(() => this.chains[name].findTransaction(signature));
  }

  /** Builds, sends, waits. @throws Error if the chain rejects it */
  async sent(name: ChainName, request: TransactionRequest): Promise<StoredTransaction> {
    const kept = await this.chains[name].buildTransaction(request);
    const state = await until(async () => {
      const seen = await this.chains[name].advance(kept);
      return seen.state === 'final' || seen.state === 'expired' ? seen : undefined;
    });
    if (state.state !== 'final' || state.error !== null) throw new Error(JSON.stringify(state));
    return kept;
  }

  async usdcOf(name: ChainName, wallet: Address): Promise<bigint> {
    const at = await associatedTokenAddress(wallet, this.chainsFile()[name].usdc);
    const account = await this.chains[name].readAccount(at);
    return account === null ? 0n : (parseTokenAccount(account)?.amount ?? 0n);
  }

  /** Rows as `pg` returns them. */
  async rows(databaseUrl: string, sql: string, values: readonly unknown[] = []) {
    return (await this.readerOf(databaseUrl).query<Record<string, unknown>>(sql, [...values])).rows;
  }

  /** Connections are reused for a moment, as each is a server process and tests query often. */
  private readerOf(databaseUrl: string): Pool {
    const known = this.readers.get(databaseUrl);
    if (known !== undefined) return known;
    const reader = new Pool({ connectionString: databaseUrl, idleTimeoutMillis: READER_IDLE_MS });
    reader.on('error', () => undefined); // an idle connection that breaks is replaced
    this.readers.set(databaseUrl, reader);
    this.closers.push(() => reader.end());
    return reader;
  }

  /** Called when the testbed stops, before its databases are closed. */
  beforeStop(close: () => Promise<void>): void {
    this.closers.unshift(close);
  }

  async stop(): Promise<void> {
    const { nats, postgres, network, folder } = this.servers;
    for (const close of this.closers) await close();
    await Promise.all([nats.stop(), postgres.stop(), network.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

export const userOf = (number: number): Uint8Array => {
  const user = new Uint8Array(32).fill(0x42);
  new DataView(user.buffer).setUint32(0, number);
  return user;
};
