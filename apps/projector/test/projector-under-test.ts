/** The projector in this process, or as a process of its own that a test may kill. */
import { growingPauses } from '@bellwether/local-services';
import type { ManagedProcess } from '@bellwether/local-services';
import { BuilderStore, Projection, withRightsOf } from '@bellwether/persistence';
import type { Database } from '@bellwether/persistence';
import { createLogger } from '@bellwether/runtime';
import { startProjector } from '../src/start';
import type { RunningProjector } from '../src/start';
import { builtApp } from './built-app';
import { BUILDER_ID, DELEGATED_USERS, apiKeyId, userKey } from './trading-exchange';

export interface Place {
  readonly natsUrl: string;
  readonly databaseUrl: string;
  readonly shard: number;
}

export interface ProjectorUnderTest extends RunningProjector {
  /** Settles with what the projector could not go on from. */
  readonly failed: Promise<unknown>;
  readonly log: readonly Record<string, unknown>[];
  /** Status and body of `/readyz`. */
  readiness(): Promise<{ status: number; checks: Record<string, { ok: boolean }> }>;
  metrics(): Promise<string>;
}

export async function startProjectorHere(place: Place): Promise<ProjectorUnderTest> {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => {
    lines.push(JSON.parse(line));
  };
  const log = createLogger({ service: 'projector', level: 'info' }, { write });
  let fail: (reason: unknown) => void = () => {};
  const failed = new Promise<unknown>((resolve) => {
    fail = resolve;
  });
  const config = {
    natsServers: [place.natsUrl],
    natsNkeySeed: undefined,
    natsToken: undefined,
    databaseUrl: place.databaseUrl,
    shard: place.shard,
    host: '127.0.0.1',
    healthPort: 0,
    logLevel: 'info' as const,
  };
  const projector = await startProjector({ config, log, fail });
  const get = (path: string) => fetch(`http://127.0.0.1:${projector.healthPort}${path}`);
  return {
    ...projector,
    failed,
    log: lines,
    async readiness() {
      const response = await get('/readyz');
      const { checks } = Object(await response.json());
      return { status: response.status, checks };
    },
    metrics: async () => (await get('/metrics')).text(),
  };
}

export interface BuiltProjector {
  start(place: Place): Promise<ManagedProcess>;
  /** A command of an operator; answers what it printed. */
  command(place: Place, ...args: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

export async function builtProjector(): Promise<BuiltProjector> {
  const app = await builtApp('projector');
  const environment = ({ natsUrl, databaseUrl, shard }: Place) => ({
    NATS_URL: natsUrl,
    DATABASE_URL: databaseUrl,
    SHARD: String(shard),
    HEALTH_PORT: '0',
  });
  return {
    start: ({ databaseUrl, ...place }) =>
      app.start({
        env: environment({ ...place, databaseUrl: withRightsOf('projector', databaseUrl) }),
      }),
    command: (place, ...args) => app.run(args, environment(place)),
    remove: () => app.remove(),
  };
}

/** The builder whose users trade in `TradingExchange`, as the signer would have stored it. */
export async function linkDelegatedUsers(database: Database): Promise<void> {
  const builders = new BuilderStore(database);
  const builder = { builderId: BUILDER_ID, name: 'A builder', maxFeeBps: 100, createdMs: 0 };
  await builders.createBuilder(builder);
  await builders.createKey({
    keyId: apiKeyId(0),
    builderId: BUILDER_ID,
    apiKeyHash: userKey(0),
    scopes: ['trade'],
    maxFeeBps: 100,
    ordersPerSecond: 2_000,
    dailyOutflowMicroUsdc: 0,
    createdMs: 0,
  });
  for (let number = 0; number < DELEGATED_USERS; number++)
    await builders.linkUser({
      user: userKey(number),
      keyId: apiKeyId(0),
      builderId: BUILDER_ID,
      userId: `user ${number}`,
      linkedMs: 0,
    });
}

const TIMEOUT_MS = 120_000;

/** Asks until it is so. */
export async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const pause = growingPauses();
  for (const startedMs = performance.now(); performance.now() - startedMs < TIMEOUT_MS;) {
    if (await isSo()) return;
    await pause();
  }
  throw new Error(`still not so after ${TIMEOUT_MS} ms: ${what}`);
}

/** History has taken in the events of command `seq`. PostgreSQL may be away meanwhile. */
export async function whenHistoryHas(
  { seq, index }: { seq: number; index: number },
  { database, shard }: { database: Database; shard: number },
): Promise<void> {
  const projection = new Projection(database, shard);
  await eventually(`history at ${seq}.${index}`, async () => {
    const cursor = await projection.cursor().catch(() => undefined);
    return cursor?.seq === seq && cursor.index === index;
  });
}
