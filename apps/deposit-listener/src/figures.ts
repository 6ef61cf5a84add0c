import type { Duty } from '@bellwether/runtime';
import { Gauge } from 'prom-client';
import { FIGURES_PAUSE_MS } from './limits';
import type { ListenerParts } from './parts';

type Parts = Pick<ListenerParts, 'metrics' | 'now' | 'stores' | 'watched'>;

/** What operators see of deposits under way: how many are where, and since when the oldest. */
export class Figures implements Duty {
  readonly name = 'figures';
  readonly pauseMs = FIGURES_PAUSE_MS;
  private readonly count: Gauge<'phase' | 'step'>;
  private readonly oldestSeconds: Gauge<'phase' | 'step'>;
  private readonly cap: Gauge;
  private readonly capUsed: Gauge;

  constructor(private readonly parts: Parts) {
    const registers = [parts.metrics.registry];
    const labelNames = ['phase', 'step'] as const;
    this.count = new Gauge({
      name: 'bellwether_deposit_listener_deposits',
      help: 'Deposits that have not ended, by phase and by what has to happen next.',
      labelNames,
      registers,
    });
    this.oldestSeconds = new Gauge({
      name: 'bellwether_deposit_listener_oldest_seconds',
      help: 'How long the oldest of them has been there.',
      labelNames,
      registers,
    });
    this.cap = new Gauge({
      name: 'bellwether_deposit_listener_daily_cap_micro_usdc',
      help: 'What may come in over the bridge in a day.',
      registers,
    });
    this.capUsed = new Gauge({
      name: 'bellwether_deposit_listener_daily_cap_used_micro_usdc',
      help: 'What of it is used today.',
      registers,
    });
    const { watched } = parts;
    new Gauge({
      name: 'bellwether_deposit_listener_watched_users',
      help: 'Users whose addresses are watched.',
      registers,
      collect(this: Gauge): void {
        this.set(watched.size);
      },
    });
  }

  async round(): Promise<number> {
    const { stores, now } = this.parts;
    const underWay = await stores.deposits.figures();
    const { capMicroUsdc, usedMicroUsdc } = await stores.dailyCap.status(now());
    this.cap.set(capMicroUsdc);
    this.capUsed.set(usedMicroUsdc);
    this.count.reset();
    this.oldestSeconds.reset();
    for (const { phase, step, count, oldestMs } of underWay) {
      this.count.set({ phase, step }, count);
      this.oldestSeconds.set({ phase, step }, (now() - oldestMs) / 1_000);
    }
    return 0;
  }
}
