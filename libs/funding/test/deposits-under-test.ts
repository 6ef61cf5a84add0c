import { newDeposit } from '../src/deposit';
import type { Deposit, DepositSource } from '../src/deposit';
import { advanceDeposit } from '../src/advance-deposit';
import type { DepositFact } from '../src/deposit-fact';
import { ALONE } from '../src/transfer';

export const NOW_MS = Date.UTC(2026, 4, 1, 12);
export const bytesOf = (count: number, fill: number): Uint8Array =>
  new Uint8Array(count).fill(fill);
export const signature = (fill: number): Uint8Array => bytesOf(64, fill);
export const TRANSFER_ID = 'deposit:00:1';

export const found = (source: DepositSource = 'ext_usdc', amount = 5_000_000n): Deposit =>
  newDeposit(
    {
      user: bytesOf(32, 1),
      source,
      txSignature: signature(2),
      accountIndex: 4,
      slot: 100,
      mint: source.endsWith('native') ? null : bytesOf(32, 3),
      sourceToken: source.endsWith('native') ? 'SOL' : 'USDC',
      sourceAmount: amount,
    },
    NOW_MS,
  );

const judged = { valueMicroUsdc: 5_000_000, tier: 0 } as const;
export const FACT = {
  accepted: {
    kind: 'accepted',
    gasShortMicroUsdc: 0,
    next: 'bridging',
    reservation: { day: 20_000, microUsdc: 5_000_000 },
    ...judged,
  },
  queued: { kind: 'queued', reason: 'daily_cap', retryAtMs: NOW_MS + 9, ...judged },
  rejected: { kind: 'rejected', reason: 'above_tx_cap', ...judged },
  released: { kind: 'released' },
  operator_rejected: { kind: 'operator_rejected' },
  swapped: { kind: 'swapped', amountMicroUsdc: 4_990_000, txSignature: signature(5) },
  swept: { kind: 'swept', amountMicroUsdc: 5_000_000, txSignature: signature(6) },
  attempt_failed: {
    kind: 'attempt_failed',
    stage: 'bridge',
    reason: 'failed_on_chain',
    attempt: 1,
    retryAtMs: NOW_MS + 5,
  },
  transfer_signed: {
    kind: 'transfer_signed',
    transferId: TRANSFER_ID,
    txSignature: signature(7),
    ...ALONE,
  },
  transfer_expired: { kind: 'transfer_expired', transferId: TRANSFER_ID },
  transfer_sent: { kind: 'transfer_sent', transferId: TRANSFER_ID, sequence: 11 },
  transfer_attested: { kind: 'transfer_attested', transferId: TRANSFER_ID, sequence: 11 },
  transfer_completed: {
    kind: 'transfer_completed',
    transferId: TRANSFER_ID,
    sequence: 11,
    txSignature: signature(8),
  },
  credited: {
    kind: 'credited',
    creditSeq: 3,
    amountMicroUsdc: 5_000_000,
    txSignature: signature(9),
  },
} as const satisfies Readonly<Record<string, DepositFact>>;

/** Applies facts, each of which must change the deposit. */
export function after(deposit: Deposit, ...facts: readonly DepositFact[]): Deposit {
  return facts.reduce((one, fact, index) => {
    const outcome = advanceDeposit(one, fact, NOW_MS + index + 1);
    if (outcome.kind === 'advanced') return outcome.next;
    throw new Error(
      `${fact.kind}: ${outcome.kind === 'contradiction' ? outcome.why : 'unchanged'}`,
    );
  }, deposit);
}
