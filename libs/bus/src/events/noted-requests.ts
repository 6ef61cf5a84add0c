/**
 * Headers of a message of events. The request ids are only for logs: they do not follow from the journal, and are
 * missing after a restart of the engine. The others show readers that the message ends inside a command, and whether
 * they need to fetch it at all.
 */
import type { MsgHdrs } from '@nats-io/transport-node';
import type { EventOffset } from './event-offset';

export const REQUEST_IDS_HEADER = 'Request-Ids';
/** Present if the events of the last command continue in the next message. */
export const CUT_HEADER = 'Events-Cut';
/** The kinds of its events, comma-separated, and the offset of its last one. */
export const KINDS_HEADER = 'Events-Kinds';
export const LAST_HEADER = 'Events-Last';

/** Ids of one message: at most 64 kB, an eighth of the largest message. */
const MAX_NOTED_REQUESTS = 500;
/** Certainly valid in a header. Ids of callers always match. */
const PLAIN = /^[A-Za-z0-9._:-]{1,128}$/;

/** `undefined` if there is no id to note. */
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

/** The same from raw headers: `NATS/1.0`, one per line. */
export function notedRequestsIn(headers: string): readonly string[] {
  return listed(NOTED_LINE.exec(headers)?.[1]);
}

const listed = (text = ''): readonly string[] => (text === '' ? [] : text.split(','));

/** Reads raw headers. */
export const isCutIn = (headers: string): boolean => CUT_LINE.test(headers);

const CUT_LINE = new RegExp(`^${CUT_HEADER}:`, 'm');
const NOTED_LINE = new RegExp(`^${REQUEST_IDS_HEADER}: ?(.*?)\\r?$`, 'm');

export interface Summary {
  readonly kinds: ReadonlySet<string>;
  readonly last: EventOffset;
}

export function noteSummary(headers: MsgHdrs, { kinds, last }: Summary): void {
  headers.set(KINDS_HEADER, [...kinds].join(','));
  headers.set(LAST_HEADER, `${last.seq}.${last.index}`);
}

/** Undefined without the header: the message has to be fetched. */
export function summaryOf(headers: MsgHdrs): Summary | undefined {
  const [, seq, index] = OFFSET.exec(headers.get(LAST_HEADER)) ?? [];
  const kinds = headers.get(KINDS_HEADER);
  if (seq === undefined || index === undefined || kinds === '') return undefined;
  return { kinds: new Set(kinds.split(',')), last: { seq: Number(seq), index: Number(index) } };
}

const OFFSET = /^(\d{1,16})\.(\d{1,10})$/;
