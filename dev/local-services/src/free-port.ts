import { createServer } from 'node:net';

/**
 * Below 32,768, where Linux begins to assign ports to outgoing connections: one of those may be taken a moment later. Above
 * the ports that tests choose for whole exchanges, which are bound some seconds after they were found free.
 */
const FIRST_PORT = 26_000;
const PORTS = 6_000;

/** A loopback port that was free a moment ago. The caller must handle the case that it has been taken since. */
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
