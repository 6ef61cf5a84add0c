/** A payout of revenue as its record holds it. What becomes of one to a wallet is the record of its withdrawal. */
import { sameBytes } from '@bellwether/codec';
import type { PayoutRecipient, RevenueSource } from '@bellwether/exchange';
import type { Withdrawal } from './withdrawal';

export { PAYOUT_RECIPIENTS, REVENUE_SOURCES } from '@bellwether/exchange';
export type { PayoutRecipient, RevenueSource } from '@bellwether/exchange';

/** What the exchange earns itself. */
export const TREASURY_SOURCES = [
  'protocol_fees',
  'gas_revenue',
] as const satisfies readonly RevenueSource[];
export type TreasurySource = (typeof TREASURY_SOURCES)[number];

/** What is asked for: source and reference name it, a repeat asks for the same. */
export interface PayoutTerms {
  readonly source: RevenueSource;
  /** Empty: what the exchange earned. */
  readonly builderId: string;
  readonly reference: string;
  readonly amountMicroUsdc: number;
  /** 0: any. */
  readonly maxGasFeeMicroUsdc: number;
  readonly recipientKind: PayoutRecipient;
  readonly recipient: Uint8Array;
  readonly allowProgramAddress: boolean;
}

export interface RevenuePayout extends PayoutTerms {
  readonly gasFeeMicroUsdc: number;
  /** Null: to a user's balance, which had it at once. */
  readonly withdrawalId: Uint8Array | null;
  /** The engine's seq of its acceptance. */
  readonly acceptedSeq: number;
  readonly createdMs: number;
}

/** How far a payout to a wallet is. */
export type PayoutProgress = Pick<
  Withdrawal,
  'status' | 'failure' | 'debitSignature' | 'completionSignature' | 'updatedMs'
>;

/** Whether a request repeats this payout. */
export const isSamePayout = (given: PayoutTerms, asked: PayoutTerms): boolean =>
  given.amountMicroUsdc === asked.amountMicroUsdc &&
  given.maxGasFeeMicroUsdc === asked.maxGasFeeMicroUsdc &&
  given.recipientKind === asked.recipientKind &&
  given.allowProgramAddress === asked.allowProgramAddress &&
  sameBytes(given.recipient, asked.recipient);

/** Until the withdrawal has a record, it waits; to a balance it was done at once. */
export const newProgress = ({ withdrawalId, createdMs }: RevenuePayout): PayoutProgress => ({
  status: withdrawalId === null ? 'completed' : 'pending',
  failure: null,
  debitSignature: null,
  completionSignature: null,
  updatedMs: createdMs,
});
