/** What floods, in a thread of its own: the one that measures is not to wait behind it. */
import { fileURLToPath } from 'node:url';
import { Worker, parentPort } from 'node:worker_threads';
import { ExchangeUnderTest } from '../exchange-under-test';
import { FloodMeter } from './flood-meter';
import type { FloodCounts } from './flood-meter';
import { floodWithOrders } from './order-flood';
import { floodWithReads } from './read-flood';

export interface FloodOptions {
  readonly kind: 'orders' | 'reads';
  /** Of a running local exchange. */
  readonly dataDir: string;
}

export interface RunningFlood {
  counts(): Promise<FloodCounts>;
  stop(): Promise<void>;
}

/** @returns when it floods */
export async function startFlood({ kind, dataDir }: FloodOptions): Promise<RunningFlood> {
  const worker = new Worker(fileURLToPath(import.meta.url), {
    argv: [`flood-${kind}`, '--data', dataDir],
  });
  const said = (): Promise<FloodCounts> =>
    new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  await said();
  return {
    counts() {
      const counts = said();
      worker.postMessage('counts');
      return counts;
    },
    async stop() {
      await worker.terminate();
    },
  };
}

/** The thread. */
export async function flood({ kind, dataDir }: FloodOptions): Promise<void> {
  const meter = new FloodMeter();
  const exchange = new ExchangeUnderTest(dataDir);
  if (kind === 'orders') await floodWithOrders(exchange, meter);
  else await floodWithReads(exchange, meter);
  parentPort?.postMessage(meter.take());
  parentPort?.on('message', () => parentPort?.postMessage(meter.take()));
}
