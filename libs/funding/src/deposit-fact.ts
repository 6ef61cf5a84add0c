/** The facts about a deposit, and the steps each applies to. advance-deposit.ts applies them. */
import type {
  CapReservation,
  DecidedRejection,
  DepositStep,
  FailureReason,
  FailureStage,
  QueueReason,
} from './deposit';
import type { Tier } from './tier';

interface Judged {
  /** The deposit's value: the quote, if there was a swap to quote. */
  readonly valueMicroUsdc: number;
  readonly tier: Tier | null;
}

export type DepositFact =
  | ({
      readonly kind: 'accepted';
      readonly next: 'swapping' | 'sweeping' | 'bridging' | 'crediting';
      readonly reservation: CapReservation | null;
      readonly gasShortMicroUsdc: number;
    } & Judged)
  | ({
      readonly kind: 'queued';
      readonly reason: QueueReason;
      readonly retryAtMs: number | null;
    } & Judged)
  | ({ readonly kind: 'rejected'; readonly reason: DecidedRejection } & Judged)
  /** An operator releases a queued deposit from the daily cap. */
  | { readonly kind: 'released' }
  /** An operator rejects a queued deposit: it stays where it is, for its user to recover. */
  | { readonly kind: 'operator_rejected' }
  /** Its user recovers it while it waits for `gas`. */
  | { readonly kind: 'recovered' }
  | {
      readonly kind: 'swapped';
      readonly amountMicroUsdc: number;
      readonly txSignature: Uint8Array;
    }
  /** Lamports on main were exchanged for USDC, paid into the proxy wallet's token account. */
  | { readonly kind: 'swept'; readonly amountMicroUsdc: number; readonly txSignature: Uint8Array }
  /** Nothing of the step is pending any more. `retryAtMs` null: no further attempts. */
  | {
      readonly kind: 'attempt_failed';
      readonly stage: FailureStage;
      readonly reason: FailureReason;
      readonly attempt: number;
      readonly retryAtMs: number | null;
    }
  | {
      readonly kind: 'transfer_signed';
      readonly transferId: string;
      readonly txSignature: Uint8Array;
      readonly split: Uint8Array | null;
      readonly share: number;
    }
  /** The signed transfer is proven unable to land. */
  | { readonly kind: 'transfer_expired'; readonly transferId: string }
  | { readonly kind: 'transfer_sent'; readonly transferId: string; readonly sequence: number }
  | { readonly kind: 'transfer_attested'; readonly transferId: string; readonly sequence: number }
  | {
      readonly kind: 'transfer_completed';
      readonly transferId: string;
      readonly sequence: number;
      readonly txSignature: Uint8Array;
    }
  | {
      readonly kind: 'credited';
      readonly creditSeq: number;
      readonly amountMicroUsdc: number;
      readonly txSignature: Uint8Array;
    };

export type DepositFactKind = DepositFact['kind'];

/** The relayer's reports about a transfer. Each has the transfer's number if known, as any may arrive first. */
export type TransferReport = Extract<
  DepositFact,
  { kind: 'transfer_expired' | 'transfer_sent' | 'transfer_attested' | 'transfer_completed' }
>;

export const STEPS_OF_FACT: Readonly<Record<DepositFactKind, readonly DepositStep[]>> = {
  accepted: ['deciding', 'waiting'],
  queued: ['deciding', 'waiting'],
  rejected: ['deciding', 'waiting'],
  released: ['waiting'],
  operator_rejected: ['waiting'],
  recovered: ['waiting'],
  swapped: ['swapping'],
  swept: ['sweeping'],
  attempt_failed: ['swapping', 'sweeping', 'bridging'],
  transfer_signed: ['bridging'],
  transfer_expired: ['sending'],
  transfer_sent: ['sending'],
  transfer_attested: ['sending', 'attesting'],
  transfer_completed: ['sending', 'attesting', 'completing'],
  credited: ['sweeping', 'sending', 'attesting', 'completing', 'crediting'],
};
