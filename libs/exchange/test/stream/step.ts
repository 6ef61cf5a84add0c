import type { Command, Lane } from '../../src/command';

/** A command as drawn, before it has a number and a time. */
export interface Draft {
  readonly lane: Lane;
  readonly command: Command;
  /** The `number` of the step whose order a cancel names; null: none of this stream. */
  readonly target?: number;
}

/**
 * One command of a stream. `number` counts from 1 and stays with the step when others are removed to find a smaller
 * stream, so that a cancel still names the same order.
 */
export interface Step extends Draft {
  readonly number: number;
  readonly timestampMs: number;
}

/** An order id that no exchange gives out in a test. */
export const UNKNOWN_ORDER_ID = Number.MAX_SAFE_INTEGER;
