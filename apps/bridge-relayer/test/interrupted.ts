import { cutAll } from '@bellwether/funding-testbed';
import type { Interruption } from '@bellwether/funding-testbed';
import type { RelayerParts } from '../src/parts';

/** Everything of the parts that a transfer's steps reach dies with the process. */
export const interrupted = (parts: RelayerParts, interruption: Interruption): RelayerParts => ({
  ...parts,
  stores: cutAll(parts.stores, interruption, ['outbox']),
  chains: cutAll(parts.chains, interruption),
});
