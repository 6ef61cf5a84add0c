import { CAPITAL_KINDS } from '@bellwether/funding';
import type { Worker } from '@bellwether/runtime';
import { Gauge } from 'prom-client';
import { FIGURES_PAUSE_MS } from '../limits';
import type { ListenerParts } from '../parts';

type Parts = Pick<ListenerParts, 'metrics' | 'now' | 'stores' | 'unpaidGasCapMicroUsdc'>;

/** Metrics of what the operator has laid out: rent of the exchange's own accounts, and gas that nobody has paid. */
export class CapitalFigures implements Worker {
  readonly name = 'capital-figures';
  readonly pauseMs = FIGURES_PAUSE_MS;
  private readonly unpaidGas: Gauge;
  private readonly rentLamports: Gauge;
  private readonly rentOldestSeconds: Gauge;
  private readonly rentOverdueSeconds: Gauge;

  constructor(private readonly parts: Parts) {
    const registers = [parts.metrics.registry];
    this.unpaidGas = new Gauge({
      name: 'bellwether_deposit_listener_unpaid_gas_micro_usdc',
      help: 'What users who never paid owe for deposits that could not pay their own cost.',
      registers,
    });
    new Gauge({
      name: 'bellwether_deposit_listener_unpaid_gas_cap_micro_usdc',
      help: 'The most that they may owe together; above it such deposits wait.',
      registers,
    }).set(parts.unpaidGasCapMicroUsdc);
    this.rentLamports = new Gauge({
      name: 'bellwether_deposit_listener_rent_lamports',
      help: "Rent of the exchange's own accounts that is out, by kind of account.",
      labelNames: ['kind'],
      registers,
    });
    this.rentOldestSeconds = new Gauge({
      name: 'bellwether_deposit_listener_rent_oldest_seconds',
      help: 'How long the oldest of it has been out; 0 where there is none.',
      labelNames: ['kind'],
      registers,
    });
    this.rentOverdueSeconds = new Gauge({
      name: 'bellwether_deposit_listener_rent_overdue_seconds',
      help: 'How long an account has waited for a look whether its rent can be taken back; 0 where none does.',
      registers,
    });
  }

  async tick(): Promise<number> {
    const { stores, now } = this.parts;
    this.unpaidGas.set(await stores.unpaidGas.total());
    const out = await stores.rents.out();
    for (const kind of CAPITAL_KINDS) {
      const rent = out.find((one) => one.kind === kind);
      this.rentLamports.set({ kind }, rent?.lamports ?? 0);
      this.rentOldestSeconds.set({ kind }, rent ? (now() - rent.oldestMs) / 1_000 : 0);
    }
    const dueMs = await stores.rents.longestDueMs();
    this.rentOverdueSeconds.set(dueMs === null ? 0 : Math.max(0, (now() - dueMs) / 1_000));
    return 0;
  }
}
