import { createServer } from 'node:net';
import { join } from 'node:path';
import { AdminClient } from '@bellwether/client';
import type { BlockPace, NetworkDescription } from '@bellwether/local-chain';
import { createDatabase, startPostgres } from '@bellwether/local-services';
import { migrate } from '@bellwether/persistence';
import type { DatabaseRole } from '@bellwether/persistence';
import { appsOf, enginesOf } from './app-list';
import type { EngineEnvironment } from './app-list';
import { appService } from './apps';
import type { App } from './apps';
import { BoundedLog } from './bounded-log';
import { writeChainsFile } from './chains/chains-file';
import { LocalChains } from './chains/local-chains';
import type { DataFolder } from './data-folder';
import { makeDatabaseRoles } from './database-roles';
import { createDemoBuilder, demoBuilderClient, seedDemo } from './demo/seed-demo';
import { readBuilderCredentials, writeExchangeFile } from './exchange-file';
import { EXT_PORT_DISTANCE, MAIN_PORT_DISTANCE, PORT_DISTANCES, portsFrom } from './flags';
import { NatsService } from './nats-service';
import { writePrivateJson } from './private-file';
import { loadSecrets } from './secrets';
import type { Secrets } from './secrets';
import { SupervisedService } from './supervised-service';
import type { ServiceDefinition } from './supervised-service';

const DATABASE = 'bellwether';
const MIGRATIONS = 'libs/persistence/prisma/migrations';
const NETWORK = 'test';
/** Stopped one after the other, the last first, so that nothing is taken in that would not be answered. */
const STAGES = ['servers', 'engine', 'besides', 'apps'] as const;
type Stage = (typeof STAGES)[number];

export interface LocalExchangeOptions {
  readonly data: DataFolder;
  readonly port: number;
  readonly isEmpty: boolean;
  /** Of both chains. */
  readonly slotMs: number;
  readonly blocks: BlockPace;
  readonly hasRateLimits: boolean;
  readonly hasStandby: boolean;
  readonly archiveFolder: string | null;
  readonly snapshotCommands: number | null;
  readonly shareWaitSeconds: number;
  /** The root of the checkout. */
  readonly root: string;
  readonly path: string | undefined;
  readonly nodeOptions: string | undefined;
  /** Prints a line at the terminal. */
  readonly report: (line: string) => void;
}

/** The address of a server of a run, stored so that it starts again at the same one. */
interface Place {
  port: number;
  url: string;
}

/**
 * A whole exchange as child processes of this one: each started as soon as it can be, restarted if it ends, stopped
 * stage by stage.
 */
export class LocalExchange {
  readonly gatewayUrl: string;
  readonly signerUrl: string;
  /** Of the operators' console, which shares no origin with traders. */
  readonly consoleUrl: string;
  private readonly options: LocalExchangeOptions;
  private readonly secrets: Secrets;
  private readonly nats: NatsService;
  private readonly postgres: Place = { port: 0, url: '' };
  private readonly chains: LocalChains;
  private readonly logs: BoundedLog[] = [];
  /** Services that are stopped together. */
  private readonly stages: Readonly<Record<Stage, SupervisedService[]>> = {
    servers: [],
    engine: [],
    besides: [],
    apps: [],
  };
  /** As its superuser. */
  private databaseUrl = '';
  private isStopping = false;

  constructor(options: LocalExchangeOptions) {
    this.options = options;
    this.secrets = loadSecrets(options.data.secretsFile);
    const ports = portsFrom(options.port);
    this.gatewayUrl = `http://127.0.0.1:${ports.gateway}`;
    this.signerUrl = `http://127.0.0.1:${ports.signer}`;
    this.consoleUrl = `http://127.0.0.1:${ports.console}`;
    this.nats = new NatsService({
      folder: options.data.nats,
      secrets: this.secrets,
      log: this.logOf('nats-server'),
      report: options.report,
    });
    this.chains = new LocalChains({
      dataDir: options.data.chains,
      ports: { ext: options.port + EXT_PORT_DISTANCE, main: options.port + MAIN_PORT_DISTANCE },
      slotMs: options.slotMs,
      blocks: options.blocks,
      root: options.root,
      runFolder: options.data.run,
      path: options.path,
      logOf: (name) => this.logOf(name),
      report: options.report,
    });
  }

  /** @returns when every part is ready, the demo is there and exchange.json is written */
  async start(): Promise<void> {
    const { port, report } = this.options;
    await Promise.all(PORT_DISTANCES.map((distance) => mustBeFree(port + distance)));
    const network = await this.chains.describe();
    writeChainsFile(this.options.data.chainsFile, network.description);
    report('starting PostgreSQL, nats-server and the chains');
    const nats = this.startStage('servers', [this.nats.definition()]);
    const chains = this.startStage('servers', [
      this.chains.chain('ext'),
      this.chains.chain('main'),
    ]);
    const database = this.startDatabase();
    await Promise.all([
      nats.then(() => this.startEngines()),
      chains.then(() => this.startStage('engine', [this.chains.services()])),
      Promise.all([database, nats, chains]).then(([databaseUrls]) =>
        this.startApps(databaseUrls, network.keyFiles),
      ),
    ]);
    await this.introduce(network.description);
  }

  /** Stops what runs, the public side first. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const stage of STAGES.toReversed()) {
      await Promise.all(this.stages[stage].map((service) => service.stop()));
    }
    await Promise.all(this.logs.map((log) => log.close()));
  }

  private async startStage(stage: Stage, definitions: readonly ServiceDefinition[]): Promise<void> {
    await Promise.all(
      definitions.map(async (definition) => {
        if (this.isStopping) throw new Error('stopped while it started');
        const logFile = this.logFileOf(definition.name);
        const service = new SupervisedService({ ...definition, logFile }, this.options.report);
        this.stages[stage].push(service);
        await service.start();
        this.options.report(`  ${definition.name} is up`);
      }),
    );
  }

  /** @returns the URL of the database for each role */
  private async startDatabase(): Promise<Readonly<Record<DatabaseRole, string>>> {
    await this.startStage('servers', [this.postgresService()]);
    const databaseUrl = await createDatabase(this.postgres.url, DATABASE);
    const databaseUrls = await makeDatabaseRoles(databaseUrl, this.secrets);
    await migrate(databaseUrl, { folder: join(this.options.root, MIGRATIONS) });
    this.databaseUrl = databaseUrl;
    return databaseUrls;
  }

  private async startEngines(): Promise<void> {
    const { engine, besides } = enginesOf(this.engineSurroundings());
    await this.startStage('engine', [this.app(engine)]);
    await this.startStage(
      'besides',
      besides.map((app) => this.app(app)),
    );
  }

  private async startApps(
    databaseUrls: Readonly<Record<DatabaseRole, string>>,
    keyFiles: NonNullable<NetworkDescription['keyFiles']>,
  ): Promise<void> {
    this.describeToOperators();
    const { port, report, data } = this.options;
    const { others } = appsOf({
      ...this.engineSurroundings(),
      databaseUrls,
      ports: portsFrom(port),
      chainsFile: data.chainsFile,
      shareWaitSeconds: this.options.shareWaitSeconds,
      keyFiles,
    });
    report(`starting ${others.map(({ name }) => name).join(', ')}`);
    await this.startStage(
      'apps',
      others.map((app) => this.app(app)),
    );
  }

  private engineSurroundings(): EngineEnvironment {
    const { hasRateLimits, hasStandby, archiveFolder, snapshotCommands, data } = this.options;
    return {
      network: NETWORK,
      natsUrl: this.nats.url,
      natsMonitorUrl: this.nats.monitorUrl,
      natsFolder: data.nats,
      secrets: this.secrets,
      hasRateLimits,
      snapshotsFolder: data.snapshots,
      hasStandby,
      archiveFolder,
      snapshotCommands,
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
          onSlowStart: (what) => this.options.report(`still starting PostgreSQL: ${what}`),
        });
        Object.assign(this.postgres, { port: server.port, url: server.url });
        return server;
      },
    };
  }

  private app(app: App): ServiceDefinition {
    const { root, path, nodeOptions, data, report } = this.options;
    const logFile = this.logFileOf(app.name);
    const log = this.logOf(app.name);
    const runFolder = data.run;
    return appService(app, { root, path, nodeOptions, runFolder, log, logFile, report });
  }

  /** The builder every local exchange has, the demo unless it is not wanted, and the file that says it all. */
  private async introduce({ ext, main }: NetworkDescription): Promise<void> {
    const { data, isEmpty } = this.options;
    const urls = { gatewayUrl: this.gatewayUrl, signerUrl: this.signerUrl };
    const admin = new AdminClient({ ...urls, adminKey: this.secrets.adminKey });
    const builder =
      readBuilderCredentials(data.exchangeFile) ?? (await createDemoBuilder(admin, urls));
    writeExchangeFile(data.exchangeFile, {
      gateway_url: this.gatewayUrl,
      signer_url: this.signerUrl,
      console_url: this.consoleUrl,
      admin_key: this.secrets.adminKey,
      ...builder,
      ext_rpc_url: ext.rpcUrl,
      main_rpc_url: main.rpcUrl,
      usdc_ext: ext.usdc,
      usdc_main: main.usdc,
      network: NETWORK,
    });
    if (isEmpty) return;
    this.options.report('opening the demo markets');
    await seedDemo(admin, demoBuilderClient(urls, builder));
  }

  /** Addresses of the journal and the history, for an operator's tools. */
  private describeToOperators(): void {
    writePrivateJson(this.options.data.operatorFile, {
      network: NETWORK,
      nats_url: this.nats.url,
      nats_nkey_seed: this.secrets['nats.replay'],
      nats_restore_nkey_seed: this.secrets['nats.restore'],
      database_url: this.databaseUrl,
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
    server.once('error', (error) => reject(new Error(whyPortIsNotOurs(port, error))));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve()));
  });
}

function whyPortIsNotOurs(port: number, error: Error): string {
  const code = 'code' in error ? error.code : null;
  if (code === 'EACCES') {
    return `port ${port} is not ours to take (EACCES): ports below 1024 are the administrator's, choose one from 1024 on with --port`;
  }
  return `port ${port} is in use: choose another with --port`;
}
