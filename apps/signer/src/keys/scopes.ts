import { CodedError } from '@bellwether/errors';

/**
 * What a key may do beyond reading its own data. `trade` signs, submits and cancels. `withdraw` moves money out. `keys`
 * makes, rotates and revokes any key of its builder. `payout` pays out what the builder earned. Without `trade` or `withdraw` a key does not even make users or
 * deposit addresses.
 */
export const SCOPES = ['read', 'trade', 'withdraw', 'keys', 'payout'] as const;
export type Scope = (typeof SCOPES)[number];

/** `withdraw` and `payout` are given only on request. */
export const DEFAULT_SCOPES: readonly Scope[] = ['trade'];

export const isScope = (word: string): word is Scope => SCOPES.some((scope) => scope === word);

/** Throws `SCOPE_MISSING` for a key that serves no users. */
export function requireMoreThanRead(granted: readonly string[]): void {
  if (granted.some((scope) => scope === 'trade' || scope === 'withdraw')) return;
  throw new CodedError('SCOPE_MISSING', { scope: 'trade', granted });
}

/** Throws `SCOPE_MISSING`. */
export function requireScope(granted: readonly string[], scope: Scope): void {
  if (!granted.includes(scope)) throw new CodedError('SCOPE_MISSING', { scope, granted });
}
