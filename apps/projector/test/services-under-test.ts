/** A real nats-server and a real PostgreSQL for one test file, both of which may be killed and come back. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventPublisher, connectBus } from '@bellwether/bus';
import type { Bus, Log } from '@bellwether/bus';
import { startNatsServer, startPostgres, startTestPostgres } from '@bellwether/local-services';
import type { NatsServer, Postgres, TestPostgres } from '@bellwether/local-services';
import { MIGRATED, openDatabase } from '@bellwether/persistence';
import type { Database } from '@bellwether/persistence';

export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** Of a test's own connections: a busy machine is not a failure. */
const CONNECT_TIMEOUT_MS = 30_000;

export class ServicesUnderTest {
  private readonly closers: (() => Promise<void>)[] = [];

  private constructor(
    private readonly folder: string,
    private nats: NatsServer,
    private postgres: Postgres,
    /** Makes an empty database with the tables of history. */
    readonly databaseUrl: TestPostgres['database'],
  ) {}

  static async start(): Promise<ServicesUnderTest> {
    const folder = await mkdtemp(join(tmpdir(), 'bellwether-projector-'));
    await chmod(folder, 0o755); // PostgreSQL does not run as root
    const [nats, postgres] = await Promise.all([
      startNatsServer({ dataDir: join(folder, 'nats') }),
      startTestPostgres({
        dataDir: join(folder, 'postgres'),
        preparation: MIGRATED,
        isDurable: true, // tests kill it
      }),
    ]);
    return new ServicesUnderTest(folder, nats, postgres, postgres.database);
  }

  get natsUrl(): string {
    return this.nats.url;
  }

  database(url: string): Database {
    const database = openDatabase({
      url,
      poolMax: 2,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      log: silent,
    });
    this.closers.push(() => database.close());
    return database;
  }

  /** What the engine would use to publish its events, open. */
  async publisher(shard: number): Promise<EventPublisher> {
    const bus: Bus = await connectBus({ servers: this.natsUrl, name: 'test', log: silent });
    this.closers.push(() => bus.close());
    const onBroken = (error: unknown): never => {
      throw error;
    };
    const publisher = new EventPublisher({ shard }, { bus, log: silent, onBroken });
    await publisher.open();
    return publisher;
  }

  /** Ends a server at once, as a crash would. */
  async killNats(): Promise<void> {
    this.nats.kill('SIGKILL');
    await this.nats.exited;
  }

  async killPostgres(): Promise<void> {
    this.postgres.kill('SIGKILL');
    await this.postgres.exited;
  }

  /** Starts it again on the same data and port. */
  async restartNats(): Promise<void> {
    this.nats = await startNatsServer({
      dataDir: join(this.folder, 'nats'),
      port: this.nats.port,
    });
  }

  async restartPostgres(): Promise<void> {
    this.postgres = await startPostgres({
      dataDir: join(this.folder, 'postgres'),
      port: this.postgres.port,
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.closers.map((close) => close()));
    await Promise.all([this.nats.stop(), this.postgres.stop()]);
    await rm(this.folder, { recursive: true, force: true });
  }
}
