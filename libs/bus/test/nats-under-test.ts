/** A real nats-server of its own for one test file, and buses to it that are closed again. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNatsServer } from '@bellwether/local-services';
import type { NatsServer } from '@bellwether/local-services';
import { connectBus } from '../src/connection/connect-bus';
import type { Bus } from '../src/connection/bus';
import type { Log } from '../src/connection/log';

export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

export class NatsUnderTest {
  private readonly buses: Bus[] = [];

  private constructor(
    readonly dataDir: string,
    private server: NatsServer,
  ) {}

  static async start(): Promise<NatsUnderTest> {
    const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-bus-'));
    return new NatsUnderTest(dataDir, await startNatsServer({ dataDir }));
  }

  get url(): string {
    return this.server.url;
  }

  async bus(options: { maxOutstandingRequests?: number; log?: Log } = {}): Promise<Bus> {
    const bus = await connectBus({ servers: this.url, name: 'test', log: silent, ...options });
    this.buses.push(bus);
    return bus;
  }

  /** Ends the server at once, as a crash would. */
  async kill(): Promise<void> {
    this.server.kill('SIGKILL');
    await this.server.exited;
  }

  /** Ends the server in order. */
  async stopServer(): Promise<void> {
    await this.server.stop();
  }

  /** Starts it again on the same data and port. */
  async restart(): Promise<void> {
    this.server = await startNatsServer({ dataDir: this.dataDir, port: this.server.port });
  }

  async crash(): Promise<void> {
    await this.kill();
    await this.restart();
  }

  async stop(): Promise<void> {
    await Promise.all(this.buses.map((bus) => bus.close()));
    await this.server.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
