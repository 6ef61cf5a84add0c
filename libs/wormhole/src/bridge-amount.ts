/** The token bridge counts in units of at most 8 decimals: a token with more has the digits beyond them cut off. */

const BRIDGE_DECIMALS = 8;

const unitsBeyond = (decimals: number): bigint =>
  10n ** BigInt(Math.max(decimals - BRIDGE_DECIMALS, 0));

/** What a message says for `units` of a mint. Rounds down: what is cut off never leaves the sender. */
export const bridgeAmount = (units: bigint, decimals: number): bigint =>
  units / unitsBeyond(decimals);

/** The mint's units for what a message says; exact. USDC, of 6 decimals, is the same in both. */
export const unitsOfBridgeAmount = (amount: bigint, decimals: number): bigint =>
  amount * unitsBeyond(decimals);
