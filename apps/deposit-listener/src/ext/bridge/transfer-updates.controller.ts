import { Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { bytesOfAddress } from '@bellwether/chain';
import { Fault } from '@bellwether/errors';
import { MESSAGE_READERS, RETRY_SCHEDULES, retryDelayMs } from '@bellwether/funding';
import type { DeliveredFundingMessage, FundingMessage, TransferReport } from '@bellwether/funding';
import { PARTS } from '@bellwether/funding-runtime';
import { BusController } from '@bellwether/nest-bus';
import type { ListenerParts } from '../../parts';

/** The reader's name in the inbox. */
export const CONSUMER = 'deposit-listener-transfers';
const READER = { consumer: CONSUMER, reader: 'transfer-news' };

/** Applies the relayer's transfer updates to their deposits, once per message. */
@BusController()
export class TransferUpdatesController {
  constructor(
    @Inject(PARTS)
    private readonly parts: Pick<ListenerParts, 'stores' | 'vault' | 'alarms' | 'now'>,
  ) {}

  /** @throws Fault (retry) if the deposit is not there yet */
  @EventPattern([...MESSAGE_READERS[CONSUMER]], READER)
  async take(@Payload() { messageId, message }: DeliveredFundingMessage): Promise<void> {
    const update = updateOf(message);
    if (update === null) return;
    const { stores, vault, alarms, now } = this.parts;
    const inbox = { consumer: CONSUMER, messageId };
    const usdcMint = bytesOfAddress(vault.mint);
    const change = { ...update, usdcMint, nowMs: now(), effects: { inbox } };
    const result = await stores.deposits.applyTransferUpdate(change);
    switch (result.kind) {
      case 'repeated':
      case 'unchanged':
        return;
      case 'contradiction':
        alarms.raise('record_contradiction', { message_id: messageId, why: result.why });
        return;
      case 'missing':
        alarms.raise('record_contradiction', { message_id: messageId, why: 'no such deposit' });
        throw new Fault('retry', `${messageId} is about a deposit that is not there`);
      case 'done':
        for (const why of result.contradictions ?? []) {
          alarms.raise('record_contradiction', { message_id: messageId, why });
        }
        await this.slowDown(message, result.record.attempt);
    }
  }

  /**
   * A failure on chain costs its fee each time, so the next attempt waits. An attempt that was too late is repeated at
   * once.
   */
  private async slowDown(message: FundingMessage, attempt: number): Promise<void> {
    if (message.kind !== 'transfer_expired' || message.reason !== 'failed_on_chain') return;
    const { stores, now } = this.parts;
    const delayMs = retryDelayMs('bridge', attempt - 1) ?? RETRY_SCHEDULES.bridge.lastMs;
    await stores.deposits.postpone(message.subjectId, now() + delayMs);
  }
}

/** `null` for an update of a withdrawal. */
function updateOf(
  message: FundingMessage,
): { readonly depositId: Uint8Array; readonly fact: TransferReport } | null {
  switch (message.kind) {
    case 'transfer_sent':
    case 'transfer_attested': {
      const { kind, transferId, sequence } = message;
      return about(message, { kind, transferId, sequence });
    }
    case 'transfer_expired':
      return about(message, { kind: message.kind, transferId: message.transferId });
    case 'transfer_completed': {
      const { kind, transferId, sequence, completionSignature: txSignature } = message;
      return about(message, { kind, transferId, sequence, txSignature });
    }
    case 'transfer_signed':
    case 'transfer_burned':
    case 'deposit_changed':
    case 'withdrawal_changed':
      return null;
  }
}

const about = (
  { direction, subjectId }: { readonly direction: string; readonly subjectId: Uint8Array },
  fact: TransferReport,
) => (direction === 'deposit' ? { depositId: subjectId, fact } : null);
