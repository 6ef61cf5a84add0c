/**
 * The effect of a fact on a record. Facts arrive at least once and in any order, so most repeats are `unchanged`. A
 * `contradiction` cannot be true together with the record: nothing changes, and an operator must look.
 */
export type Outcome<T> =
  | { readonly kind: 'advanced'; readonly next: T }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'contradiction'; readonly why: string };

export const advanced = <T>(next: T): Outcome<T> => ({ kind: 'advanced', next });
export const UNCHANGED = { kind: 'unchanged' } as const;
export const contradiction = (why: string) => ({ kind: 'contradiction', why }) as const;
