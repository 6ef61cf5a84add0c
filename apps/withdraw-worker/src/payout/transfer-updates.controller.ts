/** The relayer's updates of withdrawals on their way over the bridge. */
import { Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Fault } from '@bellwether/errors';
import { MESSAGE_READERS } from '@bellwether/funding';
import type { DeliveredFundingMessage, WithdrawalFact } from '@bellwether/funding';
import { PARTS } from '@bellwether/funding-runtime';
import { BusController } from '@bellwether/nest-bus';
import type { WorkerParts } from '../parts';
import { lookOf } from './look';

/** The reader's name in the inbox. */
export const CONSUMER = 'withdraw-worker';
const READER = { consumer: CONSUMER, reader: 'transfer-news' };

@BusController()
export class TransferUpdatesController {
  constructor(@Inject(PARTS) private readonly parts: WorkerParts) {}

  @EventPattern([...MESSAGE_READERS[CONSUMER]], READER)
  take(@Payload() delivered: DeliveredFundingMessage): Promise<void> {
    return applyTransferUpdate(delivered, this.parts);
  }
}

/** Safe to repeat: the inbox identifies the message, and the record the fact. */
export async function applyTransferUpdate(
  { messageId, message }: DeliveredFundingMessage,
  parts: Pick<WorkerParts, 'alarms' | 'now' | 'stores'>,
): Promise<void> {
  const update = updateOf(message);
  if (update === undefined) return;
  const inbox = { consumer: CONSUMER, messageId };
  const change = { ...update, nowMs: parts.now(), effects: { inbox } };
  const advanced = await parts.stores.withdrawals.advance(change);
  if (advanced.kind === 'missing') {
    throw new Fault('retry', `${messageId} is about a withdrawal that is not here yet`);
  }
  lookOf(advanced, parts);
}

interface TransferUpdate {
  readonly withdrawalId: Uint8Array;
  readonly fact: WithdrawalFact;
}

function updateOf(message: DeliveredFundingMessage['message']): TransferUpdate | undefined {
  switch (message.kind) {
    case 'transfer_attested': {
      const { direction, subjectId: withdrawalId, sequence, vaa } = message;
      const fact = { kind: 'attested', sequence, vaa } as const;
      return direction === 'withdrawal' ? { withdrawalId, fact } : undefined;
    }
    case 'transfer_completed': {
      const { direction, subjectId: withdrawalId, completionSignature: txSignature } = message;
      const fact = { kind: 'completed', txSignature } as const;
      return direction === 'withdrawal' ? { withdrawalId, fact } : undefined;
    }
    case 'transfer_signed':
    case 'transfer_burned':
    case 'transfer_sent':
    case 'transfer_expired':
    case 'deposit_changed':
    case 'withdrawal_changed':
      return undefined;
  }
}
