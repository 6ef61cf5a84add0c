import { cutAll, cutOff } from '@bellwether/funding-testbed';
import type { Interruption } from '@bellwether/funding-testbed';
import type { WorkerParts } from '../src/parts';

/** Everything of the parts that a withdrawal's steps reach dies with the process. */
export const interrupted = (parts: WorkerParts, interruption: Interruption): WorkerParts => ({
  ...parts,
  stores: cutAll(parts.stores, interruption, ['outbox']),
  chains: cutAll(parts.chains, interruption),
  engine: cutOff(parts.engine, interruption),
  funding: cutOff(parts.funding, interruption),
});
