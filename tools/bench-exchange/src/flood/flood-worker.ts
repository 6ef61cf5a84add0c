/** What floods, in a thread of its own: the one that measures is not to wait behind it. */
import { fileURLToPath } from 'node:url';
import { Worker, parentPort } from 'node:worker_threads';
import { ExchangeUnderTest } from '../exchange-under-test';
import { floodWithOrders } from './order-flood';
import { floodWithReads } from './read-flood';

export interface FloodCounts {
  /** Since these counts were asked for last, by each second. */
  readonly askedPerSecond: number;
  readonly donePerSecond: number;
  /** Turned away: OVERLOADED and the like. */
  readonly refusedPerSecond: number;
}

/** Counted by a flood as it goes. */
export class FloodMeter {
  asked = 0;
  done = 0;
  refused = 0;
  private sinceMs = performance.now();

  take(): FloodCounts {
    const seconds = (performance.now() - this.sinceMs) / 1_000;
    const counts = {
      askedPerSecond: this.asked / seconds,
      donePerSecond: this.done / seconds,
      refusedPerSecond: this.refused / seconds,
    };
    this.asked = 0;
    this.done = 0;
    this.refused = 0;
    this.sinceMs = performance.now();
    return counts;
  }
}

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
