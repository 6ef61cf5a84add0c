/**
 * Attributes a vault credit to arrivals. The vault sweeps the whole token account, so a credit takes everything that
 * arrived there before it and was not swept yet, in the chain's order.
 */
export interface Arrival {
  readonly amountMicroUsdc: number;
  readonly slot: number;
  /** Index of the transaction in its block. */
  readonly txIndex: number;
  /** Credits of its account that precede it in its own transaction. */
  readonly creditsBefore: number;
}

export interface VaultCredit extends Arrival {
  /**
   * It came from an account of the proxy wallet that is not its associated token account: anybody may create such an
   * account for a wallet and have it credited. It is an arrival by itself and takes nothing of what waits in the
   * associated account.
   */
  readonly isOfSideAccount: boolean;
}

/**
 * `exact`: the arrivals add up to the credit, to the micro-USDC. Otherwise something was not seen or not swept, which
 * must not happen. `arrival_missing`: the credit is larger than all known arrivals. `arrival_not_swept`: it is
 * smaller; the oldest arrivals that it covers are swept and the others wait. The credit is booked in any case, as the
 * chain states it; an operator is alerted.
 */
export type Attribution<A extends Arrival> =
  | { readonly kind: 'exact'; readonly arrivals: readonly A[] }
  | {
      readonly kind: 'arrival_missing' | 'arrival_not_swept';
      readonly arrivals: readonly A[];
      readonly differenceMicroUsdc: number;
    };

/** `waiting`: arrivals in the associated account that no credit has taken, in any order. */
export function attributeCredit<A extends Arrival>(
  credit: VaultCredit,
  waiting: readonly A[],
): Attribution<A> {
  if (credit.isOfSideAccount) return { kind: 'exact', arrivals: [] };
  const arrivals = waiting.filter((arrival) => isBefore(arrival, credit)).toSorted(inOrder);
  const sum = arrivals.reduce((total, arrival) => total + arrival.amountMicroUsdc, 0);
  const differenceMicroUsdc = Math.abs(credit.amountMicroUsdc - sum);
  if (differenceMicroUsdc === 0) return { kind: 'exact', arrivals };
  return sum < credit.amountMicroUsdc
    ? { kind: 'arrival_missing', arrivals, differenceMicroUsdc }
    : {
        kind: 'arrival_not_swept',
        arrivals: oldestWithin(arrivals, credit.amountMicroUsdc),
        differenceMicroUsdc,
      };
}

const isBefore = (one: Arrival, other: VaultCredit): boolean =>
  one.slot < other.slot ||
  (one.slot === other.slot &&
    (one.txIndex < other.txIndex ||
      (one.txIndex === other.txIndex && one.creditsBefore <= other.creditsBefore)));

const inOrder = (one: Arrival, other: Arrival): number =>
  one.slot - other.slot || one.txIndex - other.txIndex || one.creditsBefore - other.creditsBefore;

function oldestWithin<A extends Arrival>(arrivals: readonly A[], microUsdc: number): A[] {
  const within: A[] = [];
  let left = microUsdc;
  for (const arrival of arrivals) {
    left -= arrival.amountMicroUsdc;
    if (left < 0) break;
    within.push(arrival);
  }
  return within;
}
