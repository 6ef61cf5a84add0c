import { CodedError } from '@bellwether/errors';
import type { OrderView, Refusal } from '@bellwether/exchange';
import type { FailureDetail } from './engine-message';

/** Turns `[{name, value}]` into the flat record that errors carry. */
export const detailsRecord = (details: readonly FailureDetail[]): Record<string, unknown> =>
  Object.fromEntries(details.map(({ name, value }) => [name, value]));

/**
 * Turns an engine's refusal into the error that the edge answers with: the same code, its details as a plain record.
 * `presentOrder` formats the final order that comes with `ORDER_NOT_OPEN` as the edge shows orders; without it the
 * order is left out, as its bytes mean nothing in JSON.
 */
export function refusalError(
  refusal: Refusal,
  presentOrder?: (order: OrderView) => unknown,
  isReplay = false,
): CodedError {
  const details = detailsRecord(refusal.details);
  if (refusal.order !== null && presentOrder) details['order'] = presentOrder(refusal.order);
  return new CodedError(refusal.code, details, { isReplay });
}
