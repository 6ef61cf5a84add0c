/** Takes transfers over from who signed them: each becomes a row, once. */
import { consumeFunding } from '@bellwether/bus';
import type { DeliveredFundingMessage } from '@bellwether/bus';
import type { NewTransfer } from '@bellwether/funding';
import type { Reader } from '@bellwether/runtime';
import type { RelayerParts } from '../parts';

/** The reader's name at the server and in the inbox, for ever. */
export const CONSUMER = 'bridge-relayer';
const SUBJECTS = ['funding.transfer.signed', 'funding.transfer.burned'];

type Parts = Pick<RelayerParts, 'alarms' | 'bus' | 'log' | 'now' | 'stores'>;

export const transferReader = (parts: Parts): Reader => ({
  name: 'transfers-handed-over',
  run: (signal, heard) =>
    consumeFunding({ consumer: CONSUMER, subjects: SUBJECTS, signal }, parts, (delivered) =>
      takeTransfer(delivered, parts).then(heard),
    ),
});

/** Safe to repeat: the inbox knows the message, and the transfer's id the transfer. */
export async function takeTransfer(
  { messageId, message }: DeliveredFundingMessage,
  { alarms, now, stores }: Pick<Parts, 'alarms' | 'now' | 'stores'>,
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
    default:
      return undefined;
  }
}
