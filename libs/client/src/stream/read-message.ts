/** Parses JSON to a message of the stream; undefined if it is not one. */
import { BellwetherError } from '../errors';
import { isObject } from '../http/json-answer';
import type { JsonObject } from '../http/json-answer';
import type { ChannelMessage } from './channel';
import type { Heartbeat } from '../answers';

/** A stream has no HTTP status. */
const NO_STATUS = 0;

export function channelMessageOf(
  { seq, prev_seq: prevSeq, timestamp, data }: JsonObject,
  type: ChannelMessage['type'],
): ChannelMessage | undefined {
  if (typeof seq !== 'number' || typeof prevSeq !== 'number') return undefined;
  if (typeof timestamp !== 'number' || !isObject(data)) return undefined;
  return { type, seq, prevSeq, timestamp, data };
}

export function heartbeatOf({ time, seq, lag, channels }: JsonObject): Heartbeat | undefined {
  if (typeof time !== 'number' || typeof seq !== 'number' || !isObject(channels)) return undefined;
  const sent = Object.entries(channels).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, value] as const] : [],
  );
  return {
    time,
    seq,
    lag: typeof lag === 'number' ? lag : null,
    channels: Object.fromEntries(sent),
  };
}

export function streamErrorOf({ error }: JsonObject): BellwetherError | undefined {
  if (!isObject(error)) return undefined;
  const { code, message, details, retryable, request_id: requestId } = error;
  return new BellwetherError({
    status: NO_STATUS,
    code: String(code),
    message: String(message),
    details: isObject(details) ? details : {},
    retryable: retryable === true,
    requestId: String(requestId),
  });
}
