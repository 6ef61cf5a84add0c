import { NONCE_KINDS } from '../command';
import { AVAILABLE, CREDIT_SEQ, lastNonceWord } from './account-table';
import type { AccountTable } from './account-table';

/**
 * Whether the user never received a credit, and so never used a nonce, placed an order or held a contract. Commands
 * of such a user cost it nothing, so they must leave nothing behind. A user who has used a nonce is not a stranger:
 * the nonce must stay used.
 */
export function isStranger(accounts: AccountTable, account: number): boolean {
  if (account === 0) return true;
  if (accounts.word(account, AVAILABLE) > 0 || accounts.int(account, CREDIT_SEQ) > 0) return false;
  return NONCE_KINDS.every((_, kind) => accounts.word(account, lastNonceWord(kind)) === 0);
}
