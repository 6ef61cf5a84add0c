import type { Code } from '@bellwether/errors';
import { tickOf, steadily } from '@bellwether/funding-testbed';
import { Metrics } from '@bellwether/runtime';
import type { Worker } from '@bellwether/runtime';
import type { ListenerParts } from '../src/parts';
import type { ScanLock } from '../src/scan/chain-scan';
import { scanWorkers } from '../src/scan/scan-workers';
import { ScanPlace } from '../src/scan/scan-place';
import { WatchedSet } from '../src/watch/watched-set';
import type { World } from './world';

/** The same parts with nothing in memory, as another process would have them. */
export const asNewProcess = (parts: ListenerParts): ListenerParts => ({
  ...parts,
  metrics: new Metrics({ service: 'deposit-listener' }),
  scanPlaces: { ext: new ScanPlace(), main: new ScanPlace() },
  watched: new WatchedSet(parts.stores.watched),
});

/** The workers of the scans, by name; they end with the world. */
export function scansOf(
  parts: ListenerParts,
  world: World,
  lock?: ScanLock,
): (name: string) => Worker {
  const workers = scanWorkers(parts, lock === undefined ? undefined : () => lock);
  world.beforeStop(async () => {
    for (const worker of workers) await worker.stop?.();
  });
  return (name) => {
    const worker = workers.find((one) => one.name === name);
    if (worker === undefined) throw new Error(`no duty ${name}`);
    return worker;
  };
}

/**
 * Ticks of a scan until it has seen everything that is final now.
 * @param expected the code that the test brings about: thrown as it comes
 */
export async function scanToHead(
  parts: ListenerParts,
  worker: Worker,
  expected?: Code,
): Promise<void> {
  const chainName = worker.name === 'scan-ext' ? 'ext' : 'main';
  const goal = await steadily(() => parts.chains[chainName].finalizedSlot(), expected);
  while ((parts.scanPlaces[chainName].slot ?? 0) < goal) await tickOf(worker, expected);
}
