import { createServer } from 'node:net';

/** Below 32,768, from where Linux gives ports to outgoing connections: one of those may be taken a moment later. */
const FIRST_PORT = 20_000;
const PORTS = 12_000;

/** A loopback port that was free a moment ago; whoever binds it must still cope with having lost it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)));
  });
}
