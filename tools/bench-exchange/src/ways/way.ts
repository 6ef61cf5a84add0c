import type { Load } from '../load';
import type { PlacedOrder } from '../placed-order';

export const WAYS = [
  'bare route',
  'bare route, our mux',
  'POST /v1/orders',
  'POST /v1/submit',
  'engine over NATS',
] as const;
export type WayName = (typeof WAYS)[number];

export interface Run {
  readonly load: Load<unknown>;
  /** What the answers say, each checked against what the order was meant to become. None from the bare route. */
  readonly placed: readonly PlacedOrder[];
}

/** A way in, with the users and markets it needs. */
export interface Way {
  readonly name: WayName;
  /**
   * Makes `each` requests for every lane, then sends them and reads the answers: only the sending is measured.
   * @throws Error at an answer that is no success
   */
  run(lanes: number, each: number): Promise<Run>;
}
