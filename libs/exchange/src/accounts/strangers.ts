import { NONCE_KINDS } from '../command';
import { AVAILABLE, CREDIT_SEQ, lastNonceWord } from './account-table';
import type { AccountTable } from './account-table';

/**
 * Whether nothing ever came for the user: no credit, and hence no command that used a nonce, no order, no contract. What such a
 * user signs costs nobody anything, so it leaves nothing behind either. Who has ever used a nonce is no stranger: the
 * nonce must stay used.
 */
export function isStranger(accounts: AccountTable, account: number): boolean {
  if (account === 0) return true;
  if (accounts.word(account, AVAILABLE) > 0 || accounts.int(account, CREDIT_SEQ) > 0) return false;
  return NONCE_KINDS.every((_, kind) => accounts.word(account, lastNonceWord(kind)) === 0);
}
