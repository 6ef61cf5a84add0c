import type { Address } from '@solana/kit';

/** Faults that a test sets in the fake; empty is honest. */
export interface SwapFaults {
  /** Quotes and pays this much below the rate. */
  readonly worsePriceBps?: number;
  /** The transaction pays this much less than its own quote. */
  readonly shortPaymentBps?: number;
  /** The transaction pays to this token account, or to this wallet if the output is native. */
  readonly destination?: Address;
  /** The transaction names this fee payer. */
  readonly payer?: Address;
  /** The transaction has an unknown instruction, until the request excludes the route's exchange. */
  readonly strangeKind?: boolean;
  /** Gives only this answer. */
  readonly error?: { readonly status: number; readonly body: unknown };
}
