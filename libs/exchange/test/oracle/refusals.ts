import type { OrderView, Refusal, RefusalCode } from '../../src/reply';

/** The details that docs/protocol promises; the engine may give more. */
export const refuse = (
  code: RefusalCode,
  details: Readonly<Record<string, number | string>> = {},
  order: OrderView | null = null,
): Refusal => ({
  code,
  details: Object.entries(details).map(([name, value]) =>
    typeof value === 'number' ? { kind: 'number', name, value } : { kind: 'text', name, value },
  ),
  order,
});

export const refused = (refusal: Refusal): { kind: 'refused' } & Refusal => ({
  kind: 'refused',
  ...refusal,
});
