import type { Worker } from '@bellwether/runtime';
import { Gauge } from 'prom-client';
import { FIGURES_PAUSE_MS } from './limits';
import type { WorkerParts } from './parts';

type Parts = Pick<WorkerParts, 'metrics' | 'now' | 'stores'>;

/** Metrics of withdrawals under way: how many in each status, and since when the oldest has been in it. */
export class Figures implements Worker {
  readonly name = 'figures';
  readonly pauseMs = FIGURES_PAUSE_MS;
  private readonly count: Gauge<'chain' | 'status'>;
  private readonly oldestSeconds: Gauge<'chain' | 'status'>;

  constructor(private readonly parts: Parts) {
    const registers = [parts.metrics.registry];
    const labelNames = ['chain', 'status'] as const;
    this.count = new Gauge({
      name: 'bellwether_withdraw_worker_withdrawals',
      help: 'Withdrawals under way, by chain and status.',
      labelNames,
      registers,
    });
    this.oldestSeconds = new Gauge({
      name: 'bellwether_withdraw_worker_oldest_seconds',
      help: 'How long the oldest of them has been in its status.',
      labelNames,
      registers,
    });
  }

  async round(): Promise<number> {
    const underWay = await this.parts.stores.withdrawals.figures();
    this.count.reset();
    this.oldestSeconds.reset();
    for (const { chain, status, count, oldestMs } of underWay) {
      this.count.set({ chain, status }, count);
      this.oldestSeconds.set({ chain, status }, (this.parts.now() - oldestMs) / 1_000);
    }
    return 0;
  }
}
