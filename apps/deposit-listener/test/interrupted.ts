import { cutAll, cutOff } from '@bellwether/funding-testbed';
import type { Interruption } from '@bellwether/funding-testbed';
import { WatchedSet } from '../src/watch/watched-set';
import type { ListenerParts } from '../src/parts';

/** Everything of the parts that reaches out of the process dies with it. */
export function interrupted(parts: ListenerParts, interruption: Interruption): ListenerParts {
  const stores = cutAll(parts.stores, interruption);
  const chains = cutAll(parts.chains, interruption);
  const engine = cutOff(parts.engine, interruption);
  return { ...parts, stores, chains, engine, watched: new WatchedSet(stores.watched) };
}
