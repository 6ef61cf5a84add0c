/**
 * Nest's microservices over our own bus: the request mux, nkeys and inbox rule are libs/bus's. A subject is a pattern.
 *
 * `@MessagePattern(subject, contract)`: a request, answered by what the method returns. Servers of one contract share
 * its requests; beyond its `maxUnderWay` they are refused as OVERLOADED.
 *
 * `@EventPattern(subjects, { consumer, reader })`: messages of the funding apps to each other. They come from
 * PostgreSQL (docs/adr/0060), where a reader passes them to the methods, `consumers()`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from '@nestjs/microservices';
import type { CustomTransportStrategy, MessageHandler, WritePacket } from '@nestjs/microservices';
import { encodeJsonFailure, replyOf } from '@bellwether/bus';
import type { Bus, JsonService, Log, MessageHandler as OnMessage } from '@bellwether/bus';
import { assert } from '@bellwether/errors';
import { MESSAGE_READERS } from '@bellwether/funding';
import type { DeliveredFundingMessage, MessageReaderName } from '@bellwether/funding';
import { lastValueFrom } from 'rxjs';
import { BusRequest } from './bus-request';
import { FundingDelivery } from './funding-delivery';
import { CLOSE_TIMEOUT_MS } from './limits';

/** The second argument of `@MessagePattern`. */
export type Served = Pick<JsonService<never>, 'maxUnderWay' | 'name' | 'queue'>;

/** The second argument of `@EventPattern`; one reader serves all methods of a consumer. */
export interface Consumed {
  /** The reader's name in the inbox. */
  readonly consumer: MessageReaderName;
  /** In logs and metrics. */
  readonly reader: string;
}

export interface EventConsumer extends Consumed {
  readonly handle: (delivered: DeliveredFundingMessage) => Promise<void>;
}

type Message = Parameters<OnMessage>[0];
type Subscription = ReturnType<Bus['subscribe']>;

export class BusServer extends Server implements CustomTransportStrategy {
  override readonly transportId = Symbol('bus');
  private readonly subscriptions: Subscription[] = [];
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly bus: Bus,
    private readonly log: Log,
  ) {
    super();
  }

  /** Called when servers of NATS know of the subscriptions. */
  override async listen(callback: (error?: unknown) => void): Promise<void> {
    try {
      for (const [subject, handler] of this.messageHandlers) {
        if (handler.isEventHandler !== true) this.subscriptions.push(this.serve(subject, handler));
      }
      await this.bus.whenSubscribed();
      callback();
    } catch (error) {
      callback(error);
    }
  }

  /** Receives nothing new, and waits for requests under way: a caller without an answer in time asks another server. */
  override async close(): Promise<void> {
    await Promise.race([this.drain(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  }

  /** One for each name; there when the controllers are. @throws InvariantViolation if a message of theirs has no method */
  consumers(): readonly EventConsumer[] {
    const consumed = new Map<MessageReaderName, { reader: string; subjects: Set<string> }>();
    for (const [subject, { isEventHandler, extras }] of this.messageHandlers) {
      if (isEventHandler !== true) continue;
      const { consumer, reader } = extras as Consumed;
      const { subjects } = consumed.get(consumer) ?? { subjects: new Set() };
      consumed.set(consumer, { reader, subjects: subjects.add(subject) });
    }
    return [...consumed].map(([consumer, { reader, subjects }]) => {
      const missing = MESSAGE_READERS[consumer].filter((subject) => !subjects.has(subject));
      assert(missing.length === 0, `nothing of ${consumer} takes ${missing.join(', ')}`);
      return { consumer, reader, handle: (delivered) => this.consume(delivered) };
    });
  }

  /** Logs nothing: the bus logs the state of its connection. */
  override on(): void {}

  override unwrap<T>(): T {
    return this.bus as T;
  }

  private serve(subject: string, handler: MessageHandler): Subscription {
    const { name: service, queue, maxUnderWay } = handler.extras as Served;
    const asked = { service, operation: subject.slice(subject.lastIndexOf('.') + 1) };
    const take = (message: Message): void => {
      const reply = replyOf(message);
      if (reply === undefined) return;
      if (this.underWay.size >= maxUnderWay) {
        this.bus.publish(reply, encodeJsonFailure('OVERLOADED', {}));
        return;
      }
      const answering = this.answer(handler, new BusRequest(message, asked), reply);
      this.underWay.add(answering);
      void answering.finally(() => this.underWay.delete(answering));
    };
    return this.bus.subscribe(subject, take, queue);
  }

  /** Resolves when it is answered: interceptor and filter encode every outcome. */
  private answer(handler: MessageHandler, request: BusRequest, reply: string): Promise<void> {
    return new Promise((resolve) => {
      const respond = ({ response, isDisposed }: WritePacket<Uint8Array>): void => {
        if (response !== undefined) this.bus.publish(reply, response);
        if (isDisposed === true) resolve();
      };
      const produce = async () => this.transformToObservable(await handler(request, request));
      this.handleRequest(request, produce, respond);
    });
  }

  private async consume(delivered: DeliveredFundingMessage): Promise<void> {
    const delivery = new FundingDelivery([delivered]);
    const handler = this.messageHandlers.get(delivery.subject);
    assert(handler !== undefined, `nothing takes ${delivery.subject}`);
    const done = this.transformToObservable(await handler(delivered, delivery));
    await lastValueFrom(done, { defaultValue: undefined });
  }

  private async drain(): Promise<void> {
    if (this.bus.connected) {
      await Promise.allSettled(this.subscriptions.map((one) => one.drain()));
    } else for (const one of this.subscriptions) one.unsubscribe();
    await Promise.allSettled(this.underWay);
  }
}
