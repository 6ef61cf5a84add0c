import type { Backing } from '@bellwether/persistence';

/** The engine's seq of the credit names its payment: a reference may be any text. */
export const backingPurpose =
  ({ seq }: Pick<Backing, 'seq'>) =>
  (attempt: number): string =>
    `backing:${seq}:${attempt}`;
