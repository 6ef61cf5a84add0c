/** Sees transfers through. Each look at one does its next step, or finds that there is nothing to do yet. */
import { messageNameOf, retryDelayMs } from '@bellwether/funding';
import type { TransferRow } from '@bellwether/persistence';
import { verdictOf } from '@bellwether/runtime';
import type { Worker } from '@bellwether/runtime';
import { TRANSFERS_AT_ONCE, TRANSFERS_PAUSE_MS, TRANSFER_LEASE_MS } from '../limits';
import type { RelayerParts } from '../parts';
import { attest } from './attest';
import { complete } from './complete';
import type { Look } from './look';
import { sendSource } from './send-source';

export class TransferWorker implements Worker {
  readonly name = 'transfers';
  readonly pauseMs = TRANSFERS_PAUSE_MS;

  constructor(private readonly parts: RelayerParts) {}

  async tick(): Promise<number> {
    const { transfers } = this.parts.stores;
    const nowMs = this.parts.now();
    const due = await transfers.claimDue({
      limit: TRANSFERS_AT_ONCE,
      nowMs,
      leaseMs: TRANSFER_LEASE_MS,
    });
    const messages = new Map<string, TransferRow[]>();
    for (const transfer of due) {
      // Before it is attested they only wait, perhaps for who does not answer: all at once, not one after the other.
      const inTurn = transfer.state === 'attested';
      const name = inTurn ? messageNameOf(transfer) : transfer.transferId;
      messages.set(name, [...(messages.get(name) ?? []), transfer]);
    }
    await Promise.all([...messages.values()].map((sharing) => this.lookInTurn(sharing)));
    return due.length;
  }

  /** What is done for a message serves all that share it: the first of them finds what to do. */
  private async lookInTurn(sharing: readonly TransferRow[]): Promise<void> {
    for (const transfer of sharing) await this.look(transfer);
  }

  private async look(transfer: TransferRow): Promise<void> {
    const look = await this.step(transfer);
    if (look === 'progressed') return;
    await this.parts.stores.transfers.postpone(transfer.transferId, this.parts.now() + look.waitMs);
  }

  /** A transfer that cannot continue does not delay others. */
  private async step(transfer: TransferRow): Promise<Look> {
    try {
      return await nextStep(transfer, this.parts);
    } catch (error) {
      const { transferId, state, tries } = transfer;
      const verdict = verdictOf(error);
      if (verdict === 'stop') throw error;
      const details = { transferId, state, tries, err: error };
      if (verdict === 'alarm') this.parts.alarms.raise('work_failed', details);
      else this.parts.log.warn(details, 'a transfer does not go on: tried again');
      return { waitMs: retryDelayMs('completion', tries + 1)! };
    }
  }
}

async function nextStep(transfer: TransferRow, parts: RelayerParts): Promise<Look> {
  switch (transfer.state) {
    case 'signed':
      return sendSource(transfer, parts);
    case 'sent':
      return attest(transfer, parts);
    case 'attested':
      return complete(transfer, parts);
    case 'completed':
    case 'expired':
      // Another process ended it between the claim and now.
      return 'progressed';
  }
}
