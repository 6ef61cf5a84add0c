/**
 * `node main.js HOST FOLDER`: the chains of the funding profile in a container of their own, both chains, the bridge's
 * guardians and the swap, and in FOLDER the chains file and the keys that they know. All of it listens on 127.0.0.1
 * alone, so each port is passed on from the container's network.
 */
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { startLocalNetwork } from '@bellwether/local-chain';
import type { NetworkDescription } from '@bellwether/local-chain';
import { writeChainsFile } from '../../local-exchange/src/chains/chains-file';
import { runUntilSignal } from '../../local-exchange/src/chains/run-until-signal';

const LOOPBACK = '127.0.0.1';
const PORTS = { ext: 8901, main: 8902, guardians: 8903, swap: 8904 };
/** Between the tests' 50 and the real chains' 400: a deposit takes seconds, and two cores keep up. */
const SLOT_MS = 200;

const [host = '', dataDir = ''] = process.argv.slice(2);

function passOn(port: number, address: string): void {
  createServer((client) => {
    const server = connect(port, LOOPBACK);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('error', () => other.destroy()).pipe(other);
  }).listen(port, address);
}

await runUntilSignal(async () => {
  const network = await startLocalNetwork({ dataDir, ports: PORTS, slotMs: SLOT_MS });
  for (const { address } of Object.values(networkInterfaces()).flatMap((of) => of ?? []))
    if (address !== LOOPBACK) for (const port of Object.values(PORTS)) passOn(port, address);
  const text = JSON.stringify(network.description).replaceAll(LOOPBACK, host);
  writeChainsFile(join(dataDir, 'chains.json'), JSON.parse(text) as NetworkDescription);
  return network;
});
