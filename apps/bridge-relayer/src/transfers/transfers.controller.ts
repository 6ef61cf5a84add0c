/** Takes over transfers from the apps that signed them: each becomes one row. */
import { Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { MESSAGE_READERS } from '@bellwether/funding';
import type { DeliveredFundingMessage, NewTransfer } from '@bellwether/funding';
import { PARTS } from '@bellwether/funding-runtime';
import { BusController } from '@bellwether/nest-bus';
import type { RelayerParts } from '../parts';

/** The reader's name in the inbox. */
export const CONSUMER = 'bridge-relayer';
const HANDED_OVER = { consumer: CONSUMER, reader: 'transfers-handed-over' };

@BusController()
export class TransfersController {
  constructor(@Inject(PARTS) private readonly parts: RelayerParts) {}

  @EventPattern([...MESSAGE_READERS[CONSUMER]], HANDED_OVER)
  take(@Payload() delivered: DeliveredFundingMessage): Promise<void> {
    return takeTransfer(delivered, this.parts);
  }
}

/** Safe to repeat: the inbox identifies the message, and the transfer's id the transfer. */
export async function takeTransfer(
  { messageId, message }: DeliveredFundingMessage,
  { alarms, now, stores }: Pick<RelayerParts, 'alarms' | 'now' | 'stores'>,
): Promise<void> {
  const transfer = transferOf(message);
  if (transfer === undefined) return;
  const inbox = { consumer: CONSUMER, messageId };
  const taken = await stores.transfers.take(transfer, { nowMs: now(), inbox });
  if (taken.kind !== 'contradiction') return;
  const { transferId } = transfer;
  alarms.raise('record_contradiction', { transferId, messageId, why: taken.why });
}

function transferOf(message: DeliveredFundingMessage['message']): NewTransfer | undefined {
  switch (message.kind) {
    case 'transfer_signed': {
      const { kind: _, ...transfer } = message;
      return transfer;
    }
    case 'transfer_burned': {
      const { kind: _, ...transfer } = message;
      return { ...transfer, sourceBytes: null, lastValidBlockHeight: null };
    }
    case 'transfer_sent':
    case 'transfer_expired':
    case 'transfer_attested':
    case 'transfer_completed':
    case 'deposit_changed':
    case 'withdrawal_changed':
      return undefined;
  }
}
