import { UnderWayGauges } from '@bellwether/funding-runtime';
import type { Worker } from '@bellwether/runtime';
import { FIGURES_PAUSE_MS } from './limits';
import type { RelayerParts } from './parts';

type Parts = Pick<RelayerParts, 'metrics' | 'now' | 'stores'>;

/** Metrics of transfers under way: how many are in each state, and since when the oldest has been in it. */
export class Figures implements Worker {
  readonly name = 'figures';
  readonly pauseMs = FIGURES_PAUSE_MS;
  private readonly gauges: UnderWayGauges<'direction' | 'state'>;

  constructor(private readonly parts: Parts) {
    this.gauges = new UnderWayGauges(parts.metrics.registry, ['direction', 'state'], {
      count: {
        name: 'bellwether_bridge_relayer_transfers',
        help: 'Transfers under way, by direction and state.',
      },
      oldestSeconds: {
        name: 'bellwether_bridge_relayer_oldest_seconds',
        help: 'How long the oldest of them has been in its state.',
      },
    });
  }

  async tick(): Promise<number> {
    this.gauges.set(await this.parts.stores.transfers.figures(), this.parts.now());
    return 0;
  }
}
