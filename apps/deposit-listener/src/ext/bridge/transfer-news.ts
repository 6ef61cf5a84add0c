import { consumeFunding } from '@bellwether/bus';
import type { DeliveredFundingMessage } from '@bellwether/bus';
import { Fault } from '@bellwether/errors';
import { RETRY_SCHEDULES, retryDelayMs } from '@bellwether/funding';
import type { DepositFact, FundingMessage } from '@bellwether/funding';
import type { Reader } from '@bellwether/runtime';
import type { ListenerParts } from '../../parts';

/** The reader's name in the inbox and on the server, for ever. */
const CONSUMER = 'deposit-listener-transfers';
const SUBJECTS = ['sent', 'attested', 'completed', 'expired'].map(
  (news) => `funding.transfer.${news}`,
);

type Parts = Pick<ListenerParts, 'bus' | 'log' | 'stores' | 'alarms' | 'now'>;

/** Hears from the relayer what becomes of the transfers, and writes it to their deposits: once a message. */
export class TransferNews implements Reader {
  readonly name = 'transfer-news';

  constructor(private readonly parts: Parts) {}

  run(signal: AbortSignal): Promise<void> {
    const { bus, log } = this.parts;
    const options = { consumer: CONSUMER, subjects: SUBJECTS, signal };
    return consumeFunding(options, { bus, log }, (delivered) => this.take(delivered));
  }

  /** @throws Fault (retry) where the deposit is not there */
  async take({ messageId, message }: DeliveredFundingMessage): Promise<void> {
    const news = newsOf(message);
    if (news === null) return;
    const { stores, alarms, now } = this.parts;
    const { depositId, fact } = news;
    const inbox = { consumer: CONSUMER, messageId };
    const change = { depositId, fact, nowMs: now(), effects: { inbox } };
    const result = await stores.deposits.advance(change);
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
        await this.slowDown(message, result.record.attempt);
    }
  }

  /** What fails on chain costs its fee each time: the next attempt takes its time. One that was too late goes at once. */
  private async slowDown(message: FundingMessage, attempt: number): Promise<void> {
    if (message.kind !== 'transfer_expired' || message.reason !== 'failed_on_chain') return;
    const { stores, now } = this.parts;
    const delayMs = retryDelayMs('bridge', attempt - 1) ?? RETRY_SCHEDULES.bridge.lastMs;
    await stores.deposits.postpone(message.subjectId, now() + delayMs);
  }
}

/** `null` for news of a withdrawal. */
function newsOf(
  message: FundingMessage,
): { readonly depositId: Uint8Array; readonly fact: DepositFact } | null {
  switch (message.kind) {
    case 'transfer_sent': {
      const { transferId, sequence } = message;
      return about(message, { kind: message.kind, transferId, sequence });
    }
    case 'transfer_attested':
    case 'transfer_expired':
      return about(message, { kind: message.kind, transferId: message.transferId });
    case 'transfer_completed': {
      const { transferId, completionSignature: txSignature } = message;
      return about(message, { kind: message.kind, transferId, txSignature });
    }
    default:
      return null;
  }
}

const about = (
  { direction, subjectId }: { readonly direction: string; readonly subjectId: Uint8Array },
  fact: DepositFact,
) => (direction === 'deposit' ? { depositId: subjectId, fact } : null);
