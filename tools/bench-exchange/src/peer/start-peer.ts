import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startManagedProcess } from '@bellwether/local-services';
import type { ManagedProcess } from '@bellwether/local-services';

export const ECHO_SUBJECT = 'bench.echo';
export const BARE_ROUTE = '/v1/orders';
export const PEER_IS_READY = 'bench peer is ready';
export const ECHO_VARIABLES = {
  natsUrl: 'BENCH_NATS_URL',
  natsToken: 'BENCH_NATS_TOKEN',
  port: 'BENCH_PORT',
} as const;

export interface NatsPlace {
  readonly url: string;
  readonly token: string;
}

/** A benchmark has nothing to say about reconnects: there must be none, and requests fail where there are. */
export const quiet = { info: () => {}, warn: () => {}, error: () => {} };

export interface Peer {
  readonly url: string;
  readonly pids: { readonly route: number; readonly echo: number };
  stop(): Promise<void>;
}

/** The bare route and its echo, each a process of its own, on the exchange's nats-server. */
export async function startPeer(nats: NatsPlace, runFolder: string): Promise<Peer> {
  const port = await freePort();
  const env = {
    [ECHO_VARIABLES.natsUrl]: nats.url,
    [ECHO_VARIABLES.natsToken]: nats.token,
    [ECHO_VARIABLES.port]: String(port),
  };
  const launch = (role: string): Promise<ManagedProcess> =>
    startManagedProcess({
      name: role,
      command: process.execPath,
      args: [fileURLToPath(import.meta.url), role],
      recordFile: join(runFolder, `bench-${role}.json`),
      isReady: (line) => line === PEER_IS_READY,
      env,
    });
  const echo = await launch('echo');
  const route = await launch('bare-route');
  return {
    url: `http://127.0.0.1:${port}`,
    pids: { route: route.pid, echo: echo.pid },
    async stop() {
      await route.stop();
      await echo.stop();
    },
  };
}
