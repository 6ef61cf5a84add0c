/**
 * Faulty proxies for the funding apps: two nodes of each chain and one guardians' API, each as wrong as a fault makes
 * it. They stand before the real ones, in this process.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startFaultyRpc } from '@bellwether/local-chain';
import type { FaultyRpc } from '@bellwether/local-chain';
import { z } from 'zod';
import type { Exchange } from '../../../e2e/src/exchange';
import { foreignHttp } from '../../../e2e/src/http';
import { killPart } from '../../../e2e/src/processes';

export type ChainName = 'ext' | 'main';

const chainsFile = z.looseObject({
  ext: z.looseObject({ rpcUrls: z.array(z.url()).min(1) }),
  main: z.looseObject({ rpcUrls: z.array(z.url()).min(1) }),
  guardiansUrl: z.url(),
});

export interface GuardianFaults {
  /** No VAA is returned. */
  isHolding: boolean;
  /** One byte of each VAA is changed. */
  isForging: boolean;
  /** Each VAA is returned only from this request on; `asked` counts from 1. */
  lateness: number;
}

export interface DoubtfulNodes {
  readonly nodes: Readonly<Record<ChainName, readonly [FaultyRpc, FaultyRpc]>>;
  readonly guardians: GuardianFaults;
  stop(): Promise<void>;
}

/** Puts the proxies between the apps and the chains: the apps are restarted with the changed chains file. */
export async function doubtfulNodesOf(exchange: Exchange): Promise<DoubtfulNodes> {
  const file = join(exchange.dataDir, 'chains.json');
  const reported = chainsFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  const pairOf = async (name: ChainName): Promise<readonly [FaultyRpc, FaultyRpc]> => {
    const upstream = reported[name].rpcUrls[0]!;
    return [await startFaultyRpc({ upstream }), await startFaultyRpc({ upstream })];
  };
  const nodes = { ext: await pairOf('ext'), main: await pairOf('main') };
  const guardians: GuardianFaults = { isHolding: false, isForging: false, lateness: 1 };
  const service = await startDoubtfulGuardians(reported.guardiansUrl, guardians);
  const placeOf = (name: ChainName) => ({
    ...reported[name],
    rpcUrls: nodes[name].map(({ url }) => url),
  });
  const doubtful = {
    ...reported,
    ext: placeOf('ext'),
    main: placeOf('main'),
    guardiansUrl: service.url,
  };
  writeFileSync(file, JSON.stringify(doubtful), { mode: 0o600 });
  for (const part of ['deposit-listener', 'bridge-relayer', 'withdraw-worker'] as const) {
    await killPart(exchange.dataDir, part);
  }
  return {
    nodes,
    guardians,
    stop: async () => {
      await Promise.all([...nodes.ext, ...nodes.main].map((node) => node.stop()));
      await service.stop();
    },
  };
}

const signedVaa = z.object({ vaaBytes: z.base64() });

async function startDoubtfulGuardians(upstream: string, faults: GuardianFaults) {
  const asked = new Map<string, number>();
  const answer = async (path: string): Promise<{ status: number; body: unknown }> => {
    const count = (asked.get(path) ?? 0) + 1;
    asked.set(path, count);
    if (faults.isHolding || count < faults.lateness) {
      return { status: 404, body: { code: 5, message: 'requested VAA not found in store' } };
    }
    const { status, body } = await foreignHttp(new URL(path, upstream).href);
    const parsed = signedVaa.safeParse(body);
    if (!faults.isForging || !parsed.success) return { status, body };
    const bytes = Buffer.from(parsed.data.vaaBytes, 'base64');
    const last = bytes.length - 1;
    bytes[last] = (bytes[last] ?? 0) ^ 1;
    return { status, body: { vaaBytes: bytes.toString('base64') } };
  };
  const server = createServer((request, response) => {
    answer(request.url ?? '/').then(
      ({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
