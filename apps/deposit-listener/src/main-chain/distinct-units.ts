/** Far more than a payment takes, with or without creating a wallet. Unused units cost nothing. */
const LEAST_UNITS = 200_000;
const SPREAD_UNITS = 200_000;

/**
 * A compute-unit limit that makes otherwise equal transactions differ. Two that are equal to the last byte are one
 * transaction: the same payment for two purposes in the same block would be made once.
 */
export function distinctUnits(purpose: string): number {
  let hash = 0;
  for (const character of purpose) {
    hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % SPREAD_UNITS;
  }
  return LEAST_UNITS + hash;
}
