/** What the trial's clients observed: each request from its start to its end, by one clock (`performance.now()`). */
import type { GatewayName } from './trial-network';

/**
 * - `answered`: executed, with this result
 * - `refused`: the engine decoded it and refused it
 * - `nothing_done`: an answer that guarantees this
 * - `unknown`: no answer, or one that says the outcome is unknown
 */
export type Outcome = 'answered' | 'refused' | 'nothing_done' | 'unknown';

export interface Attempt {
  readonly gateway: GatewayName;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly outcome: Outcome;
  /** The error's code, or what ended the connection. */
  readonly code: string;
}

/** An order under its nonce, or a cancel; sent until it was answered, or abandoned. */
export interface Write {
  readonly kind: 'order' | 'cancel';
  readonly user: string;
  /** The order's nonce, or the id of the cancelled order. */
  readonly number: number;
  readonly attempts: readonly Attempt[];
  /** From the attempt that was answered. */
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
  /** In the same notation as the journal's truth. */
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

/** True if every attempt was answered with the guarantee that nothing was done. */
export const isPromisedUndone = ({ attempts }: Write): boolean =>
  attempts.length > 0 && attempts.every(({ outcome }) => outcome === 'nothing_done');

// One notation for gateways' answers and for the values computed from the journal.
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
