import type { Verify } from '@bellwether/canonical-message';
import type { Signed } from './signed-bytes';

/** Gets one flag per item, in order. Null items, which nobody signs, are valid. */
export type WhenChecked = (valid: readonly boolean[]) => void;

export interface SignatureChecks {
  /** How many commands to pass at once. */
  readonly sliceSize: number;
  /** Calls `done` once, after the `done` of every earlier call. */
  check(signed: readonly (Signed | null)[], done: WhenChecked): void;
  /** Verifies at once in the calling thread, ahead of everything passed before. */
  isValid(signed: Signed | null): boolean;
  close(): Promise<void>;
}

/** Verifies at once in the calling thread, for machines without spare cores. */
export class InlineSignatureChecks implements SignatureChecks {
  /** 16 signatures take a millisecond. Acknowledgements and new commands get their turn after it. */
  readonly sliceSize = 16;

  constructor(private readonly verify: Verify) {}

  check(signed: readonly (Signed | null)[], done: WhenChecked): void {
    done(signed.map((one) => this.isValid(one)));
  }

  isValid(signed: Signed | null): boolean {
    return signed === null || this.verify(signed.signature, signed.message, signed.signer);
  }

  async close(): Promise<void> {}
}
