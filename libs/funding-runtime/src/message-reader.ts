/** Delivers to a handler the messages of the other funding apps: each until its handler has returned. */
import { setTimeout as sleep } from 'node:timers/promises';
import { decode } from '@bellwether/codec';
import { Fault, InvariantViolation, backoffMs } from '@bellwether/errors';
import { fundingMessageLayout, fundingMessageSubject } from '@bellwether/funding';
import type { FundingMessage } from '@bellwether/funding';
import type { EventConsumer } from '@bellwether/nest-bus';
import type { Inbox, Outbox, OutboxMessage } from '@bellwether/persistence';
import type { Logger, Reader } from '@bellwether/runtime';
import {
  MAX_MESSAGES_WAITING,
  MESSAGES_PAUSE_MS,
  MESSAGES_READ_AT_ONCE,
  MESSAGES_SETTLED_MS,
  MESSAGE_RETRY,
} from './limits';

export interface MessageReaderParts {
  readonly stores: {
    readonly outbox: Pick<Outbox, 'lastIdBefore' | 'unread'>;
    readonly inbox: Pick<Inbox, 'consume'>;
  };
  readonly log: Logger;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** A message whose handler threw: how often it was delivered, and when it comes again. */
interface Waiting {
  readonly deliveries: number;
  readonly dueMs: number;
}

/**
 * One message at a time, the oldest first. Several processes may read for one consumer; the inbox lets one of them count.
 *
 * - The handler returns: the message is marked in the inbox, where the handler has not done so itself.
 * - It throws a `Fault` to `retry`, or any error but the following: the message comes again after a growing pause, and
 *   the others go on meanwhile.
 * - It throws a `Fault` that is `poison`, or the message does not decode: it is logged and marked; its row stays for who
 *   looks.
 * - It throws an `InvariantViolation`: the reader ends with it.
 */
export class MessageReader implements Reader {
  readonly name: string;
  private readonly waiting = new Map<number, Waiting>();
  /** Messages up to this one are consumed, or wait. */
  private consumedId = 0;
  private settledMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly consumer: EventConsumer,
    private readonly parts: MessageReaderParts,
  ) {
    this.name = consumer.reader;
  }

  async run(signal: AbortSignal, wake: () => void): Promise<void> {
    while (!signal.aborted) {
      const limit = Math.min(MESSAGES_READ_AT_ONCE, MAX_MESSAGES_WAITING - this.waiting.size);
      const nowMs = this.parts.now();
      const messages = await this.due(nowMs, Math.max(limit, 0));
      for (const message of messages) {
        if (signal.aborted) return;
        await this.take(message, wake);
      }
      if (messages.length > 0 && messages.length >= limit) continue;
      // With no room for what was not read yet, it is not known how far everything was read.
      if (limit > 0) await this.settle(nowMs);
      await sleep(MESSAGES_PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async due(nowMs: number, limit: number): Promise<OutboxMessage[]> {
    const ids = [...this.waiting.keys()];
    const due = ids.filter((id) => this.waiting.get(id)!.dueMs <= nowMs);
    const messages = await this.parts.stores.outbox.unread({
      consumer: this.consumer.consumer,
      afterId: this.consumedId,
      dueIds: due,
      exceptIds: ids.filter((id) => !due.includes(id)),
      limit: limit + due.length,
    });
    if (messages.length === limit + due.length) return messages; // there may be more
    // Another process may have consumed one of those.
    const unread = new Set(messages.map(({ outboxId }) => outboxId));
    for (const id of due) if (!unread.has(id)) this.waiting.delete(id);
    return messages;
  }

  private async take(row: OutboxMessage, wake: () => void): Promise<void> {
    const { log, now, stores } = this.parts;
    const { outboxId, messageId, subject } = row;
    const delivery = (this.waiting.get(outboxId)?.deliveries ?? 0) + 1;
    const mark = { consumer: this.consumer.consumer, messageId };
    try {
      await this.consumer.handle({ messageId, message: messageOf(row), delivery });
      await stores.inbox.consume(mark, now());
      this.waiting.delete(outboxId);
      wake();
    } catch (error) {
      if (error instanceof InvariantViolation) throw error;
      const details = { err: error, subject, message_id: messageId, outbox_id: outboxId };
      if (error instanceof Fault && error.verdict === 'poison') {
        log.error(details, 'message set aside');
        await stores.inbox.consume(mark, now());
        this.waiting.delete(outboxId);
        return;
      }
      log.warn({ ...details, deliveries: delivery }, 'message not consumed yet');
      const dueMs = now() + backoffMs(MESSAGE_RETRY, delivery - 1, Math.random());
      this.waiting.set(outboxId, { deliveries: delivery, dueMs });
    }
  }

  /**
   * Remembers up to where everything is consumed or waits, so that reading stays as cheap as what is new, also beside a
   * message that nobody can consume. A younger message may still be committed behind its successors, so those are looked
   * for again.
   */
  private async settle(nowMs: number): Promise<void> {
    if (nowMs - this.settledMs < MESSAGES_SETTLED_MS) return;
    this.consumedId = await this.parts.stores.outbox.lastIdBefore(nowMs - MESSAGES_SETTLED_MS);
    this.settledMs = nowMs;
  }
}

/** @throws Fault (poison) if the bytes are no message, or one of another subject */
function messageOf({ messageId, subject, payload }: OutboxMessage): FundingMessage {
  let message: FundingMessage;
  try {
    message = decode(fundingMessageLayout, payload);
  } catch (cause) {
    throw new Fault('poison', `message ${messageId} is unreadable`, { cause });
  }
  if (fundingMessageSubject(message) !== subject) {
    throw new Fault('poison', `message ${messageId} is of another subject`);
  }
  return message;
}
