import type { Fill } from '@bellwether/exchange';
import { fieldsOf } from '../columns';

/** A fill with its place in history. Money in micro-USDC, `quantity` in contracts, prices in bp. */
export interface Trade extends Fill {
  readonly marketId: Uint8Array;
  readonly seq: number;
  readonly timestampMs: number;
}

/** Of a table aliased `t`. */
export const TRADE_FIELDS = fieldsOf('Trade', 't');
