/** The facts a deposit may meet, and the steps each is for. What each makes of it: advance-deposit.ts. */
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
  /** What the deposit is worth: the quote, where there was a swap to quote. */
  readonly valueMicroUsdc: number;
  readonly tier: Tier | null;
}

export type DepositFact =
  | ({
      readonly kind: 'accepted';
      readonly next: 'swapping' | 'sweeping' | 'bridging' | 'crediting';
      readonly reservation: CapReservation | null;
    } & Judged)
  | ({
      readonly kind: 'queued';
      readonly reason: QueueReason;
      readonly retryAtMs: number | null;
    } & Judged)
  | ({ readonly kind: 'rejected'; readonly reason: DecidedRejection } & Judged)
  /** An operator lets a queued deposit pass the daily cap. */
  | { readonly kind: 'released' }
  /** An operator takes a queued deposit out of the queue: it stays where it lies, for its user to recover. */
  | { readonly kind: 'operator_rejected' }
  | {
      readonly kind: 'swapped';
      readonly amountMicroUsdc: number;
      readonly txSignature: Uint8Array;
    }
  /** Lamports on main were paid for in USDC into the proxy wallet's token account. */
  | { readonly kind: 'swept'; readonly amountMicroUsdc: number; readonly txSignature: Uint8Array }
  /** Nothing of the step is under way any more. `retryAtMs` null: it is given up. */
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
    }
  /** Proof that the signed transfer can never land. */
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

/** What the relayer tells of a transfer. The number comes with each that has one: any of them may be the first. */
export type TransferReport = Extract<
  DepositFact,
  { kind: 'transfer_expired' | 'transfer_sent' | 'transfer_attested' | 'transfer_completed' }
>;

/** The steps each fact is for. */
export const STEPS_OF_FACT: Readonly<Record<DepositFactKind, readonly DepositStep[]>> = {
  accepted: ['deciding', 'waiting'],
  queued: ['deciding', 'waiting'],
  rejected: ['deciding', 'waiting'],
  released: ['waiting'],
  operator_rejected: ['waiting'],
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
