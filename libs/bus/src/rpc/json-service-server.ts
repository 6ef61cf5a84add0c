import { CodedError } from '@bellwether/errors';
import type { Code } from '@bellwether/errors';
import type { Msg } from '@nats-io/transport-node';
import type { Bus } from '../connection/bus';
import { replyOf } from '../connection/inbox';
import { decodeJsonRequest, encodeJsonAnswer, encodeJsonFailure } from './json-service';
import type { AnswerOf, JsonContract, JsonOperations, RequestOf } from './json-service';
import type { Log } from '../connection/log';
import { tracedWork } from '../connection/traced-work';

export interface JsonService {
  /** Hears nothing new, and waits for what is under way. */
  stop(): Promise<void>;
}

/** One function an operation. A thrown `CodedError` reaches the caller as it is; anything else is INTERNAL. */
export type JsonHandlers<O extends JsonOperations<O>> = {
  readonly [K in keyof O]: (
    request: RequestOf<O, K>,
    context: { readonly requestId: string },
  ) => Promise<AnswerOf<O, K>>;
};

/**
 * Answers the operations there are handlers for; several servers share the requests. Ready when it resolves.
 * An operation without a handler here is another process's to serve.
 */
export async function serveJson<O extends JsonOperations<O>>(
  contract: JsonContract<O>,
  bus: Bus,
  handlers: Partial<JsonHandlers<O>>,
  log: Log,
): Promise<JsonService> {
  const underWay = new Set<Promise<void>>();

  const take = (
    operation: string,
    work: (data: Uint8Array) => Promise<Uint8Array>,
    message: Msg,
  ): void => {
    const reply = replyOf(message);
    if (reply === undefined) return;
    if (underWay.size >= contract.maxUnderWay) {
      bus.publish(reply, encodeJsonFailure('OVERLOADED', {}));
      return;
    }
    const name = `${contract.name} ${operation}`;
    const working = tracedWork(name, message.headers, () => work(message.data));
    const answering = working.then((answer) => {
      bus.publish(reply, answer);
    });
    underWay.add(answering);
    void answering.finally(() => underWay.delete(answering));
  };

  const subscribe = <K extends keyof O & string>(operation: K) => {
    const handler = handlers[operation];
    if (handler === undefined) return [];
    const work = (data: Uint8Array) => answerOf(contract, operation, handler, data, log);
    const subject = contract.subjectOf(operation);
    return [bus.subscribe(subject, (message) => take(operation, work, message), contract.queue)];
  };
  const operations = Object.keys(contract.requests) as (keyof O & string)[];
  const subscriptions = operations.flatMap(subscribe);
  await bus.whenSubscribed();
  return {
    async stop() {
      if (!bus.connected) for (const subscription of subscriptions) subscription.unsubscribe();
      else await Promise.allSettled(subscriptions.map((subscription) => subscription.drain()));
      await Promise.allSettled(underWay);
    },
  };
}

/** Never rejects: whatever happened becomes an answer. Requests and answers may hold secrets and are not logged. */
async function answerOf<O extends JsonOperations<O>, K extends keyof O & string>(
  contract: JsonContract<O>,
  operation: K,
  handler: JsonHandlers<O>[K],
  data: Uint8Array,
  log: Log,
): Promise<Uint8Array> {
  let requestId = '';
  const told = (code: Code | null): void => {
    const failure = code === null ? {} : { code };
    log.info({ operation, request_id: requestId, ...failure }, `${contract.name} answered`);
  };
  try {
    const asked = readable(() =>
      decodeJsonRequest<RequestOf<O, K>>(data, contract.requests[operation]),
    );
    ({ requestId } = asked);
    const answer = encodeJsonAnswer(await handler(asked.request, { requestId }));
    told(null);
    return answer;
  } catch (error) {
    if (error instanceof CodedError) {
      told(error.code);
      return encodeJsonFailure(error.code, error.details);
    }
    log.error({ operation, request_id: requestId, err: error }, `${contract.name} failed`);
    return encodeJsonFailure('INTERNAL', {});
  }
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof CodedError) throw error;
    const details = { field: 'request', expected: 'JSON of a request' };
    throw new CodedError('VALIDATION_FAILED', details, { cause: error });
  }
}
