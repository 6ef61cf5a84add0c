/** Movements into the USDC accounts of proxy wallets. */
import { recordTable } from './table';
import type { RecordIn } from './table';

/**
 * `bridged`: by a completion of the token bridge, or for a deposit out of its split account. `swept`: paid for lamports
 * (test network). `native`: sent. `side`: into another account of the proxy wallet, found with the credit that swept it.
 */
export const ARRIVAL_KINDS = ['bridged', 'native', 'swept', 'side'] as const;
export type ArrivalKind = (typeof ARRIVAL_KINDS)[number];

export const MAIN_ARRIVALS = recordTable('MainArrival', { kind: ARRIVAL_KINDS });
export type MainArrival = RecordIn<typeof MAIN_ARRIVALS>;
