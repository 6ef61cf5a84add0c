import type { Load } from '../load/drive';
import type { PlacedOrder } from '../load/placed-order';

/** What is read. The list has 100 entries, the book 100 levels a side. */
export const READS = ['list', 'book', 'balance'] as const;
export type ReadName = (typeof READS)[number];
/** A route that answers with as many constant bytes, and ours: alone, and while orders arrive. */
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
 * Requests under way at a time: many; more for the engine alone, which takes them over one connection; fewer for
 * batches of twenty, as what waits for 250 ms is rejected; and one.
 */
export const LANES = [64, 256, 16, 1] as const;

/** The peer of a way, which is measured on the same machine in the same minute. */
export function peerOf(way: WayName): WayName {
  const read = READS.find((one) => way.includes(` ${one}`));
  if (read === undefined || ORDER_WAYS.some((one) => one === way)) return 'bare route';
  return way.endsWith(', orders flowing') ? `bare ${read}, orders flowing` : `bare ${read}`;
}

export interface WayRun {
  readonly load: Load<unknown>;
  /** The results in the answers, each checked against what the order had to become. The bare route has none. */
  readonly placed: readonly PlacedOrder[];
  /** If a request, whose latency is one figure, has several operations: the number of operations. */
  readonly operations?: number;
}

/** A way in, with the users and markets that it needs. */
export interface Way {
  readonly name: WayName;
  /** Requests under way at a time, with a run for each number. */
  readonly lanes: readonly number[];
  /**
   * Makes `each` requests for every lane, then sends them and reads the answers. Only the sending is measured.
   *
   * @param perSecond in an open loop, at this rate
   * @throws Error at an answer that is no success
   */
  run(lanes: number, each: number, perSecond?: number): Promise<WayRun>;
}
