/**
 * `accountIndex` of a movement is one number, by which it has its key, and tells three: a transaction may pay an account
 * more than once, and the vault may sweep it in between.
 */
const ACCOUNTS_PER_TRANSACTION = 256;
/** More than fit into a transaction, of the instructions that pay an account. */
const PARTS_PER_SWEEP = 256;

export interface MovementPlace {
  /** Of the account in the transaction's list: what `accountIndex` is of nearly every movement. */
  readonly account: number;
  /** Of the parts that came between two credits, from 0: each transfer that the bridge completed, and then the rest. */
  readonly part: number;
  /** Credits of that account that stand before it in the transaction. */
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
