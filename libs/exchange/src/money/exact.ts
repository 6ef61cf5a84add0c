/**
 * Exact products of safe integers in doubles. Below 2^53 every integer is exact, and so is the floor of a
 * quotient n / d: n / d misses the next integer by at least 1/d, which is more than half a unit in the last
 * place of the quotient as long as n < 2^53. Where a product may pass 2^53 it is split at the divisor.
 * `exact.spec.ts` proves both against BigInt.
 */

/**
 * floor(a * b / divisor). Rounds down: whoever receives the result loses the remainder.
 * Needs b < 2^53, a * divisor < 2^53 and a * b / divisor < 2^53.
 */
export function floorOfProduct(a: number, b: number, divisor: number): number {
  const whole = Math.floor(b / divisor);
  const rest = b - whole * divisor;
  return a * whole + Math.floor((a * rest) / divisor);
}

/** ceil(a * b / divisor). Rounds up: whoever pays the result pays the remainder. Same needs as `floorOfProduct`. */
export function ceilOfProduct(a: number, b: number, divisor: number): number {
  const whole = Math.floor(b / divisor);
  const rest = b - whole * divisor;
  return a * whole + Math.ceil((a * rest) / divisor);
}
