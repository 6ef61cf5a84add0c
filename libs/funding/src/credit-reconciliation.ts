/**
 * Reconstructs the vault's credits to a proxy wallet when logs are incomplete: a log may be cut off, and a node may
 * omit logs. The wallet's account counts and sums its credits and is never wrong. The credits seen since the last
 * booked one must match it, in number and to the micro-USDC.
 */

/** A proxy account's totals as of a slot, or the totals booked up to a slot. */
export interface CreditTotals {
  /** The number of the last credit; 0 before the first. */
  readonly creditSeq: number;
  /** Sum of all credits. */
  readonly creditedMicroUsdc: bigint;
}

/** A credit after the booked ones, as far as its transaction shows it. */
export interface SeenCredit {
  /** Null if no log shows it. */
  readonly creditSeq: number | null;
  /** Null if neither logs nor instructions show it. */
  readonly amountMicroUsdc: bigint | null;
  /** The lower bound that the balances before and after prove, if the amount is null. */
  readonly atLeastMicroUsdc: bigint;
}

export interface ReconciledCredit<S extends SeenCredit> {
  readonly seen: S;
  readonly creditSeq: number;
  readonly amountMicroUsdc: bigint;
}

/**
 * - `credit_missing`: the account counts more credits than were seen.
 * - `credit_unknown`: more were seen or booked than it counts, or one has another number.
 * - `amount_open`: the number is right, but several amounts are open and more than one split makes the sum.
 * - `amount_differs`: the number is right and the sum is not.
 * - `amount_too_large`: one exceeds what a balance can hold. Only a minter of USDC has that much.
 */
export type CreditDoubtReason =
  | 'credit_missing'
  | 'credit_unknown'
  | 'amount_open'
  | 'amount_differs'
  | 'amount_too_large';

export type CreditReconciliation<S extends SeenCredit> =
  | { readonly kind: 'exact'; readonly credits: readonly ReconciledCredit<S>[] }
  | {
      readonly kind: 'in_doubt';
      readonly reason: CreditDoubtReason;
      /** The leading credits that logs show in full: they are booked all the same. */
      readonly credits: readonly ReconciledCredit<S>[];
      /** The first credit number in doubt. */
      readonly fromSeq: number;
      /** The account's sum less the booked credits and those in `credits`. Negative if the account has less. */
      readonly microUsdc: bigint;
    };

/** @param seen in the chain's order: all that is known up to the slot of `account` and not in `booked` */
export function reconcileCredits<S extends SeenCredit>(
  booked: CreditTotals,
  seen: readonly S[],
  account: CreditTotals,
): CreditReconciliation<S> {
  const firstSeq = booked.creditSeq + 1;
  const isNumbered = seen.every(
    ({ creditSeq }, at) => creditSeq === null || creditSeq === firstSeq + at,
  );
  const missing = account.creditSeq - booked.creditSeq - seen.length;
  if (missing > 0)
    return inDoubt('credit_missing', booked, reportedInFull(firstSeq, seen), account);
  if (missing < 0 || !isNumbered) return inDoubt('credit_unknown', booked, [], account);

  const least = seen.reduce((sum, one) => sum + leastOf(one), 0n);
  const rest = account.creditedMicroUsdc - booked.creditedMicroUsdc - least;
  const open = seen.filter(({ amountMicroUsdc }) => amountMicroUsdc === null).length;
  if (rest < 0n || (rest > 0n && open === 0)) return inDoubt('amount_differs', booked, [], account);
  if (rest > 0n && open > 1) {
    return inDoubt('amount_open', booked, reportedInFull(firstSeq, seen), account);
  }
  const credits = seen.map((one, at) => {
    const isOpen = one.amountMicroUsdc === null;
    const amountMicroUsdc = leastOf(one) + (isOpen ? rest : 0n);
    return { seen: one, creditSeq: firstSeq + at, amountMicroUsdc };
  });
  // The vault never credits zero: an amount with nothing left was read wrongly.
  if (credits.some(({ amountMicroUsdc }) => amountMicroUsdc <= 0n)) {
    return inDoubt('amount_differs', booked, [], account);
  }
  const tooLarge = credits.findIndex((one) => !isBookable(one.amountMicroUsdc));
  return tooLarge < 0
    ? { kind: 'exact', credits }
    : inDoubt('amount_too_large', booked, credits.slice(0, tooLarge), account);
}

/** Whether the amount can be booked: at most 2^53-1, like all money of the exchange. */
export const isBookable = (microUsdc: bigint): boolean =>
  microUsdc <= BigInt(Number.MAX_SAFE_INTEGER);

const leastOf = ({ amountMicroUsdc, atLeastMicroUsdc }: SeenCredit): bigint =>
  amountMicroUsdc ?? atLeastMicroUsdc;

/** The leading credits with number and amount, without a gap. */
function reportedInFull<S extends SeenCredit>(
  firstSeq: number,
  seen: readonly S[],
): ReconciledCredit<S>[] {
  const credits: ReconciledCredit<S>[] = [];
  for (const [at, one] of seen.entries()) {
    const creditSeq = firstSeq + at;
    const { amountMicroUsdc } = one;
    if (one.creditSeq !== creditSeq || amountMicroUsdc === null) break;
    if (!isBookable(amountMicroUsdc)) break;
    credits.push({ seen: one, creditSeq, amountMicroUsdc });
  }
  return credits;
}

function inDoubt<S extends SeenCredit>(
  reason: CreditDoubtReason,
  booked: CreditTotals,
  credits: readonly ReconciledCredit<S>[],
  account: CreditTotals,
): CreditReconciliation<S> {
  const counted = credits.reduce((sum, one) => sum + one.amountMicroUsdc, booked.creditedMicroUsdc);
  return {
    kind: 'in_doubt',
    reason,
    credits,
    fromSeq: booked.creditSeq + credits.length + 1,
    microUsdc: account.creditedMicroUsdc - counted,
  };
}
