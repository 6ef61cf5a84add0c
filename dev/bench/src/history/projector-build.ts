/** One build of the projector, on a database and an event stream of its own. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventPublisher, connectBus } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import type { SequencedEvent } from '@bellwether/exchange';
import { createDatabase, startManagedProcess } from '@bellwether/local-services';
import type { ManagedProcess, NatsServer, Postgres } from '@bellwether/local-services';
import { BuilderStore, openDatabase } from '@bellwether/persistence';
import { Client } from 'pg';
import { cpuOf } from '../harness/processes';
import type { CpuMs } from '../harness/processes';
import { quiet } from '../harness/quiet';
import { KEY_ID } from './recorded-events';

interface BuildPlace {
  readonly name: string;
  /** The built projector's main.js. */
  readonly main: string;
  readonly shard: number;
  readonly nats: NatsServer;
  readonly postgres: Postgres;
  readonly folder: string;
}

/** The interval at which an engine publishes. */
const TICK_MS = 5;
const LOOK_MS = 20;

export class ProjectorBuild {
  private constructor(
    readonly name: string,
    private readonly shard: number,
    private readonly projector: ManagedProcess,
    private readonly client: Client,
    private readonly bus: Bus,
    private readonly publisher: EventPublisher,
  ) {}

  static async start(
    place: BuildPlace,
    linkedUsers: readonly Uint8Array[],
  ): Promise<ProjectorBuild> {
    const { name, main, shard, nats, postgres, folder } = place;
    const url = await createDatabase(postgres.url, `bench_${shard}`);
    const env = {
      DATABASE_URL: url,
      NATS_URL: nats.url,
      SHARD: String(shard),
      HEALTH_PORT: '0',
      LOG_LEVEL: 'warn',
    };
    await migrate(main, folder, env);
    await link(url, linkedUsers);
    const bus = await connectBus({ servers: nats.url, name: 'bench', log: quiet });
    const onBroken = (error: unknown): never => {
      throw error;
    };
    const publisher = new EventPublisher({ shard }, { bus, log: quiet, onBroken });
    await publisher.open();
    const projector = await startManagedProcess({
      name: `projector ${name}`,
      command: process.execPath,
      args: [main],
      recordFile: join(folder, `${randomUUID()}.json`),
      env,
    });
    const client = new Client({ connectionString: url });
    await client.connect();
    return new ProjectorBuild(name, shard, projector, client, bus, publisher);
  }

  /** Publishes the orders' events, so many orders a second (0: as fast as the stream takes them). */
  async publish(
    orders: readonly (readonly SequencedEvent[])[],
    ordersPerSecond: number,
  ): Promise<void> {
    const startedMs = performance.now();
    for (let done = 0; done < orders.length;) {
      await this.publisher.whenRoom();
      const elapsedMs = performance.now() - startedMs;
      const due =
        ordersPerSecond === 0
          ? done + 200
          : Math.min(orders.length, Math.floor((elapsedMs * ordersPerSecond) / 1_000));
      this.publisher.publish(orders.slice(done, due).flat());
      done = due;
      if (ordersPerSecond > 0) await sleep(TICK_MS);
    }
    await this.publisher.whenPublished();
  }

  /** Waits until history has the event. */
  async whenHistoryHas({ seq, index }: SequencedEvent): Promise<void> {
    for (;;) {
      const { rows } = await this.client.query<{ seq: string; event_index: number }>(
        'SELECT seq, event_index FROM projection_cursor WHERE shard = $1',
        [this.shard],
      );
      const [row] = rows;
      if (Number(row?.seq) === seq && row?.event_index === index) return;
      await sleep(LOOK_MS);
    }
  }

  /** CPU used so far, in milliseconds: of the projector, and of each other session in its database. */
  async cpu(): Promise<CpuMs> {
    const { rows } = await this.client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
         AND backend_type = 'client backend'`,
    );
    const sessions = rows.map(({ pid }): [string, number[]] => [`session ${pid}`, [pid]]);
    return cpuOf({ projector: [this.projector.pid], ...Object.fromEntries(sessions) });
  }

  /** Bytes of WAL so far, of the whole server. */
  async walBytes(): Promise<number> {
    const { rows } = await this.client.query<{ wal: number }>(
      `SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 AS wal`,
    );
    return rows[0]!.wal;
  }

  async stop(): Promise<void> {
    await this.projector.stop();
    await this.client.end();
    await this.bus.close();
  }
}

/** Creates the tables, with a built projector. */
export async function migrate(
  main: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const migration = await startManagedProcess({
    name: 'migrate',
    command: process.execPath,
    args: [main, 'migrate'],
    recordFile: join(folder, `${randomUUID()}.json`),
    env,
  });
  await migration.exited;
}

/** Links users to a builder, as the signer does. */
async function link(url: string, users: readonly Uint8Array[]): Promise<void> {
  const database = openDatabase({ url, poolMax: 1, log: quiet });
  const store = new BuilderStore(database);
  await store.createBuilder({ builderId: 'b', name: 'B', maxFeeBps: 100, createdMs: 0 });
  await store.createKey({
    keyId: KEY_ID,
    builderId: 'b',
    apiKeyHash: new Uint8Array(32),
    scopes: ['trade'],
    maxFeeBps: 100,
    ordersPerSecond: 10,
    dailyOutflowMicroUsdc: 0,
    createdMs: 0,
  });
  for (const [number, user] of users.entries())
    await store.linkUser({
      user,
      keyId: KEY_ID,
      builderId: 'b',
      userId: `user ${number}`,
      linkedMs: 0,
    });
  await database.close();
}
