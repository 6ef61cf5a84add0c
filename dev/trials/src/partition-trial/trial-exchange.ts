/**
 * Three nats-servers that replicate the journal, two engines and two gateways, each behind links that can be cut. The
 * test itself connects to the servers directly, so its setup and its final reads are not cut.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineClient, connectBus } from '@bellwether/bus';
import type { Bus, Log } from '@bellwether/bus';
import { KeyPair } from '@bellwether/client';
import { parsePublicKey, toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { Answer, Command } from '@bellwether/exchange';
import { freePort, startNatsServer } from '@bellwether/local-services';
import type { NatsServer } from '@bellwether/local-services';
import { CLIENTS, ENGINES, GATEWAYS, SERVERS, TrialNetwork } from './trial-network';
import type { ClientName, EngineName, GatewayName, ServerName } from './trial-network';
import { TrialProcess } from './trial-process';

const SHARD = 0;
const NETWORK = 'test';
const JOURNAL_STREAM = `JOURNAL_${SHARD}`;
/** More than a trial of hours spends. */
const CREDIT_MICRO_USDC = 1_000_000_000_000;
/** No one listens there: a gateway trades and reads without PostgreSQL. */
const NO_DATABASE = 'postgres://nobody@127.0.0.1:1/none';
/** Each client's first server. */
const HOMES: Readonly<Record<ClientName, ServerName>> = {
  'engine-1': 'server-1',
  'gateway-1': 'server-1',
  'engine-2': 'server-2',
  'gateway-2': 'server-3',
};

export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

export interface TrialUser {
  readonly key: KeyPair;
  readonly bytes: Uint8Array;
}

export class TrialExchange {
  private constructor(
    private readonly folder: string,
    readonly network: TrialNetwork,
    private readonly servers: readonly NatsServer[],
    /** Connected to all servers, bypassing the links. */
    readonly bus: Bus,
    readonly processes: Readonly<Record<ClientName, TrialProcess>>,
    readonly gatewayUrls: Readonly<Record<GatewayName, string>>,
    readonly marketId: string,
    /** All users, new ones after the initial ones. */
    readonly users: readonly TrialUser[],
    private readonly join: () => Promise<TrialUser>,
  ) {}

  static async start(userCount: number): Promise<TrialExchange> {
    const folder = await mkdtemp(join(tmpdir(), 'bellwether-partitions-'));
    const network = await TrialNetwork.open();
    const servers = await startServers(folder, network);
    const bus = await connectBus({
      servers: servers.map(({ url }) => url),
      name: 'trial',
      log: silent,
    });
    const ports = { 'gateway-1': await freePort(), 'gateway-2': await freePort() };
    const processes = processesOf(folder, network, ports);
    for (const client of CLIENTS) network.leaveOnly(client, HOMES[client]);
    // One after the other: the first one leads.
    for (const engine of ENGINES) await processes[engine].start();
    await Promise.all(GATEWAYS.map((gateway) => processes[gateway].start()));
    network.openAll();
    const floor = await openFloor(bus, userCount);
    const urls = {
      'gateway-1': `http://127.0.0.1:${ports['gateway-1']}`,
      'gateway-2': `http://127.0.0.1:${ports['gateway-2']}`,
    };
    return new TrialExchange(
      folder,
      network,
      servers,
      bus,
      processes,
      urls,
      floor.marketId,
      floor.users,
      floor.join,
    );
  }

  /** Another user, whose deposit has just arrived. */
  newcomer(): Promise<TrialUser> {
    return this.join();
  }

  /** The engine that began the last epoch, according to the logs. */
  leader(): EngineName {
    const epochs = ENGINES.map((engine) => {
      const begun = this.processes[engine].lastOf('caught up');
      return { engine, epoch: Number(begun?.facts['epoch'] ?? 0) };
    });
    return epochs.reduce((best, one) => (one.epoch > best.epoch ? one : best)).engine;
  }

  epoch(): number {
    const epochs = ENGINES.map((engine) =>
      Number(this.processes[engine].lastOf('caught up')?.facts['epoch'] ?? 0),
    );
    return Math.max(...epochs);
  }

  /** True if one engine leads and the other stands by, according to their last log lines. */
  isAtRest(): boolean {
    const words = ENGINES.map((engine) => {
      const { log, endings } = this.processes[engine];
      const sinceMs = endings.at(-1)?.atMs ?? 0;
      return log.findLast(
        ({ atMs, message }) => atMs > sinceMs && ['serving', 'standing by'].includes(message),
      )?.message;
    });
    return words.includes('serving') && words.includes('standing by');
  }

  /** The leader of the journal's stream, as most servers report it; called while nothing is cut. */
  async streamLeader(): Promise<ServerName | undefined> {
    const answer = await this.ask(`$JS.API.STREAM.INFO.${JOURNAL_STREAM}`, {});
    const { cluster } = Object(answer) as { cluster?: { leader?: string } };
    return SERVERS.find((server) => server === cluster?.leader);
  }

  /** Waits until that server leads the journal's stream. */
  async letLeadStream(server: ServerName): Promise<void> {
    while ((await this.streamLeader()) !== server) {
      const placement = { placement: { preferred: server } };
      await this.ask(`$JS.API.STREAM.LEADER.STEPDOWN.${JOURNAL_STREAM}`, placement);
      await sleep(500);
    }
  }

  async stop(): Promise<void> {
    this.network.heal();
    await Promise.all(CLIENTS.map((client) => this.processes[client].stop()));
    await this.bus.close();
    this.network.close();
    await Promise.all(this.servers.map((server) => server.stop()));
    await rm(this.folder, { recursive: true, force: true });
  }

  private async ask(subject: string, body: object): Promise<unknown> {
    try {
      const answer = await this.bus.request(subject, Buffer.from(JSON.stringify(body)), 2_000);
      return JSON.parse(answer.string());
    } catch {
      return {};
    }
  }
}

async function startServers(folder: string, network: TrialNetwork): Promise<NatsServer[]> {
  const routePorts = await Promise.all(SERVERS.map(() => freePort()));
  const started = await Promise.all(
    SERVERS.map((serverName, at) =>
      startNatsServer({
        dataDir: join(folder, serverName),
        cluster: {
          serverName,
          port: routePorts[at]!,
          ports: network.portsOf(serverName),
          isUnadvertised: true,
        },
      }).then((server) => {
        network.serverIsAt(serverName, { clients: server.port, routes: routePorts[at]! });
        return server;
      }),
    ),
  );
  return started;
}

function processesOf(
  folder: string,
  network: TrialNetwork,
  ports: Readonly<Record<GatewayName, number>>,
): Record<ClientName, TrialProcess> {
  const urlsOf = (client: ClientName): string =>
    network
      .portsOf(client)
      .map((port) => `nats://127.0.0.1:${port}`)
      .join(',');
  const engine = (name: EngineName): TrialProcess =>
    new TrialProcess({
      name,
      app: 'matching-engine',
      folder,
      env: {
        NATS_URL: urlsOf(name),
        NETWORK,
        SHARD: String(SHARD),
        STREAM_REPLICAS: String(SERVERS.length),
        HEALTH_PORT: '0',
        SIGNATURE_THREADS: '0',
        RATE_LIMITS: 'off',
      },
      isReady: (message) => message === 'serving' || message === 'standing by',
    });
  const gateway = (name: GatewayName): TrialProcess =>
    new TrialProcess({
      name,
      app: 'gateway',
      folder,
      env: {
        NATS_URL: urlsOf(name),
        DATABASE_URL: NO_DATABASE,
        NETWORK,
        SHARD: String(SHARD),
        PORT: String(ports[name]),
        PUBLIC_USER_READS: 'on',
        RATE_LIMITS: 'off',
      },
      isReady: (message) => message === 'live views are loaded',
    });
  return {
    'engine-1': engine('engine-1'),
    'engine-2': engine('engine-2'),
    'gateway-1': gateway('gateway-1'),
    'gateway-2': gateway('gateway-2'),
  };
}

/** Opens a market that does not end, with funded users. */
async function openFloor(bus: Bus, userCount: number) {
  const client = new EngineClient({ shard: SHARD, bus });
  const created = await untilDone(client, {
    kind: 'create_event',
    eventId: 'final',
    question: 'Who wins the final?',
    description: '',
    category: { name: 'sport', sub: 'tennis' },
    expiry: 4_000_000_000,
    mutuallyExclusive: false,
    feeBps: null,
    opensAt: null,
    labels: ['home'],
  });
  const { body } = created.reply;
  if (body.kind !== 'event_created') throw new Error(`no event: ${JSON.stringify(body)}`);
  const users: TrialUser[] = [];
  const join = async (): Promise<TrialUser> => {
    const key = KeyPair.random();
    const bytes = parsePublicKey(key.publicKey);
    if (bytes === undefined) throw new Error(`${key.publicKey} is no key`);
    const credit = { user: bytes, amount: CREDIT_MICRO_USDC, reference: key.publicKey };
    await untilDone(client, { kind: 'test_credit', ...credit });
    const user = { key, bytes };
    users.push(user);
    return user;
  };
  for (let number = 0; number < userCount; number++) await join();
  return { marketId: toHex(body.markets[0]!.marketId), users, join };
}

async function untilDone(client: EngineClient, command: Command): Promise<Answer> {
  for (;;) {
    try {
      return await client.send('admin', command, { requestId: 'trial' });
    } catch (error) {
      if (!(error instanceof CodedError && error.retryable)) throw error;
      await sleep(100);
    }
  }
}
