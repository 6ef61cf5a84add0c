/** The token bridge counts in units of at most 8 decimals and cuts off further digits. */

const BRIDGE_DECIMALS = 8;

const unitsBeyond = (decimals: number): bigint =>
  10n ** BigInt(Math.max(decimals - BRIDGE_DECIMALS, 0));

/** The amount in a message for `units` of a mint. Rounds down: what is cut off never leaves the sender. */
export const bridgeAmount = (units: bigint, decimals: number): bigint =>
  units / unitsBeyond(decimals);

/** The mint's units for the amount in a message; exact. USDC, with 6 decimals, has the same number in both. */
export const unitsOfBridgeAmount = (amount: bigint, decimals: number): bigint =>
  amount * unitsBeyond(decimals);
