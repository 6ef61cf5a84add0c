/** A whole gateway on its real parts: nats-server, PostgreSQL, the engine's rules. The signer's keys are prepared. */
import { createHash, createSecretKey } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectBus } from '@bellwether/bus';
import type { Bus, SignerAdminHandlers } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { startNatsServer, startTestPostgres } from '@bellwether/local-services';
import { MIGRATED, Projection, openDatabase, withRightsOf } from '@bellwether/persistence';
import type { Database } from '@bellwether/persistence';
import { Secret, createLogger, loadConfig } from '@bellwether/runtime';
import type { RunningApplication } from '@bellwether/runtime';
import { gatewayConfig } from '../src/config';
import type { GatewayConfig } from '../src/config';
import type { GatewayRates } from '../src/rate-limits/gateway-limits';
import { startGateway } from '../src/start';
import { PromisedAnswers } from '../../../tools/documents/src/promised-answers';
import { serveSignerAdmin } from '../../../libs/nest-bus/test/serve-operations';
import { EngineInProcess } from './engine-in-process';

const PROMISED = new PromisedAnswers('gateway');
export const ADMIN_KEY = 'an admin key for the test';
/** The key of a second person. */
export const SECOND_ADMIN_KEY = 'another admin key for the test';
export const EVENT = {
  event_id: 'rain-2030',
  question: 'Will it rain?',
  description: 'Anywhere.\nAt all.',
  category: { name: 'weather', sub: 'rain' },
  expiry: 1_900_000_000,
  outcomes: [{ label: 'Yes' }],
};
const CREDIT_MICRO_USDC = 1_000_000_000;
const TRAVERSABLE = 0o755;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  // The test checks the body, so its type is asserted.
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any
}

export interface AnotherGateway {
  readonly url: string;
  readonly running: RunningApplication;
}

/** The differences of a second gateway. */
interface OtherSettings {
  readonly rates: Partial<GatewayRates>;
  readonly trustedProxies: string | undefined;
  readonly streams: Partial<GatewayConfig['streams']>;
  readonly hasAdmin: boolean;
  /** Default true: most tests read users' data without a session, and `account-sessions.spec.ts` tests sessions. */
  readonly hasPublicUserReads: boolean;
  readonly hasPepper: boolean;
  readonly adminConfirmations: number;
  /** Gets the fault that stops it; by default the test fails. */
  readonly onFailure: (reason: unknown) => void;
}

type Stop = () => Promise<unknown>;

export class GatewayUnderTest {
  private constructor(
    readonly url: string,
    readonly engine: EngineInProcess,
    readonly log: readonly string[],
    readonly losePostgres: Stop,
    readonly database: Database,
    readonly bus: Bus,
    private readonly projection: Projection,
    /** A second gateway on the same servers, which the test stops. */
    readonly startAnother: (other?: Partial<OtherSettings>) => Promise<AnotherGateway>,
    private readonly stops: Stop[],
  ) {}

  /** `hasFunding`: the test serves the funding apps on `bus`. `rates`: limits other than the defaults. */
  static async start({
    hasFunding = false,
    ...others
  }: { readonly hasFunding?: boolean } & Partial<OtherSettings> = {}): Promise<GatewayUnderTest> {
    const stops: Stop[] = [];
    const dataDir = await mkdtemp(join(tmpdir(), 'gateway-'));
    await chmod(dataDir, TRAVERSABLE);
    stops.push(() => rm(dataDir, { recursive: true, force: true }));
    const [nats, postgres] = await Promise.all([
      startNatsServer({ dataDir: join(dataDir, 'nats') }),
      startTestPostgres({ dataDir: join(dataDir, 'postgres'), preparation: MIGRATED }),
    ]);
    stops.push(
      () => nats.stop(),
      () => postgres.stop(),
    );
    const databaseUrl = await postgres.database('bellwether');

    const quiet = createLogger({ service: 'test', level: 'silent' });
    const bus: Bus = await connectBus({ servers: nats.url, name: 'engine', log: quiet });
    const engine = new EngineInProcess(bus);
    await engine.start();
    await serveSignerAdmin(bus, CANNED_KEYS, quiet);
    const database: Database = openDatabase({ url: databaseUrl, poolMax: 2, log: quiet });
    stops.push(
      () => bus.close(),
      () => database.close(),
    );

    const log: string[] = [];
    const options = { natsUrl: nats.url, databaseUrl, hasFunding, ...others };
    const startAnother = (other = {}) => startOn({ ...options, ...other }, []);
    const gateway = await startOn(options, log);
    stops.push(() => gateway.running.stop());
    const losePostgres = () => postgres.stop();
    const projection = new Projection(database, 0);
    return new GatewayUnderTest(
      gateway.url,
      engine,
      log,
      losePostgres,
      database,
      bus,
      projection,
      startAnother,
      stops,
    );
  }

  async stop(): Promise<void> {
    for (const stop of this.stops.toReversed()) await stop();
  }

  /** Creates the event and returns the id of its first market. */
  async openMarket(event: typeof EVENT): Promise<string> {
    const created = await this.admin('POST', '/admin/events', event);
    return created.body.data.outcomes[0].market_id;
  }

  /** Gives each user 1,000 USDC. */
  async credit(...users: { readonly name: string }[]): Promise<void> {
    for (const { name } of users) {
      const credit = { user: name, amount: CREDIT_MICRO_USDC, reference: `first-${name}` };
      await this.admin('POST', '/admin/credit', credit);
    }
  }

  project(): Promise<void> {
    return this.engine.project(this.projection);
  }

  get(path: string, headers: Record<string, string> = {}): Promise<HttpAnswer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown): Promise<HttpAnswer> {
    return this.send('POST', path, body);
  }

  admin(method: string, path: string, body?: unknown): Promise<HttpAnswer> {
    return this.send(method, path, body, { 'x-admin-key': ADMIN_KEY });
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<HttpAnswer> {
    const content =
      body === undefined
        ? { headers }
        : {
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          };
    const response = await fetch(`${this.url}${path}`, { method, ...content });
    const { status } = response;
    const text = await response.text();
    const answer = { status, body: text === '' ? undefined : JSON.parse(text) };
    PROMISED.require(method, path, answer);
    return { ...answer, headers: response.headers };
  }
}

async function startOn(
  {
    natsUrl,
    databaseUrl,
    hasFunding,
    rates = {},
    trustedProxies,
    streams = {},
    hasAdmin = true,
    hasPublicUserReads = true,
    hasPepper = true,
    adminConfirmations = 1,
    onFailure = (reason) => {
      throw reason;
    },
  }: {
    natsUrl: string;
    databaseUrl: string;
    hasFunding: boolean;
  } & Partial<OtherSettings>,
  lines: string[],
): Promise<AnotherGateway> {
  const log = createLogger(
    { service: 'gateway', level: 'info' },
    { write: (line) => lines.push(line) },
  );
  const servers = { NETWORK: 'test', NATS_URL: natsUrl, DATABASE_URL: databaseUrl };
  const { rates: defaults, streams: usualStreams } = loadConfig(gatewayConfig, servers);
  if (defaults === null) throw new Error('limits are on unless they are switched off');
  const running = await startGateway({
    config: {
      natsServers: [natsUrl],
      natsNkeySeed: undefined,
      natsToken: undefined,
      databaseUrl: new Secret(withRightsOf(hasAdmin ? 'gateway-admin' : 'gateway', databaseUrl)),
      databasePool: 4,
      shard: 0,
      host: '127.0.0.1',
      port: 0,
      logLevel: 'info',
      hasPublicUserReads,
      hasFunding,
      pages: 'off',
      signerUrl: undefined,
      chainNames: { ext: 'ext', main: 'main' },
      trustedProxies,
      streams: { ...usualStreams, ...streams },
      network: 'test',
      adminKeyHashes: hasAdmin ? [ADMIN_KEY, SECOND_ADMIN_KEY].map(sha256) : [],
      operatorKeyPepper: hasPepper ? createSecretKey(Buffer.alloc(32, 7)) : undefined,
      adminConfirmations,
      rates: { ...defaults, ...rates },
    },
    log,
    fail: onFailure,
  });
  const listening = lines.map((line) => JSON.parse(line)).find((line) => line.msg === 'listening');
  return { url: listening.url, running };
}

const sha256 = (key: string) => createHash('sha256').update(key).digest();

export const KEY_ID = 'ab'.repeat(16);
export const ISSUED_SECRET = Buffer.from('a secret that is shown once!').toString('base64');

const CANNED_KEYS: SignerAdminHandlers = {
  create_builder: async ({ name, maxFeeBps }) => ({
    builderId: 'builder-1',
    name,
    maxFeeBps: maxFeeBps ?? 100,
  }),
  create_key: async ({ builderId }) => {
    if (builderId !== 'builder-1')
      throw new CodedError('BUILDER_NOT_FOUND', { builder_id: builderId });
    return { keyId: KEY_ID, builderId, apiKey: ISSUED_SECRET, secret: ISSUED_SECRET };
  },
  revoke_key: async ({ keyId }) => {
    if (keyId !== KEY_ID) throw new CodedError('KEY_NOT_FOUND', { key_id: keyId });
    return { keyId, revokedMs: 1_700_000_000_000 };
  },
  restore_key: async ({ keyId }) => {
    if (keyId !== KEY_ID) throw new CodedError('KEY_NOT_FOUND', { key_id: keyId });
    return { keyId };
  },
  list_keys: async () => ({ keys: [], next: null }),
  list_builders: async ({ search, after }) => ({
    builders: [
      {
        builderId: after ?? 'builder-1',
        name: search ?? 'Acme',
        maxFeeBps: 50,
        activeKeys: 1,
        revokedKeys: 2,
        userCount: 3,
        createdMs: 1_700_000_000_000,
        lastUsedMs: null,
      },
    ],
    next: after === undefined ? 'builder-2' : null,
  }),
};
