/**
 * What an orchestrator does to an exchange every week: it stops each process, one after another, while users trade; and
 * it checks in between which processes are alive, and which are ready, or why not.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLOSE_CODES } from '@bellwether/api';
import { freePort, writeFigures } from '@bellwether/local-services';
import { WebSocket } from 'ws';
import { freePorts, removeUnlessKept, startExchange } from '../../e2e/start-exchange.mjs';
import { expectOk, nonceOutcome } from '../../e2e/src/answers';
import { APPS, AppReplica, healthUrlOf, readinessOf, whenReady } from '../../e2e/src/app-processes';
import type { AppName } from '../../e2e/src/app-processes';
import { eventually } from '../../e2e/src/eventually';
import { Exchange } from '../../e2e/src/exchange';
import { http } from '../../e2e/src/http';
import { LoadBalancer } from '../src/load-balancer';
import { QUICK_CHAINS } from '../src/own-exchange';
import { isAlive, pidOf, signalPart, whileFrozen } from '../../e2e/src/processes';
import { newBuilder, newMarket, solvencyOf } from '../../e2e/src/scenario';
import { SignedTradingLoad, fundedTrader } from '../src/signed-trading-load';
import { TradingLoad, fundedUsers } from '../../e2e/src/trading-load';

const ORDER_PATHS: readonly string[] = ['/v1/submit', '/v1/orders'];
/** Users of a builder, and as many who sign themselves. */
const USERS = 2;
/** Trades of either kind of user after each app's restart, before the next begins. */
const ORDERS_BETWEEN = 4;

let dataDir: string;
let running: Awaited<ReturnType<typeof startExchange>>;
let exchange: Exchange;
const replicas: AppReplica[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bellwether-rolling-'));
  const archive = join(dataDir, 'archive');
  const flags = ['--empty', '--standby', '--archive', archive, ...QUICK_CHAINS];
  running = await startExchange({ dataDir, port: await freePorts(), flags });
  exchange = new Exchange(dataDir);
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.end('SIGKILL'))); // left by a failed test
  await running.end('SIGTERM');
  await removeUnlessKept(dataDir);
});

/** The supervisor starts another one, as an orchestrator would. */
async function restart(app: AppName): Promise<void> {
  const stopped = await signalPart(dataDir, app, 'SIGTERM');
  await eventually(
    () => Promise.resolve().then(() => pidOf(dataDir, app)),
    (pid) => pid !== stopped,
  );
  await whenReady(() => healthUrlOf(exchange, app));
}

async function startReplica(app: AppName, changes: Record<string, string> = {}) {
  const replica = AppReplica.start(exchange, app, await freePort(), changes);
  replicas.push(replica);
  return replica;
}

/** How a stream ends that a client reads. */
async function closeOfStream(url: string): Promise<{ readonly code: Promise<number> }> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/ws`);
  const code = new Promise<number>((resolve) => {
    socket.once('close', resolve);
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return { code };
}

describe('a rolling restart of every app under load', () => {
  it('loses and doubles nothing that was answered, and refuses with 503 and Retry-After alone', async () => {
    const { gateway_url, signer_url } = exchange.file;
    const twins = [await startReplica('gateway'), await startReplica('signer')] as const;
    for (const twin of twins) await whenReady(() => twin.url);
    const balancer = new LoadBalancer([
      [gateway_url, twins[0].url],
      [signer_url, twins[1].url],
    ]);
    const { builder } = await newBuilder(exchange);
    const marketId = await newMarket(exchange);
    const users = await fundedUsers(exchange, builder, USERS);
    const { fetch } = balancer;
    const traders = await Promise.all(
      Array.from({ length: USERS }, () => fundedTrader(exchange, { fetch })),
    );
    const stream = await closeOfStream(gateway_url);
    const loads = [
      new TradingLoad({ exchange, builder, fetch }, marketId, users),
      new SignedTradingLoad(marketId, traders),
    ] as const;
    const goesOn = () => Promise.all(loads.map((load) => load.goesOn(ORDERS_BETWEEN)));
    const restartEach = async () => {
      await goesOn();
      for (const app of APPS) {
        await restart(app);
        await goesOn();
      }
    };
    await loads[0].during(() => loads[1].during(restartEach)).finally(() => balancer.stop());
    expect(await stream.code).toBe(CLOSE_CODES.GATEWAY_STOPPING.code);
    for (const twin of twins) expect(await twin.end('SIGTERM')).toBe(0);
    for (const app of APPS) expect(running.output()).toContain(`${app} ended (code 0)`);

    const answered = loads.flatMap((load) => load.answered);
    const ids = answered.map(({ answer }) => answer.order_id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { user, nonce, answer } of answered) {
      const { order } = await eventually(
        async () =>
          expectOk(nonceOutcome, await exchange.get(`/v1/orders/${user}/by-nonce/${nonce}`)),
        (outcome) => outcome.order !== null,
      );
      expect([user, nonce, order?.order_id]).toEqual([user, nonce, answer.order_id]);
    }
    expect(await solvencyOf(exchange)).toMatchObject({ difference: 0 });
    const failed = balancer.endings.filter(({ status }) => status !== null && status >= 500);
    const wrong = failed.filter((one) => one.status !== 503 || !one.hasRetryAfter);
    expect(wrong).toEqual([]);
    writeFigures('rolling-restart', figuresOf(loads, balancer));
  });
});

function figuresOf(
  [load, signed]: readonly [TradingLoad, SignedTradingLoad],
  { endings }: LoadBalancer,
) {
  const accepted = endings
    .filter(({ status, path }) => status === 200 && ORDER_PATHS.includes(path))
    .map(({ atMs }) => atMs)
    .toSorted((a, b) => a - b);
  const gaps = accepted.slice(1).map((atMs, index) => atMs - accepted[index]!);
  return {
    restarted: APPS,
    orders_answered: load.answered.length + signed.answered.length,
    of_these_self_signed: signed.answered.length,
    cancels_answered: signed.cancelled,
    refused_503_with_retry_after: endings.filter(({ status }) => status === 503).length,
    connections_cut: endings.filter(({ status }) => status === null).length,
    longest_without_an_accepted_order_ms: Math.round(Math.max(0, ...gaps)),
  };
}

/** The check that makes an app not ready without this part; null: it stays ready. */
type Blamed = Readonly<Record<AppName, string | null>>;
const WITHOUT_NATS: Blamed = {
  projector: 'bus',
  'journal-archiver': null,
  'bridge-relayer': 'bus',
  'withdraw-worker': 'bus',
  'deposit-listener': 'bus',
  signer: 'nats',
  gateway: 'nats',
  'matching-engine-standby': null,
  'matching-engine': null,
};
const WITHOUT_POSTGRES: Blamed = {
  ...WITHOUT_NATS,
  projector: 'database',
  'bridge-relayer': 'database',
  'withdraw-worker': 'database',
  'deposit-listener': 'database',
  signer: null,
  gateway: null,
};

/** Alive all the same: an app is not restarted for what another part lacks. */
async function blames(blamed: Blamed): Promise<void> {
  await Promise.all(
    APPS.map(async (app) => {
      const check = blamed[app];
      if (check === null) return;
      const url = healthUrlOf(exchange, app);
      const found = await eventually(
        () => readinessOf(url),
        ({ checks }) => checks[check]?.ok === false,
      );
      expect([app, found.status, found.ready]).toEqual([app, 503, false]);
      expect([app, (await http(`${url}/healthz`)).status]).toEqual([app, 200]);
    }),
  );
}

const allReady = () => Promise.all(APPS.map((app) => whenReady(() => healthUrlOf(exchange, app))));

/** Its backends keep answering while only the first process is frozen. */
function backendsOfPostgres(): number[] {
  const pid = pidOf(dataDir, 'PostgreSQL');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').map(Number);
}

describe('readiness', () => {
  it('names the part that is missing, while every app stays alive, and comes back with it', async () => {
    await whileFrozen(dataDir, 'nats-server', () => blames(WITHOUT_NATS));
    await allReady();
    const backends = await whileFrozen(dataDir, 'PostgreSQL', async () => {
      const frozen = backendsOfPostgres();
      for (const pid of frozen) process.kill(pid, 'SIGSTOP');
      try {
        await blames(WITHOUT_POSTGRES);
        for (const app of ['gateway', 'signer'] as const) {
          const { status, checks } = await readinessOf(healthUrlOf(exchange, app));
          expect([app, status, checks['postgres']?.ok]).toEqual([app, 200, false]);
        }
      } finally {
        for (const pid of frozen.filter(isAlive)) process.kill(pid, 'SIGCONT');
      }
      return frozen;
    });
    expect(backends.length).toBeGreaterThan(0);
    await allReady();
  });

  it('is told while NATS was never there, and a stop in the middle of a start is obeyed', async () => {
    const nowhere = `nats://127.0.0.1:${await freePort()}`;
    const started = await Promise.all(
      APPS.filter((app) => app !== 'matching-engine-standby').map(async (app) => {
        const changes = { NATS_URL: nowhere, ARCHIVE_DIR: join(dataDir, 'another-archive') };
        return [app, await startReplica(app, changes)] as const;
      }),
    );
    for (const [app, replica] of started) {
      const { status, ready } = await eventually(
        () => readinessOf(replica.url),
        () => true,
      );
      expect([app, status, ready]).toEqual([app, 503, false]);
      expect([app, (await http(`${replica.url}/healthz`)).status]).toEqual([app, 200]);
    }
    for (const [app, replica] of started) {
      if (app !== 'gateway' && app !== 'signer') continue;
      const refused = await http(`${replica.url}/v1/status`);
      expect([app, refused.status, refused.headers.get('retry-after')]).toEqual([app, 503, '1']);
    }
    const ended = await Promise.all(started.map(([, replica]) => replica.end('SIGTERM')));
    expect(ended).toEqual(started.map(() => 0));
  });
});
