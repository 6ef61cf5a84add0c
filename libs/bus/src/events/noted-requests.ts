/**
 * Request ids of a message's events: a header beside the bytes, for logs only. It is not part of the events, which
 * follow from the journal: after a restart of the engine it is missing.
 */
import type { MsgHdrs } from '@nats-io/transport-node';

export const REQUEST_IDS_HEADER = 'Request-Ids';

/** Ids per message: at most 64 kB of them, an eighth of the maximum message size. */
const MAX_NOTED_REQUESTS = 500;
/** Characters that are safe in a header; callers' ids always match. */
const PLAIN = /^[A-Za-z0-9._:-]{1,128}$/;

/** `undefined` if there are none. */
export function requestIdsHeader(requestIds: Iterable<string>): string | undefined {
  const noted: string[] = [];
  for (const id of requestIds) {
    if (noted.length < MAX_NOTED_REQUESTS && PLAIN.test(id)) noted.push(id);
  }
  return noted.length === 0 ? undefined : noted.join(',');
}

export function notedRequests(headers: MsgHdrs | undefined): readonly string[] {
  return listed(headers?.get(REQUEST_IDS_HEADER));
}

/** Parses the ids from raw headers: `NATS/1.0`, then one line per header. */
export function notedRequestsIn(headers: string): readonly string[] {
  return listed(NOTED_LINE.exec(headers)?.[1]);
}

const listed = (text = ''): readonly string[] => (text === '' ? [] : text.split(','));

const NOTED_LINE = new RegExp(`^${REQUEST_IDS_HEADER}: ?(.*?)\\r?$`, 'm');
