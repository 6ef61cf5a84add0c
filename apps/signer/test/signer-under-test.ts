/** A signer with everything it needs, all of it real and separate: nats-server, PostgreSQL, the engine's rules. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignerAdminClient, connectBus } from '@bellwether/bus';
import type { Bus, IssuedKey } from '@bellwether/bus';
import { parsePublicKey } from '@bellwether/codec';
import { startNatsServer, startPostgres, startTestPostgres } from '@bellwether/local-services';
import type { NatsServer, Postgres } from '@bellwether/local-services';
import { MIGRATED, withRightsOf } from '@bellwether/persistence';
import { createLogger, loadConfig } from '@bellwether/runtime';
import { signerConfig } from '../src/config';
import type { SignerRates } from '../src/envelope/signer-limits';
import { startSigner } from '../src/start';
import type { RunningSigner } from '../src/start';
import { BuilderClient } from './builder-client';
import { EngineUnderTest } from './engine-under-test';

const master = (): string => randomBytes(32).toString('base64');
const silent = { info: () => {}, warn: () => {}, error: () => {} };

interface KeySettings {
  readonly scopes?: readonly string[];
  readonly dailyOutflowMicroUsdc?: number;
  readonly ordersPerSecond?: number;
}

/** So that a test's key may have any rate. */
const MOST_ORDERS = 1_000_000;

const credentialsOf = (made: {
  readonly key_id: string;
  readonly builder_id: string;
  readonly api_key: string;
  readonly secret: string;
}): IssuedKey => ({
  keyId: made.key_id,
  builderId: made.builder_id,
  apiKey: made.api_key,
  secret: made.secret,
});

/** On a busy machine an operator would repeat the request. A test waits. */
const TIMEOUT_MS = 600_000;

class PatientAdminClient extends SignerAdminClient {
  override ask: SignerAdminClient['ask'] = (operation, request, options) =>
    SignerAdminClient.prototype.ask.call(this, operation, request, {
      timeoutMs: TIMEOUT_MS,
      ...options,
    }) as never;
}

export class SignerUnderTest {
  /** All log lines of the signers. */
  readonly logged: string[] = [];
  readonly masters = {
    DELEGATED_KEY_MASTER: master(),
    HMAC_MASTER: master(),
    API_KEY_PEPPER: master(),
  };
  private readonly signers = new Set<RunningSigner>();
  private readonly first = new Map<string, IssuedKey>();
  private lastReference = 0;

  private constructor(
    private readonly folder: string,
    readonly nats: NatsServer,
    private postgres: Postgres,
    readonly databaseUrl: string,
    readonly bus: Bus,
    readonly engine: EngineUnderTest,
  ) {}

  /** @param isDurable commits are synced, for tests that kill the server */
  static async start({ isDurable = false } = {}): Promise<SignerUnderTest> {
    const folder = await mkdtemp(join(tmpdir(), 'signer-test-'));
    const [nats, postgres] = await Promise.all([
      startNatsServer({ dataDir: join(folder, 'nats') }),
      startTestPostgres({
        dataDir: join(folder, 'postgres'),
        preparation: MIGRATED,
        isDurable,
      }),
    ]);
    const databaseUrl = await postgres.database('signer');
    const bus = await connectBus({ servers: nats.url, name: 'test', log: silent });
    const engine = new EngineUnderTest(bus);
    await engine.serve();
    return new SignerUnderTest(folder, nats, postgres, databaseUrl, bus, engine);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.signers].map((signer) => signer.stop()));
    await this.engine.stop();
    await this.bus.close();
    await Promise.all([this.nats.stop(), this.postgres.stop()]);
    await rm(this.folder, { recursive: true, force: true });
  }

  /** One more signer, as a replica of those that run. */
  async startSigner(
    settings: { FUNDING?: 'on' | 'off'; TRUSTED_PROXIES?: string } = {},
    rates?: SignerRates,
  ): Promise<RunningSigner> {
    const environment = {
      NETWORK: 'test',
      NATS_URL: this.nats.url,
      DATABASE_URL: withRightsOf('signer', this.databaseUrl),
      PORT: '0',
      LOG_LEVEL: 'trace',
      ...this.masters,
      ...settings,
    };
    const log = createLogger(
      { service: 'signer', level: 'trace' },
      { write: (line) => void this.logged.push(line) },
    );
    const config = loadConfig(signerConfig, environment);
    const signer = await startSigner({ config: rates ? { ...config, rates } : config, log });
    this.signers.add(signer);
    return signer;
  }

  async stopSigner(signer: RunningSigner): Promise<void> {
    this.signers.delete(signer);
    await signer.stop();
  }

  /** PostgreSQL dies as in a power cut. `restart` starts it again on the same port with the same data. */
  async killPostgres(): Promise<{ restart(): Promise<void> }> {
    const { port } = this.postgres;
    this.postgres.kill('SIGKILL');
    await this.postgres.exited;
    return {
      restart: async () => {
        this.postgres = await startPostgres({ dataDir: join(this.folder, 'postgres'), port });
      },
    };
  }

  get admin(): SignerAdminClient {
    return new PatientAdminClient(this.bus);
  }

  async builderId(maxFeeBps?: number): Promise<string> {
    const request = { name: 'Acme', ...(maxFeeBps === undefined ? {} : { maxFeeBps }) };
    return (await this.admin.ask('create_builder', request, { requestId: 'test' })).builderId;
  }

  /** Another key of a builder, made by the first one, which the builder has taken over. */
  async issue(
    signer: RunningSigner,
    builderId: string,
    { scopes, dailyOutflowMicroUsdc, ordersPerSecond }: KeySettings = {},
  ): Promise<IssuedKey> {
    const made = await (
      await this.firstOf(signer, builderId)
    ).post('/v1/builder/keys', {
      scopes,
      daily_outflow_micro_usdc: dailyOutflowMicroUsdc,
      orders_per_second: ordersPerSecond,
    });
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
    return credentialsOf(made.body);
  }

  /** The first key of a builder, which may make others. */
  async firstOf(signer: RunningSigner, builderId: string): Promise<BuilderClient> {
    const known = this.first.get(builderId);
    if (known !== undefined) return new BuilderClient(signer.url, known);
    const issued = await this.handedOver(builderId);
    const client = new BuilderClient(signer.url, issued);
    const rotated = await client.post(`/v1/builder/keys/${issued.keyId}/rotate`, {});
    if (rotated.status !== 200) throw new Error(JSON.stringify(rotated.body));
    this.first.set(builderId, credentialsOf(rotated.body));
    return this.firstOf(signer, builderId);
  }

  /** An operator's request for a builder. */
  handedOver(builderId: string): Promise<IssuedKey> {
    const asked = { builderId, ordersPerSecond: MOST_ORDERS };
    return this.admin.ask('create_key', asked, { requestId: 'test' });
  }

  /** A client of a new key; without a builder, of a new one. */
  async client(
    signer: RunningSigner,
    options: KeySettings & { builderId?: string; maxFeeBps?: number } = {},
  ): Promise<BuilderClient> {
    const { builderId: known, maxFeeBps, ...settings } = options;
    const builderId = known ?? (await this.builderId(maxFeeBps));
    return new BuilderClient(
      signer.url,
      await this.issue(signer, builderId, { ordersPerSecond: 2_000, ...settings }),
    );
  }

  /** An active binary market, by its id in hex. */
  market(): string {
    const eventId = `event-${this.engine.exchange.lastSeq}`;
    const { reply } = this.engine.apply('admin', {
      kind: 'create_event',
      eventId,
      question: 'Will it rain?',
      description: '',
      category: { name: 'weather', sub: 'rain' },
      expiry: Math.floor(Date.now() / 1_000) + 3_600,
      mutuallyExclusive: false,
      feeBps: null,
      opensAt: null,
      labels: ['Yes'],
    });
    if (reply.body.kind !== 'event_created') throw new Error(`no market: ${reply.body.kind}`);
    return Buffer.from(reply.body.markets[0]?.marketId ?? []).toString('hex');
  }

  /** Gives a user test money: micro-USDC. */
  credit(publicKey: string, amount: number): void {
    const user = parsePublicKey(publicKey);
    if (user === undefined) throw new Error(`${publicKey} is no public key`);
    const reference = `test-${++this.lastReference}`;
    this.engine.apply('admin', { kind: 'test_credit', user, amount, reference });
  }
}
