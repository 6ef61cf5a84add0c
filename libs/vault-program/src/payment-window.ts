import { assert } from '@bellwether/errors';
import type { Proxy } from './vault-accounts';

/** How many numbers above the watermark have a bit. Source: program/payment-window.h. */
export const PAYMENT_WINDOW = 192;

/**
 * - `paid`: this number was paid
 * - `passed`: it was paid, or never will be: the window has moved beyond it
 * - `unpaid`: a debit with this number may be made
 */
export type PaymentState = 'paid' | 'passed' | 'unpaid';

/** @param paymentSeq from 1 */
export function paymentState(
  { paidWatermark, paidWindow }: Pick<Proxy, 'paidWatermark' | 'paidWindow'>,
  paymentSeq: bigint,
): PaymentState {
  assert(paymentSeq > 0n, 'payments are numbered from 1');
  if (paymentSeq <= paidWatermark) return 'passed';
  const place = paymentSeq - paidWatermark - 1n;
  if (place >= PAYMENT_WINDOW) return 'unpaid';
  const byte = paidWindow[Number(place / 8n)]!;
  return ((byte >> Number(place % 8n)) & 1) === 1 ? 'paid' : 'unpaid';
}

/** The highest number that would be passed once `paymentSeq` is paid; 0 or less: none. */
export const passedBy = (paymentSeq: number): number => paymentSeq - PAYMENT_WINDOW;
