/** What clients of the trial saw: each request from its beginning to its end, by one clock (`performance.now()`). */
import type { GatewayName } from './trial-network';

/**
 * - `answered`: carried out, and this is what came of it
 * - `refused`: the engine understood it and said no
 * - `nothing_done`: an answer that promises so
 * - `unknown`: no answer, or one that says that nobody knows
 */
export type Outcome = 'answered' | 'refused' | 'nothing_done' | 'unknown';

export interface Attempt {
  readonly gateway: GatewayName;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly outcome: Outcome;
  /** The error's, or what ended the connection. */
  readonly code: string;
}

/** An order under its nonce, or a cancel; sent until it was answered, or given up. */
export interface Write {
  readonly kind: 'order' | 'cancel';
  readonly user: string;
  /** The order's nonce, or the id of the cancelled order. */
  readonly number: number;
  readonly attempts: readonly Attempt[];
  /** Of the attempt that was answered. */
  readonly orderId?: number;
  readonly filled?: number;
}

export const READS = ['balance', 'position', 'orders', 'nonces'] as const;
export type ReadKind = (typeof READS)[number];

export interface Read {
  readonly kind: ReadKind;
  readonly user: string;
  readonly gateway: GatewayName;
  readonly startedMs: number;
  readonly endedMs: number;
  /** In one way of writing, as the truth has it. */
  readonly value: string;
}

export class TrialHistory {
  readonly writes: Write[] = [];
  readonly reads: Read[] = [];
  /** Reads that got no value, by code. */
  readonly failedReads: Record<string, number> = {};

  countFailedRead(code: string): void {
    this.failedReads[code] = (this.failedReads[code] ?? 0) + 1;
  }
}

export const outcomeOf = ({ attempts }: Write): Outcome => attempts.at(-1)?.outcome ?? 'unknown';

/** Every attempt was answered with the promise that nothing was done. */
export const isPromisedUndone = ({ attempts }: Write): boolean =>
  attempts.length > 0 && attempts.every(({ outcome }) => outcome === 'nothing_done');

// One way of writing for what gateways answer and for what the rules say.
export const balanceText = (available: number, locked: number): string => `${available}+${locked}`;
export const noncesText = (order: number, cancelAll: number): string => `${order},${cancelAll}`;
export const positionText = (
  yes: number,
  no: number,
  yesLocked: number,
  noLocked: number,
): string => `${yes}(${yesLocked}) ${no}(${noLocked})`;
export const ordersText = (
  orders: readonly { readonly id: number; readonly filled: number; readonly size: number }[],
): string =>
  orders
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, filled, size }) => `${id}:${filled}/${size}`)
    .join(' ');
