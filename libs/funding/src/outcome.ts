/**
 * What a fact does to a record. Facts come at least once and in any order, so most that are not new are `unchanged`.
 * A `contradiction` cannot be true together with what the record says: nothing is changed, and somebody must look.
 */
export type Outcome<T> =
  | { readonly kind: 'advanced'; readonly next: T }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'contradiction'; readonly why: string };

export const advanced = <T>(next: T): Outcome<T> => ({ kind: 'advanced', next });
export const UNCHANGED = { kind: 'unchanged' } as const;
export const contradiction = (why: string) => ({ kind: 'contradiction', why }) as const;
