import { createServer } from 'node:net';
import { join } from 'node:path';
import { natsAccounts, publicKeyOfSeed } from '@bellwether/bus';
import { AdminClient } from '@bellwether/client';
import type { NetworkDescription } from '@bellwether/local-chain';
import { createDatabase, startNatsServer, startPostgres } from '@bellwether/local-services';
import { migrate } from '@bellwether/persistence';
import { appsOf } from './app-list';
import { appService } from './apps';
import type { App } from './apps';
import { BoundedLog } from './bounded-log';
import { writeChainsFile } from './chains/chains-file';
import { LocalChains } from './chains/local-chains';
import type { DataFolder } from './data-folder';
import { makeDatabaseRoles } from './database-roles';
import { createDemoBuilder, demoBuilderClient, seedDemo } from './demo/seed-demo';
import { readBuilderCredentials, writeExchangeFile } from './exchange-file';
import { EXT_PORT_DISTANCE, MAIN_PORT_DISTANCE, SIGNER_PORT_DISTANCE } from './flags';
import { writePrivateJson } from './private-file';
import { loadSecrets } from './secrets';
import type { Secrets } from './secrets';
import { SupervisedService } from './supervised-service';
import type { ServiceDefinition } from './supervised-service';

const DATABASE = 'bellwether';
const MIGRATIONS = 'libs/persistence/prisma/migrations';
const NETWORK = 'test';

export interface LocalExchangeOptions {
  readonly data: DataFolder;
  readonly port: number;
  readonly isEmpty: boolean;
  /** Of both chains. */
  readonly slotMs: number;
  readonly hasRateLimits: boolean;
  readonly hasStandby: boolean;
  readonly archiveFolder: string | null;
  /** The root of the checkout. */
  readonly root: string;
  readonly path: string | undefined;
  /** What the person at the terminal should know. */
  readonly report: (line: string) => void;
}

/** Where the servers of a run are, kept so that each is started again at the same place. */
interface Place {
  port: number;
  url: string;
}

/** A whole exchange as child processes of this one: started in order, kept alive, stopped in the reverse order. */
export class LocalExchange {
  readonly gatewayUrl: string;
  readonly signerUrl: string;
  private readonly options: LocalExchangeOptions;
  private readonly secrets: Secrets;
  private readonly nats: Place = { port: 0, url: '' };
  private readonly postgres: Place = { port: 0, url: '' };
  private readonly chains: LocalChains;
  private readonly logs: BoundedLog[] = [];
  /** Services that are stopped together, in the order of their start. */
  private readonly stages: SupervisedService[][] = [];
  private isStopping = false;

  constructor(options: LocalExchangeOptions) {
    this.options = options;
    this.secrets = loadSecrets(options.data.secretsFile);
    this.gatewayUrl = `http://127.0.0.1:${options.port}`;
    this.signerUrl = `http://127.0.0.1:${options.port + SIGNER_PORT_DISTANCE}`;
    this.chains = new LocalChains({
      dataDir: options.data.chains,
      ports: { ext: options.port + EXT_PORT_DISTANCE, main: options.port + MAIN_PORT_DISTANCE },
      slotMs: options.slotMs,
      root: options.root,
      runFolder: options.data.run,
      path: options.path,
      logOf: (name) => this.logOf(name),
    });
  }

  /** @returns when every part is ready, the demo is there and exchange.json is written */
  async start(): Promise<void> {
    const { port, report } = this.options;
    const distances = [0, SIGNER_PORT_DISTANCE, EXT_PORT_DISTANCE, MAIN_PORT_DISTANCE];
    await Promise.all(distances.map((distance) => mustBeFree(port + distance)));
    report('starting PostgreSQL, nats-server and the chains');
    await this.startStage([
      this.postgresService(),
      this.natsService(),
      this.chains.chain('ext'),
      this.chains.chain('main'),
    ]);
    const databaseUrl = await createDatabase(this.postgres.url, DATABASE);
    const databaseUrls = await makeDatabaseRoles(databaseUrl, this.secrets);
    await migrate(databaseUrl, { folder: join(this.options.root, MIGRATIONS) });
    this.describeToOperators(databaseUrl);
    const network = await this.chains.describe();
    writeChainsFile(this.options.data.chainsFile, network.description);
    const apps = appsOf({
      network: NETWORK,
      natsUrl: this.nats.url,
      databaseUrls,
      secrets: this.secrets,
      ports: { gateway: port, signer: port + SIGNER_PORT_DISTANCE },
      chainsFile: this.options.data.chainsFile,
      keyFiles: network.keyFiles,
      hasRateLimits: this.options.hasRateLimits,
      snapshotsFolder: this.options.data.snapshots,
      hasStandby: this.options.hasStandby,
      archiveFolder: this.options.archiveFolder,
    });
    report('starting the engine, the bridge and the swap');
    await this.startStage([this.app(apps.engine), this.chains.services()]);
    if (apps.besides.length > 0) await this.startStage(apps.besides.map((app) => this.app(app)));
    report(`starting ${apps.others.map(({ name }) => name).join(', ')}`);
    await this.startStage(apps.others.map((app) => this.app(app)));
    await this.introduce(network.description);
  }

  /** Stops what runs, the public side first, so that nothing is taken in that would not be answered. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const stage of this.stages.toReversed()) {
      await Promise.all(stage.map((service) => service.stop()));
    }
    await Promise.all(this.logs.map((log) => log.close()));
  }

  private async startStage(definitions: readonly ServiceDefinition[]): Promise<void> {
    if (this.isStopping) throw new Error('stopped while it started');
    const stage = definitions.map(
      (definition) => new SupervisedService(definition, this.options.report),
    );
    this.stages.push(stage);
    await Promise.all(stage.map((service) => service.start()));
  }

  private natsService(): ServiceDefinition {
    const log = this.logOf('nats-server');
    return {
      name: 'nats-server',
      launch: async () => {
        const server = await startNatsServer({
          dataDir: this.options.data.nats,
          port: this.nats.port,
          accounts: natsAccounts((identity) => [publicKeyOfSeed(this.secrets[`nats.${identity}`])]),
          log,
        });
        Object.assign(this.nats, { port: server.port, url: server.url });
        return server;
      },
    };
  }

  private postgresService(): ServiceDefinition {
    const log = this.logOf('postgres');
    return {
      name: 'PostgreSQL',
      launch: async () => {
        const server = await startPostgres({
          dataDir: this.options.data.postgres,
          port: this.postgres.port,
          log,
        });
        Object.assign(this.postgres, { port: server.port, url: server.url });
        return server;
      },
    };
  }

  private app(app: App): ServiceDefinition {
    const { root, path, data } = this.options;
    const logFile = this.logFileOf(app.name);
    return appService(app, { root, path, runFolder: data.run, log: this.logOf(app.name), logFile });
  }

  /** The builder every local exchange has, the demo unless it is not wanted, and the file that says it all. */
  private async introduce({ ext, main }: NetworkDescription): Promise<void> {
    const { data, isEmpty } = this.options;
    const urls = { gatewayUrl: this.gatewayUrl, signerUrl: this.signerUrl };
    const admin = new AdminClient({ ...urls, adminKey: this.secrets.adminKey });
    const builder = readBuilderCredentials(data.exchangeFile) ?? (await createDemoBuilder(admin));
    writeExchangeFile(data.exchangeFile, {
      gateway_url: this.gatewayUrl,
      signer_url: this.signerUrl,
      admin_key: this.secrets.adminKey,
      ...builder,
      ext_rpc_url: ext.rpcUrl,
      main_rpc_url: main.rpcUrl,
      usdc_ext: ext.usdc,
      usdc_main: main.usdc,
      network: NETWORK,
    });
    if (!isEmpty) await seedDemo(admin, demoBuilderClient(urls, builder));
  }

  /** What tools of an operator need beyond the public doors: where the journal and the history are. */
  private describeToOperators(databaseUrl: string): void {
    writePrivateJson(this.options.data.operatorFile, {
      network: NETWORK,
      nats_url: this.nats.url,
      nats_nkey_seed: this.secrets['nats.replay'],
      nats_restore_nkey_seed: this.secrets['nats.restore'],
      database_url: databaseUrl,
    });
  }

  private logOf(name: string): (line: string) => void {
    const log = new BoundedLog(this.logFileOf(name));
    this.logs.push(log);
    return log.write;
  }

  private logFileOf(name: string): string {
    return join(this.options.data.logs, `${name}.log`);
  }
}

function mustBeFree(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', () =>
      reject(new Error(`port ${port} is in use: choose another with --port`)),
    );
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve()));
  });
}
