import { CodedError } from '@bellwether/errors';
import type { Msg } from '@nats-io/transport-node';
import type { Bus } from './bus';
import type { Log } from './log';
import type { SignerAdminHandlers } from './signer-admin';
import { decodeSignerRequest, encodeSignerAnswer, encodeSignerFailure } from './signer-admin-json';
import { SIGNER_KEY_OPERATIONS, SIGNER_QUEUE, signerKeysSubject } from './subjects';
import type { SignerKeyOperation } from './subjects';

/** Admin work is rare: more than this under way at once is a fault of the caller. */
const MAX_UNDER_WAY = 64;

export interface SignerAdminService {
  /** Hears nothing new, and waits for what is under way. */
  stop(): Promise<void>;
}

/** Answers key administration; several signers share the requests. Ready when it resolves. */
export async function serveSignerAdmin(
  bus: Bus,
  handlers: SignerAdminHandlers,
  log: Log,
): Promise<SignerAdminService> {
  const underWay = new Set<Promise<void>>();

  const take = (operation: SignerKeyOperation, message: Msg): void => {
    const reply = message.reply;
    if (reply === undefined || reply === '') return;
    if (underWay.size >= MAX_UNDER_WAY) {
      bus.publish(reply, encodeSignerFailure('OVERLOADED', {}));
      return;
    }
    const work = answerOf(handlers, operation, message.data, log).then((answer) => {
      bus.publish(reply, answer);
    });
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };

  const subscriptions = SIGNER_KEY_OPERATIONS.map((operation) =>
    bus.subscribe(
      signerKeysSubject(operation),
      (message) => take(operation, message),
      SIGNER_QUEUE,
    ),
  );
  await bus.flush();
  return {
    async stop() {
      if (!bus.connected) for (const subscription of subscriptions) subscription.unsubscribe();
      else await Promise.allSettled(subscriptions.map((subscription) => subscription.drain()));
      await Promise.allSettled(underWay);
    },
  };
}

/** Never rejects: whatever happened becomes an answer. Requests and answers hold secrets and are not logged. */
async function answerOf<O extends SignerKeyOperation>(
  handlers: SignerAdminHandlers,
  operation: O,
  data: Uint8Array,
  log: Log,
): Promise<Uint8Array> {
  try {
    const { request, requestId } = readable(() => decodeSignerRequest(operation, data));
    return encodeSignerAnswer(await handlers[operation](request, { requestId }));
  } catch (error) {
    if (error instanceof CodedError) return encodeSignerFailure(error.code, error.details);
    log.error({ operation, err: error }, 'key administration failed');
    return encodeSignerFailure('INTERNAL', {});
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
