import { createServer } from 'node:net';

/** A loopback port that was free a moment ago; whoever binds it must still cope with having lost it. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port: 0, host: '127.0.0.1' }, () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('the system gave no port'));
      });
    });
  });
}
