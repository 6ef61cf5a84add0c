/**
 * What stands beside the events of a message, in headers. Whose requests they came of is for logs alone: it does not follow
 * from the journal, and after a restart of the engine it is missing. That the message ends inside a command is for readers.
 */
import type { MsgHdrs } from '@nats-io/transport-node';

export const REQUEST_IDS_HEADER = 'Request-Ids';
/** Present where the events of the last command go on in the next message. */
export const CUT_HEADER = 'Events-Cut';

/** Ids of one message: at most 64 kB of them, an eighth of what a message may be. */
const MAX_NOTED_REQUESTS = 500;
/** What a header takes without a doubt; ids of callers are always so. */
const PLAIN = /^[A-Za-z0-9._:-]{1,128}$/;

/** `undefined` where there is nothing to note. */
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

/** The same of headers as they are written: `NATS/1.0`, a line each. */
export function notedRequestsIn(headers: string): readonly string[] {
  return listed(NOTED_LINE.exec(headers)?.[1]);
}

const listed = (text = ''): readonly string[] => (text === '' ? [] : text.split(','));

/** Of headers as they are written. */
export const isCutIn = (headers: string): boolean => CUT_LINE.test(headers);

const CUT_LINE = new RegExp(`^${CUT_HEADER}:`, 'm');
const NOTED_LINE = new RegExp(`^${REQUEST_IDS_HEADER}: ?(.*?)\\r?$`, 'm');
