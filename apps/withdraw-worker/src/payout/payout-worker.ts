/** Sees withdrawals through. Each look at one does its next step, or finds that there is nothing to do yet. */
import { toHex } from '@bellwether/codec';
import { companiesOf, withdrawalStep } from '@bellwether/funding';
import type { Withdrawal } from '@bellwether/funding';
import { verdictOf } from '@bellwether/runtime';
import type { Worker } from '@bellwether/runtime';
import {
  MAX_COMPANY,
  TROUBLE_WAIT_MS,
  WITHDRAWALS_AT_ONCE,
  WITHDRAWALS_PAUSE_MS,
  WITHDRAWAL_LEASE_MS,
} from '../limits';
import type { WorkerParts } from '../parts';
import { broadcastPayout } from './broadcast-payout';
import { refund, settle } from './close-books';
import type { Look } from './look';
import type { SignedPayout } from './payout-transaction';
import { signTogether } from './sign-company';
import { signAlone, signNext } from './sign-payout';
import type { ReadyForCompany } from './sign-payout';

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
    const ready: SignedPayout[] = [];
    await Promise.all(
      due.map(async (withdrawal) => {
        const next = await this.step(withdrawal, () => nextStep(withdrawal, this.parts));
        if (typeof next === 'object' && 'ready' in next) ready.push(next.ready);
        else await this.follow(withdrawal, next);
      }),
    );
    await Promise.all(companiesOf(ready, MAX_COMPANY).map((company) => this.sign(company)));
    return due.length;
  }

  /** Together, or each alone. */
  private async sign(company: readonly SignedPayout[]): Promise<void> {
    const together = company.map(({ withdrawal }) => withdrawal);
    const isSigned = company.length > 1 && (await this.areSigned(together));
    if (isSigned) return;
    await Promise.all(
      company.map(async (asked) => {
        const { withdrawal } = asked;
        const look = await this.step(withdrawal, () => signAlone(asked, this.parts));
        await this.follow(withdrawal, look);
      }),
    );
  }

  private async areSigned(company: readonly Withdrawal[]): Promise<boolean> {
    try {
      return await signTogether(company, this.parts);
    } catch (error) {
      if (verdictOf(error) === 'stop') throw error;
      this.parts.log.warn({ err: error }, 'withdrawals are not signed together: each goes alone');
      return false;
    }
  }

  private async follow({ withdrawalId }: Withdrawal, look: Look): Promise<void> {
    if (look === 'progressed') return;
    await this.parts.stores.withdrawals.postpone(withdrawalId, this.parts.now() + look.waitMs);
  }

  /** A withdrawal that cannot continue does not delay others. */
  private async step<T>(withdrawal: Withdrawal, next: () => Promise<T>): Promise<T | Look> {
    try {
      return await next();
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

async function nextStep(
  withdrawal: Withdrawal,
  parts: WorkerParts,
): Promise<Look | ReadyForCompany> {
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
