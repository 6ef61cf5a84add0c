import type { GasTariff } from '@bellwether/funding';
import { gasBill } from '@bellwether/funding';
import { toHex } from '@bellwether/codec';
import type { GasChargeStore } from '@bellwether/persistence';
import type { Worker } from '@bellwether/runtime';
import { FAILED_PAYOUTS_AT_ONCE, FAILED_PAYOUTS_PAUSE_MS } from './limits';

/**
 * A withdrawal that was refunded in full cost a fee for each of its transactions that the chain refused: its user owes
 * them. For one that was paid, the reserve bears them. The reserve paid for both when the chain refused them and gets
 * nothing back, so that debts of users who never return are covered.
 */
export class ChargeFailedPayouts implements Worker {
  readonly name = 'charge-failed-payouts';
  readonly pauseMs = FAILED_PAYOUTS_PAUSE_MS;

  constructor(
    private readonly parts: {
      readonly charges: Pick<GasChargeStore, 'add' | 'failedPayouts'>;
      readonly tariff: GasTariff;
      readonly now: () => number;
    },
  ) {}

  /** @returns how many were charged */
  async tick(): Promise<number> {
    const { charges, tariff, now } = this.parts;
    const failed = await charges.failedPayouts(FAILED_PAYOUTS_AT_ONCE);
    for (const { withdrawalId, user, transactions } of failed) {
      const parts = [{ kind: 'transaction_fees', chain: 'main', transactions }] as const;
      const { microUsdc: amountMicroUsdc, items } = gasBill(parts, tariff);
      const purpose = `withdrawal:${toHex(withdrawalId)}:failed`;
      await charges.add({ user, purpose, amountMicroUsdc, items }, now());
    }
    return failed.length;
  }
}
