import type { Detail, OrderView, Refusal, RefusalCode, ReplyOf } from './reply';

/** Named facts of a refusal, e.g. `{ required: 500, available: 20 }`. */
export type Facts = Readonly<Record<string, number | string>>;

export const refusal = (
  code: RefusalCode,
  facts: Facts = {},
  order: OrderView | null = null,
): Refusal => ({ code, details: Object.entries(facts).map(detail), order });

/** A refusal as the body of a reply. */
export const refused = (
  code: RefusalCode,
  facts: Facts = {},
  order: OrderView | null = null,
): ReplyOf<'refused'> => ({ kind: 'refused', ...refusal(code, facts, order) });

const detail = ([name, value]: [string, number | string]): Detail =>
  typeof value === 'number' ? { kind: 'number', name, value } : { kind: 'text', name, value };
