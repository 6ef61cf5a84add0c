import type { Place } from './place';

/** The dead man's switch of a user. */
export interface CancelAfter extends Place {
  readonly user: string;
  /** 0: switched off. */
  readonly seconds: number;
  readonly nonce: number;
  /** When all open orders are cancelled, in Unix milliseconds; null: switched off. */
  readonly due_ms: number | null;
}
