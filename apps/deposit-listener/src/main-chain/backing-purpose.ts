import type { BackingPayment } from '@bellwether/persistence';

/** The engine's seq of its first credit names a payment, because a reference may be any text. */
export const backingPurpose =
  ({ seq }: Pick<BackingPayment, 'seq'>) =>
  (attempt: number): string =>
    `backing:${seq}:${attempt}`;
