/**
 * What floods, each a process of its own: the one that measures is not to wait behind it. They share the machine's cores with
 * the exchange, where a crowd of callers would not.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
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
  const args = [`flood-${kind}`, '--data', dataDir];
  const child = fork(fileURLToPath(import.meta.url), args, { detached: true });
  const ended = once(child, 'exit');
  const said = async (): Promise<FloodCounts> => {
    const failed = ended.then(([code]) => {
      throw new Error(`the flood of ${kind} ended with ${code}`);
    });
    const [counts] = await Promise.race([once(child, 'message'), failed]);
    return counts;
  };
  await said();
  return {
    counts() {
      const counts = said();
      child.send('counts');
      return counts;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The process. It ends with the one that measures. */
export async function flood({ kind, dataDir }: FloodOptions): Promise<void> {
  process.once('disconnect', () => process.exit());
  if (!process.connected) process.exit();
  const meter = new FloodMeter();
  const exchange = new ExchangeUnderTest(dataDir);
  if (kind === 'orders') await floodWithOrders(exchange, meter);
  else await floodWithReads(exchange, meter);
  process.send?.(meter.take());
  process.on('message', () => process.send?.(meter.take()));
}
