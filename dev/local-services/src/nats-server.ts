import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findNatsServer } from './find-nats-server';
import { startManagedProcess } from './managed-process';
import type { ManagedProcess } from './managed-process';

/** One of several servers that replicate their streams. */
export interface ClusterMember {
  /** Different from the others' names. */
  readonly serverName: string;
  /** Port for the other servers' routes. */
  readonly port: number;
  /** Cluster ports of all members. */
  readonly ports: readonly number[];
  /** It is reached only through `ports` and its own URL, and advertises no other address: for proxies in between. */
  readonly isUnadvertised?: boolean;
}

export interface NatsServerOptions {
  /** Holds the configuration and JetStream's store. Created if missing; an existing one is continued. */
  readonly dataDir: string;
  /** 0 or absent: a free one. */
  readonly port?: number;
  /** Token that clients must present; without it only the loopback address protects the server. */
  readonly token?: string | undefined;
  /** Allowed clients and their accounts, as in the server's configuration; replaces the token. */
  readonly accounts?: object | undefined;
  readonly cluster?: ClusterMember;
  /** Serves the server's HTTP monitoring on this loopback port. */
  readonly monitorPort?: number;
  /** False: nats-server's default of syncing every two minutes, to test that it is rejected. Default true. */
  readonly syncs?: boolean;
  /** Limit of all its streams together; absent: three quarters of the free disk space at its start. */
  readonly maxStoreBytes?: number;
  readonly log?: (line: string) => void;
  readonly onSlowStart?: (what: string) => void;
}

export interface NatsServer extends ManagedProcess {
  /** `nats://127.0.0.1:<port>`, without the token. */
  readonly url: string;
  readonly port: number;
}

const LISTENING = /Listening for client connections on 127\.0\.0\.1:(\d+)/;
const READY = 'Server is ready';
/** nats-server's value for "any free port". */
const ANY_PORT = -1;

/** Starts a nats-server with JetStream that syncs every append to disk before it acknowledges it. */
export async function startNatsServer(options: NatsServerOptions): Promise<NatsServer> {
  const dataDir = resolve(options.dataDir);
  const command = await findNatsServer();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const configFile = join(dataDir, 'nats.conf');
  await writeFile(configFile, configurationOf(dataDir, options), { mode: 0o600 });
  await chmod(configFile, 0o600); // the mode above applies only to a new file
  let port = options.port ?? 0;
  const server = await startManagedProcess({
    name: 'nats-server',
    command,
    args: ['-c', configFile],
    recordFile: join(dataDir, 'process.json'),
    log: options.log,
    onSlowStart: options.onSlowStart,
    isReady: (line) => {
      port = Number(LISTENING.exec(line)?.[1] ?? port);
      return line.includes(READY);
    },
  });
  return { ...server, port, url: `nats://127.0.0.1:${port}` };
}

/** `sync_interval: always`, as the default of two minutes can lose that much in a power cut. */
function configurationOf(dataDir: string, options: NatsServerOptions): string {
  const { port = 0, monitorPort, syncs = true, maxStoreBytes } = options;
  const monitoring = monitorPort === undefined ? '' : `http: "127.0.0.1:${monitorPort}"\n`;
  return `listen: "127.0.0.1:${port === 0 ? ANY_PORT : port}"
${whoIsLetIn(options)}${monitoring}${clusterOf(options)}jetstream {
  store_dir: ${JSON.stringify(join(dataDir, 'jetstream'))}
${syncs ? '  sync_interval: always\n' : ''}${maxStoreBytes === undefined ? '' : `  max_file_store: ${maxStoreBytes}\n`}}
`;
}

function whoIsLetIn({ accounts, token }: NatsServerOptions): string {
  if (accounts !== undefined) return `accounts: ${JSON.stringify(accounts)}\n`;
  return token === undefined ? '' : `authorization: ${JSON.stringify({ token })}\n`;
}

/** Clients learn of no other server; other servers get an address where no one listens. */
const UNADVERTISED = `  no_advertise: true
  advertise: "127.0.0.1:1"
`;

function clusterOf({ cluster }: NatsServerOptions): string {
  if (cluster === undefined) return '';
  const routes = cluster.ports.map((port) => JSON.stringify(`nats://127.0.0.1:${port}`));
  return `server_name: ${JSON.stringify(cluster.serverName)}
cluster {
  name: bellwether
  listen: "127.0.0.1:${cluster.port}"
  routes: [${routes.join(', ')}]
${cluster.isUnadvertised === true ? UNADVERTISED : ''}}
`;
}
