import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startManagedProcess } from '@bellwether/local-services';

export const ECHO_SUBJECT = 'bench.echo';
export const BARE_ROUTE = '/v1/orders';
/** Answers with this many bytes. */
export const bareRead = (bytes: number | ':bytes'): string => `/constant/${bytes}`;
export const PEER_IS_READY = 'bench peer is ready';
export const PEER_VARIABLES = {
  natsUrl: 'BENCH_NATS_URL',
  port: 'BENCH_PORT',
} as const;

/** A benchmark has nothing to say about reconnects: there must be none, and requests fail where there are. */
export const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** A program that does one thing in the place of ours; the roles are those of main.ts. */
export interface Peer {
  readonly pid: number;
  /** Of the routes. */
  readonly url: string;
  stop(): Promise<void>;
}

export type PeerRole = 'echo' | 'bare-route' | 'muxed-route' | 'bare-reads';

/** Each is a process of its own, on a nats-server of theirs. */
export async function startPeer(role: PeerRole, natsUrl: string, runFolder: string): Promise<Peer> {
  const port = await freePort();
  const env = {
    [PEER_VARIABLES.natsUrl]: natsUrl,
    [PEER_VARIABLES.port]: String(port),
  };
  const peer = await startManagedProcess({
    name: role,
    command: process.execPath,
    args: [fileURLToPath(import.meta.url), role],
    recordFile: join(runFolder, `bench-${role}.json`),
    isReady: (line) => line === PEER_IS_READY,
    env,
  });
  return { pid: peer.pid, url: `http://127.0.0.1:${port}`, stop: () => peer.stop() };
}
