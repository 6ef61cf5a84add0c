import type { Load } from '../load/drive';
import type { PlacedOrder } from '../load/placed-order';

/** What is read. The list has 100 entries, the book 100 levels a side. */
export const READS = ['list', 'book', 'balance'] as const;
export type ReadName = (typeof READS)[number];
/** A route that answers with as many constant bytes, and ours; alone, and while orders flow. */
type ReadWayName = `${'bare' | 'GET'} ${ReadName}${'' | ', orders flowing'}`;

const ORDER_WAYS = [
  'bare route',
  'bare route, our mux',
  'POST /v1/orders',
  'POST /v1/submit',
  'order over the socket',
  'places and cancels, alone',
  'places and cancels, 20 a batch',
  'engine over NATS',
] as const;
export type WayName = (typeof ORDER_WAYS)[number] | ReadWayName;

const READ_WAYS = ['', ', orders flowing'].flatMap((flow) =>
  READS.flatMap((read) => [`bare ${read}${flow}`, `GET ${read}${flow}`]),
);
/** In the order of the tables. */
export const WAYS: readonly string[] = [...ORDER_WAYS, ...READ_WAYS];

/**
 * Requests under way at a time: many; more for the engine alone, which takes them over one connection; fewer for batches
 * of twenty, as what waits for 250 ms is rejected; and one.
 */
export const LANES = [64, 256, 16, 1] as const;

/** What a way is compared with: it shares the machine and the minute. */
export function peerOf(way: WayName): WayName {
  const read = READS.find((one) => way.includes(` ${one}`));
  if (read === undefined || ORDER_WAYS.some((one) => one === way)) return 'bare route';
  return way.endsWith(', orders flowing') ? `bare ${read}, orders flowing` : `bare ${read}`;
}

export interface WayRun {
  readonly load: Load<unknown>;
  /** What the answers say, each checked against what the order was meant to become. None from the bare route. */
  readonly placed: readonly PlacedOrder[];
  /** Where a request, whose latency is one figure, is of several operations: how many there were in all. */
  readonly operations?: number;
}

/** A way in, with the users and markets it needs. */
export interface Way {
  readonly name: WayName;
  /** Requests under way at a time, a run each. */
  readonly lanes: readonly number[];
  /**
   * Makes `each` requests for every lane, then sends them and reads the answers: only the sending is measured.
   * @param perSecond in an open loop, at this pace
   * @throws Error at an answer that is no success
   */
  run(lanes: number, each: number, perSecond?: number): Promise<WayRun>;
}
