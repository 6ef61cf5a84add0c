import { CodedError } from '@bellwether/errors';
import type { OrderView, Refusal } from '@bellwether/exchange';
import type { FailureDetail } from './engine-message';

/** `[{name, value}]` as the flat record that errors carry. */
export const detailsRecord = (details: readonly FailureDetail[]): Record<string, unknown> =>
  Object.fromEntries(details.map(({ name, value }) => [name, value]));

/**
 * An engine's no as the error the edge answers with: the same code, its facts as plain details.
 * `presentOrder` writes the final order that comes with `ORDER_NOT_OPEN` as the edge shows orders; without it
 * the order is left out, as its bytes mean nothing in JSON.
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
