/** A process that dies at an await: nothing it would have asked or written after that happens. */
import { WatchedSet } from '../src/watch/watched-set';
import type { ListenerParts } from '../src/parts';

export class Death extends Error {}

export class Interruption {
  private calls = 0;

  /** @param at dies at this call, from 1 */
  constructor(
    private readonly at: number,
    private readonly when: 'before' | 'after' = 'before',
  ) {}

  /** Whether the process came so far. */
  get isDead(): boolean {
    return this.calls >= this.at;
  }

  async around<T>(call: () => Promise<T>): Promise<T> {
    const isHere = ++this.calls === this.at;
    if (this.calls > this.at || (isHere && this.when === 'before')) throw new Death();
    const result = await call();
    if (isHere || this.isDead) throw new Death();
    return result;
  }
}

/** Everything of the parts that reaches out of the process dies with it. */
export function interrupted(parts: ListenerParts, interruption: Interruption): ListenerParts {
  const cut = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(from, name) {
        const value: unknown = Reflect.get(from, name);
        if (typeof value !== 'function') return value;
        return (...values: unknown[]) =>
          interruption.around(async () => value.apply(from, values) as unknown);
      },
    });
  const stores = Object.fromEntries(
    Object.entries(parts.stores).map(([name, store]) => [name, cut(store as object)]),
  ) as unknown as ListenerParts['stores'];
  return {
    ...parts,
    stores,
    chains: { ext: cut(parts.chains.ext), main: cut(parts.chains.main) },
    watched: new WatchedSet(stores.watched),
  };
}
