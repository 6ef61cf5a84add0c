import { sha256 } from '@noble/hashes/sha2.js';
import { encode, struct, text } from '@bellwether/codec';
import type { RevenueSource } from '../command';

const DOMAIN = 'bellwether/payouts/v1';
const nameLayout = struct({ domain: text, source: text, builderId: text });

/**
 * The account that a source of revenue withdraws from: 32 bytes that nobody has a key for, so that nobody but
 * `pay_revenue` can act for it. `builderId` is empty for the exchange's own revenue.
 */
export const revenueAccountOf = (source: RevenueSource, builderId: string): Uint8Array =>
  sha256(encode(nameLayout, { domain: DOMAIN, source, builderId }));
