/** Far more than a payment takes, with or without making a wallet; what is left over costs nothing. */
const LEAST_UNITS = 200_000;
const SPREAD_UNITS = 200_000;

/**
 * A limit of computing units that tells a transaction from others that do the same. Two that are alike to the last byte
 * are one transaction: the same payment for two purposes, made in the same block, would be carried out once.
 */
export function distinctUnits(purpose: string): number {
  let hash = 0;
  for (const character of purpose) {
    hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % SPREAD_UNITS;
  }
  return LEAST_UNITS + hash;
}
