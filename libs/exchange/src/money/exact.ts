/**
 * Exact products of safe integers in doubles. Below 2^53 every integer is exact, and so is the floor of a quotient n /
 * d: n / d misses the next integer by at least 1/d, which is more than half a unit in the last place of the quotient
 * while n < 2^53. A product above 2^53 is split at the divisor. `amounts.property.spec.ts` compares both with BigInt.
 */

/**
 * floor(a * b / divisor). Rounds down: the receiver of the result loses the remainder. Needs b < 2^53, a * divisor <
 * 2^53 and a * b / divisor < 2^53.
 */
export function floorOfProduct(a: number, b: number, divisor: number): number {
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / divisor);
  const whole = Math.floor(b / divisor);
  return a * whole + Math.floor((a * (b - whole * divisor)) / divisor);
}

/** ceil(a * b / divisor). Rounds up: the payer of the result pays the remainder. Same needs as `floorOfProduct`. */
export function ceilOfProduct(a: number, b: number, divisor: number): number {
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER) return Math.ceil(product / divisor);
  const whole = Math.floor(b / divisor);
  return a * whole + Math.ceil((a * (b - whole * divisor)) / divisor);
}
