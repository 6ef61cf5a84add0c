/** Sees withdrawals through. Each look at one does its next step, or finds that there is nothing to do yet. */
import { toHex } from '@bellwether/codec';
import { withdrawalStep } from '@bellwether/funding';
import type { Withdrawal } from '@bellwether/funding';
import { verdictOf } from '@bellwether/runtime';
import type { Worker } from '@bellwether/runtime';
import {
  TROUBLE_WAIT_MS,
  WITHDRAWALS_AT_ONCE,
  WITHDRAWALS_PAUSE_MS,
  WITHDRAWAL_LEASE_MS,
} from '../limits';
import type { WorkerParts } from '../parts';
import { broadcastPayout } from './broadcast-payout';
import { refund, settle } from './close-books';
import type { Look } from './look';
import { signNext } from './sign-payout';

export class PayoutWorker implements Worker {
  readonly name = 'withdrawals';
  readonly pauseMs = WITHDRAWALS_PAUSE_MS;

  constructor(private readonly parts: WorkerParts) {}

  async tick(): Promise<number> {
    const due = await this.parts.stores.withdrawals.claimDue({
      limit: WITHDRAWALS_AT_ONCE,
      nowMs: this.parts.now(),
      leaseMs: WITHDRAWAL_LEASE_MS,
    });
    await Promise.all(due.map((withdrawal) => this.look(withdrawal)));
    return due.length;
  }

  private async look(withdrawal: Withdrawal): Promise<void> {
    const look = await this.step(withdrawal);
    if (look === 'progressed') return;
    const { withdrawals } = this.parts.stores;
    await withdrawals.postpone(withdrawal.withdrawalId, this.parts.now() + look.waitMs);
  }

  /** A withdrawal that cannot continue does not delay others. */
  private async step(withdrawal: Withdrawal): Promise<Look> {
    try {
      return await nextStep(withdrawal, this.parts);
    } catch (error) {
      const verdict = verdictOf(error);
      if (verdict === 'stop') throw error;
      const { withdrawalId, attempt } = withdrawal;
      const step = withdrawalStep(withdrawal);
      const details = { withdrawalId: toHex(withdrawalId), step, attempt, err: error };
      if (verdict === 'alarm') this.parts.alarms.raise('work_failed', details);
      else this.parts.log.warn(details, 'a withdrawal does not go on: tried again');
      return { waitMs: TROUBLE_WAIT_MS };
    }
  }
}

async function nextStep(withdrawal: Withdrawal, parts: WorkerParts): Promise<Look> {
  switch (withdrawalStep(withdrawal)) {
    case 'signing':
      return signNext(withdrawal, parts);
    case 'broadcasting':
      return broadcastPayout(withdrawal, parts);
    case 'settling':
      return settle(withdrawal, parts);
    case 'refunding':
      return refund(withdrawal, parts);
    case 'attesting':
    case 'completing':
    case 'ended':
      // It waits for the relayer's update; another process brought it to this state between the claim and now.
      return 'progressed';
  }
}
