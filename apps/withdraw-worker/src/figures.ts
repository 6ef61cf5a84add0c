import { UnderWayGauges } from '@bellwether/funding-runtime';
import type { Worker } from '@bellwether/runtime';
import { FIGURES_PAUSE_MS } from './limits';
import type { WorkerParts } from './parts';

type Parts = Pick<WorkerParts, 'metrics' | 'now' | 'stores'>;

/** Metrics of withdrawals under way: how many in each status, and since when the oldest has been in it. */
export class Figures implements Worker {
  readonly name = 'figures';
  readonly pauseMs = FIGURES_PAUSE_MS;
  private readonly gauges: UnderWayGauges<'chain' | 'status'>;

  constructor(private readonly parts: Parts) {
    this.gauges = new UnderWayGauges(parts.metrics.registry, ['chain', 'status'], {
      count: {
        name: 'bellwether_withdraw_worker_withdrawals',
        help: 'Withdrawals under way, by chain and status.',
      },
      oldestSeconds: {
        name: 'bellwether_withdraw_worker_oldest_seconds',
        help: 'How long the oldest of them has been in its status.',
      },
    });
  }

  async tick(): Promise<number> {
    this.gauges.set(await this.parts.stores.withdrawals.figures(), this.parts.now());
    return 0;
  }
}
