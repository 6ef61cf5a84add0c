import type { DepositFact, TransferReport } from '@bellwether/funding';
import type { StepEffects } from './step-effects';

/** A fact about a deposit, from the listener itself. */
export interface DepositChange {
  readonly depositId: Uint8Array;
  readonly fact: Exclude<DepositFact, TransferReport>;
  readonly nowMs: number;
  /** Written with the step if the fact is new. */
  readonly effects?: StepEffects | undefined;
  /** The step returns `unchanged` if a transaction is already stored for this purpose: another worker was faster. */
  readonly unlessKept?: string | undefined;
  /** The step returns `unchanged` if the deposit is at another attempt: another worker was faster. */
  readonly attempt?: number | undefined;
}
