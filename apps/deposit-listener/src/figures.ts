import { partsOfCredit, capitalMicroUsdc, costMicroUsdc, reserveLeft } from '@bellwether/funding';
import { UnderWayGauges } from '@bellwether/funding-runtime';
import type { Worker } from '@bellwether/runtime';
import { Gauge } from 'prom-client';
import { FIGURES_PAUSE_MS } from './limits';
import type { ListenerParts } from './parts';

type Parts = Pick<ListenerParts, 'metrics' | 'now' | 'stores' | 'tariff' | 'watched'>;

/** Metrics of deposits and recoveries under way: how many are in each state, and since when the oldest. */
export class Figures implements Worker {
  readonly name = 'figures';
  readonly pauseMs = FIGURES_PAUSE_MS;
  private readonly deposits: UnderWayGauges<'phase' | 'step'>;
  private readonly company: Gauge<'company'>;
  private readonly recoveries: Gauge;
  private readonly oldestRecoverySeconds: Gauge;
  private readonly cap: Gauge;
  private readonly capUsed: Gauge;
  private readonly reserve: Gauge;
  private readonly reserveSpent: Gauge;

  constructor(private readonly parts: Parts) {
    const registers = [parts.metrics.registry];
    this.deposits = new UnderWayGauges(parts.metrics.registry, ['phase', 'step'], {
      count: {
        name: 'bellwether_deposit_listener_deposits',
        help: 'Deposits that have not ended, by phase and by what has to happen next.',
      },
      oldestSeconds: {
        name: 'bellwether_deposit_listener_oldest_seconds',
        help: 'How long the oldest of them has been there.',
      },
    });
    this.company = new Gauge({
      name: 'bellwether_deposit_listener_bridged_deposits',
      help: 'Deposits on their way over the bridge: alone, sharing a transfer, or waiting for others to share one with.',
      labelNames: ['company'],
      registers,
    });
    this.recoveries = new Gauge({
      name: 'bellwether_deposit_listener_recoveries',
      help: 'Recoveries whose transaction is to be made, or is under way.',
      registers,
    });
    this.oldestRecoverySeconds = new Gauge({
      name: 'bellwether_deposit_listener_recovery_oldest_seconds',
      help: 'How long ago the oldest of them was asked for; 0 where there is none.',
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
    this.reserve = new Gauge({
      name: 'bellwether_deposit_listener_gas_reserve_micro_usdc',
      help: 'What is left of the gas reserve: markup that was paid, less what chains took that nobody was charged for.',
      registers,
    });
    this.reserveSpent = new Gauge({
      name: 'bellwether_deposit_listener_gas_reserve_spent_micro_usdc',
      help: 'What chains took since the beginning that nobody was charged for.',
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

  async tick(): Promise<number> {
    const { stores, tariff, now } = this.parts;
    const underWay = await stores.deposits.figures({
      belowMicroUsdc: costMicroUsdc(partsOfCredit(), tariff) + capitalMicroUsdc('proxy', tariff),
      // It waits for more, or for the reserve, for as long as that takes.
      sinceMs: 0,
    });
    for (const [company, count] of Object.entries(await stores.deposits.bridged(now()))) {
      this.company.set({ company }, count);
    }
    const { capMicroUsdc, usedMicroUsdc } = await stores.dailyCap.status(now());
    const { count: recoveries, oldestMs: oldestRecoveryMs } = await stores.recoveries.figures();
    this.recoveries.set(recoveries);
    this.oldestRecoverySeconds.set(
      oldestRecoveryMs === null ? 0 : (now() - oldestRecoveryMs) / 1_000,
    );
    const reserve = await stores.reserve.read();
    this.reserve.set(reserveLeft(reserve));
    this.reserveSpent.set(reserve.spentMicroUsdc);
    this.cap.set(capMicroUsdc);
    this.capUsed.set(usedMicroUsdc);
    this.deposits.set(underWay, now());
    return 0;
  }
}
