/** The networks; the index is the byte in signed messages. Add-only. */
export const NETWORK_NAMES = ['test', 'production'] as const;
export type NetworkName = (typeof NETWORK_NAMES)[number];
