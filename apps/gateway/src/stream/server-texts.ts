/** Messages for one connection alone, as text. */
import { accounts, unixSecondsOf } from '@bellwether/api';
import type {
  HeartbeatMessage,
  OperationAnswerMessage,
  PongMessage,
  SessionOpenedMessage,
  SignedSession,
  StreamErrorMessage,
  SubscribedMessage,
  UnsubscribedMessage,
} from '@bellwether/api';
import type { Standing } from '@bellwether/bus';
import type { CodedError } from '@bellwether/errors';
import { errorAnswer } from '@bellwether/runtime';

type Own =
  | HeartbeatMessage
  | OperationAnswerMessage
  | PongMessage
  | SessionOpenedMessage
  | StreamErrorMessage
  | SubscribedMessage
  | UnsubscribedMessage;
const text = (message: Own): string => JSON.stringify(message);

/** The answer to one message of the client. */
export type MessageId = string | null;

export const subscribedText = (id: MessageId, channel: string, resumed: boolean): string =>
  text({ type: 'subscribed', id, channel, resumed });

export const unsubscribedText = (id: MessageId, channels: readonly string[]): string =>
  text({ type: 'unsubscribed', id, channels });

export const pongText = (id: MessageId, nowMs: number): string =>
  text({ type: 'pong', id, time: unixSecondsOf(nowMs), time_ms: nowMs });

export function sessionText(id: MessageId, session: SignedSession): string {
  const { public_key, expires_at } = accounts.openSession.present(session);
  return text({ type: 'session', id, public_key, expires_at });
}

export interface HeartbeatFacts {
  readonly nowMs: number;
  readonly seq: number;
  readonly lag: number | null;
  readonly channels: Readonly<Record<string, number>>;
}

export const heartbeatText = ({ nowMs, ...facts }: HeartbeatFacts): string =>
  text({ type: 'heartbeat', time: unixSecondsOf(nowMs), ...facts });

export const errorText = (
  id: MessageId,
  channel: string | null,
  error: CodedError,
  requestId: string,
): string => text({ type: 'error', id, channel, error: errorAnswer(error, requestId).body.error });

/** The result of an operation, as HTTP would report it. */
export interface OperationOutcome {
  readonly status: number;
  readonly replayed: boolean;
  readonly body: object;
  /** Seconds. */
  readonly retryAfter?: number;
}

const rateLimitOf = ({ name, burst, remaining, resetAfterMs }: Standing) => ({
  name,
  limit: burst,
  remaining,
  reset: Math.ceil(resetAfterMs / 1_000),
});

export const operationAnswerText = (
  id: string,
  requestId: string,
  { status, replayed, retryAfter, body }: OperationOutcome,
  standing: Standing | undefined,
): string =>
  text({
    type: 'answer',
    id,
    status,
    replayed,
    request_id: requestId,
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
    ...(standing === undefined ? {} : { rate_limit: rateLimitOf(standing) }),
    body: { ...body },
  });
