import { decodeJsonRequest, readAs } from '@bellwether/bus';
import type { MessageHandler } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { BaseRpcContext } from '@nestjs/microservices';
import type { z } from 'zod';

type Message = Parameters<MessageHandler>[0];

/** Which operation of which service a message asks for, by the names of its contract. */
export interface AskedOperation {
  readonly service: string;
  readonly operation: string;
}

/** A request as it came: what `@Ctx()` gives a handler. It is read when somebody asks what is in it, and once. */
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

  /** Since it came. */
  get elapsedMs(): number {
    return performance.now() - this.arrivedMs;
  }

  /** For logs: empty where nobody can tell. */
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
