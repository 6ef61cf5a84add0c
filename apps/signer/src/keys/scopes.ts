import { CodedError } from '@bellwether/errors';

/** What a key may do beyond reading its own data: `trade` signs, submits and cancels; `withdraw` moves money out. */
export const SCOPES = ['trade', 'withdraw'] as const;
export type Scope = (typeof SCOPES)[number];

/** `withdraw` is given only on request. */
export const DEFAULT_SCOPES: readonly Scope[] = ['trade'];

export const isScope = (word: string): word is Scope => SCOPES.some((scope) => scope === word);

/** Throws `SCOPE_MISSING`. */
export function requireScope(granted: readonly string[], scope: Scope): void {
  if (!granted.includes(scope)) throw new CodedError('SCOPE_MISSING', { scope, granted });
}
