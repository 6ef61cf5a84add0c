import type { Verify } from '@bellwether/canonical-message';
import type { Signed } from './signed-bytes';

/** Gets one flag an item, in the order of the items; null items (nobody signs those) are valid. */
export type WhenChecked = (valid: readonly boolean[]) => void;

export interface SignatureChecks {
  /** How many commands are worth handing over at once. */
  readonly sliceSize: number;
  /** Calls `done` once, after it was called for everything that was handed over before. */
  check(signed: readonly (Signed | null)[], done: WhenChecked): void;
  /** At once, in the thread that asks, whatever was handed over before. */
  isValid(signed: Signed | null): boolean;
  close(): Promise<void>;
}

/** Verifies at once, in the thread that asks: for a machine with nothing to spare. */
export class InlineSignatureChecks implements SignatureChecks {
  /** 16 signatures are a millisecond: acknowledgements and new commands get their turn after it. */
  readonly sliceSize = 16;

  constructor(private readonly verify: Verify) {}

  check(signed: readonly (Signed | null)[], done: WhenChecked): void {
    done(signed.map((one) => this.isValid(one)));
  }

  isValid(signed: Signed | null): boolean {
    return signed === null || this.verify(signed.signature, signed.message, signed.user);
  }

  async close(): Promise<void> {}
}
