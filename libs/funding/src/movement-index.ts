/**
 * `accountIndex`, a part of a movement's key, packs three numbers, because a transaction may pay an account more than
 * once, and the vault may sweep it in between.
 */
const ACCOUNTS_PER_TRANSACTION = 256;
/** More than the instructions paying one account that fit into a transaction. */
const PARTS_PER_SWEEP = 256;

export interface MovementPlace {
  /** Index of the account in the transaction's list. For nearly all movements it is the whole `accountIndex`. */
  readonly account: number;
  /** Index among the parts between two credits, from 0: each transfer that the bridge completed, then the rest. */
  readonly part: number;
  /** Credits of that account that precede it in the transaction. */
  readonly creditsBefore: number;
}

export const movementIndex = ({ account, part, creditsBefore }: MovementPlace): number =>
  account + ACCOUNTS_PER_TRANSACTION * (part + PARTS_PER_SWEEP * creditsBefore);

export function movementPlace(accountIndex: number): MovementPlace {
  const parts = Math.floor(accountIndex / ACCOUNTS_PER_TRANSACTION);
  return {
    account: accountIndex % ACCOUNTS_PER_TRANSACTION,
    part: parts % PARTS_PER_SWEEP,
    creditsBefore: Math.floor(parts / PARTS_PER_SWEEP),
  };
}
