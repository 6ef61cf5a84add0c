import { SOLVENCY_PLACES, donatedMicroUsdc } from '@bellwether/funding';
import type { SolvencyRound } from '@bellwether/funding';
import type { Metrics } from '@bellwether/runtime';
import { Gauge } from 'prom-client';

/** The last round that this process made. */
export class SolvencyMetrics {
  private readonly difference: Gauge<'place'>;
  private readonly donated: Gauge;
  private readonly alarm: Gauge;
  private readonly madeAt: Gauge;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.difference = new Gauge({
      name: 'bellwether_deposit_listener_solvency_difference_micro_usdc',
      help: 'What a place holds less what it should, by place; page on anything but 0 that stays.',
      labelNames: ['place'],
      registers,
    });
    this.donated = new Gauge({
      name: 'bellwether_deposit_listener_solvency_donated_micro_usdc',
      help: 'What somebody has sent to the token account of the vault past the vault: nothing to do.',
      registers,
    });
    this.alarm = new Gauge({
      name: 'bellwether_deposit_listener_solvency_alarm',
      help: '1 where the last two rounds found a difference: withdrawals were paused.',
      registers,
    });
    this.madeAt = new Gauge({
      name: 'bellwether_deposit_listener_solvency_round_timestamp_seconds',
      help: 'When the last round was made: page when it is minutes old everywhere.',
      registers,
    });
    for (const place of SOLVENCY_PLACES) this.difference.set({ place }, 0);
  }

  made({ lines }: SolvencyRound, alarm: boolean, nowMs: number): void {
    for (const { place, differenceMicroUsdc } of lines) {
      this.difference.set({ place }, differenceMicroUsdc);
    }
    this.donated.set(donatedMicroUsdc(lines));
    this.alarm.set(alarm ? 1 : 0);
    this.madeAt.set(nowMs / 1_000);
  }
}
