import { cutAll, cutOff } from '@bellwether/funding-testbed';
import type { Interruption } from '@bellwether/funding-testbed';
import { TransactionSearch } from '@bellwether/chain';
import type { WorkerParts } from '../src/parts';

/** Everything of the parts that a withdrawal's steps reach dies with the process. */
export function interrupted(parts: WorkerParts, interruption: Interruption): WorkerParts {
  const chains = cutAll(parts.chains, interruption);
  return {
    ...parts,
    stores: cutAll(parts.stores, interruption, ['outbox']),
    chains,
    search: new TransactionSearch(chains.main),
    engine: cutOff(parts.engine, interruption),
    funding: cutOff(parts.funding, interruption),
  };
}
