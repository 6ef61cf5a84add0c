/** A real nats-server for one test file. `stop` also closes the buses that were opened to it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectBus } from '@bellwether/bus';
import type { Bus, Log } from '@bellwether/bus';
import { startNatsServer } from '@bellwether/local-services';
import type { NatsServer } from '@bellwether/local-services';

export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

export class NatsUnderTest {
  private readonly buses: Bus[] = [];

  private constructor(
    readonly dataDir: string,
    private server: NatsServer,
  ) {}

  static async start(): Promise<NatsUnderTest> {
    const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-engine-'));
    return new NatsUnderTest(dataDir, await startNatsServer({ dataDir }));
  }

  get url(): string {
    return this.server.url;
  }

  async bus(): Promise<Bus> {
    const bus = await connectBus({ servers: this.url, name: 'test', log: silent });
    this.buses.push(bus);
    return bus;
  }

  /** Kills the server, and restarts it on the same data and port. */
  async crash(meanwhile: () => Promise<void> = async () => {}): Promise<void> {
    this.server.kill('SIGKILL');
    await this.server.exited;
    await meanwhile();
    this.server = await startNatsServer({ dataDir: this.dataDir, port: this.server.port });
  }

  async stop(): Promise<void> {
    await Promise.all(this.buses.map((bus) => bus.close()));
    await this.server.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
