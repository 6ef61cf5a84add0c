import { decodeJsonRequest, readAs } from '@bellwether/bus';
import type { MessageHandler } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { BaseRpcContext } from '@nestjs/microservices';
import type { z } from 'zod';

type Message = Parameters<MessageHandler>[0];

/** The operation and service that a message requests, by the names of the contract. */
export interface AskedOperation {
  readonly service: string;
  readonly operation: string;
}

/** A received request: `@Ctx()` gives it to a handler. It is read once, when its content is needed. */
export class BusRequest extends BaseRpcContext<[Message]> {
  private readonly arrivedMs = performance.now();
  private envelope: ReturnType<typeof decodeJsonRequest> | undefined;

  constructor(
    private readonly message: Message,
    readonly asked: AskedOperation,
  ) {
    super([message]);
  }

  get headers(): Message['headers'] {
    return this.message.headers;
  }

  /** Since its arrival. */
  get elapsedMs(): number {
    return performance.now() - this.arrivedMs;
  }

  /** For logs: empty if unknown. */
  get requestId(): string {
    try {
      return this.opened().requestId;
    } catch (error) {
      if (error instanceof CodedError) return '';
      throw error;
    }
  }

  /** @throws CodedError VALIDATION_FAILED, UNKNOWN_FIELD */
  read<T>(schema: z.ZodType<T>): T {
    return readAs(schema, this.opened().request);
  }

  private opened(): ReturnType<typeof decodeJsonRequest> {
    return (this.envelope ??= decodeJsonRequest(this.message.data));
  }
}
