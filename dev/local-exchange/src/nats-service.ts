import { natsAccounts, publicKeyOfSeed } from '@bellwether/bus';
import { freePort, startNatsServer } from '@bellwether/local-services';
import { natsStuck } from './nats-stuck';
import type { Secrets } from './secrets';
import type { ServiceDefinition } from './supervised-service';

export interface NatsServiceOptions {
  readonly folder: string;
  readonly secrets: Secrets;
  readonly log: (line: string) => void;
  /** Prints a line at the terminal. */
  readonly report: (line: string) => void;
}

/** The bus of a local exchange: each of its processes on the ports of the first, started again where it cannot write. */
export class NatsService {
  private port = 0;
  private monitorPort = 0;

  constructor(private readonly options: NatsServiceOptions) {}

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  get monitorUrl(): string {
    return `http://127.0.0.1:${this.monitorPort}`;
  }

  definition(): ServiceDefinition {
    const { folder, secrets, log, report } = this.options;
    return {
      name: 'nats-server',
      launch: async () => {
        if (this.monitorPort === 0) this.monitorPort = await freePort();
        const server = await startNatsServer({
          dataDir: folder,
          port: this.port,
          monitorPort: this.monitorPort,
          accounts: natsAccounts((identity) => [publicKeyOfSeed(secrets[`nats.${identity}`])]),
          log,
          onSlowStart: (what) => report(`still starting nats-server: ${what}`),
        });
        this.port = server.port;
        return server;
      },
      stuck: () => natsStuck({ monitorUrl: this.monitorUrl, folder }),
    };
  }
}
