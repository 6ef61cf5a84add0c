import type { Worker } from '@bellwether/runtime';
import { Gauge } from 'prom-client';
import { FIGURES_PAUSE_MS } from './limits';
import type { RelayerParts } from './parts';

type Parts = Pick<RelayerParts, 'metrics' | 'now' | 'stores'>;

/** Metrics of transfers under way: how many are in each state, and since when the oldest has been in it. */
export class Figures implements Worker {
  readonly name = 'figures';
  readonly pauseMs = FIGURES_PAUSE_MS;
  private readonly count: Gauge<'direction' | 'state'>;
  private readonly oldestSeconds: Gauge<'direction' | 'state'>;

  constructor(private readonly parts: Parts) {
    const registers = [parts.metrics.registry];
    const labelNames = ['direction', 'state'] as const;
    this.count = new Gauge({
      name: 'bellwether_bridge_relayer_transfers',
      help: 'Transfers under way, by direction and state.',
      labelNames,
      registers,
    });
    this.oldestSeconds = new Gauge({
      name: 'bellwether_bridge_relayer_oldest_seconds',
      help: 'How long the oldest of them has been in its state.',
      labelNames,
      registers,
    });
  }

  async round(): Promise<number> {
    const underWay = await this.parts.stores.transfers.figures();
    this.count.reset();
    this.oldestSeconds.reset();
    for (const { direction, state, count, oldestMs } of underWay) {
      this.count.set({ direction, state }, count);
      this.oldestSeconds.set({ direction, state }, (this.parts.now() - oldestMs) / 1_000);
    }
    return 0;
  }
}
