import type { Address } from '@solana/kit';

/** What a test makes the stand-in do wrong; empty is honest. */
export interface SwapFaults {
  /** Quotes and pays this much under the rate. */
  readonly worsePriceBps?: number;
  /** The transaction pays this much less than its own quote says. */
  readonly shortPaymentBps?: number;
  /** The transaction pays to this token account, or wallet where the output is native. */
  readonly destination?: Address;
  /** The transaction names this fee payer. */
  readonly payer?: Address;
  /** Answers this late. */
  readonly delayMs?: number;
  /** Answers nothing but this. */
  readonly error?: { readonly status: number; readonly body: unknown };
}
