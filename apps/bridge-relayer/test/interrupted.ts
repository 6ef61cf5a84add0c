/** A process that dies at an await: what was under way is cut off there, before or after it had its effect. */
import type { RelayerParts } from '../src/parts';

export class Death extends Error {}

export class Interruption {
  private calls = 0;

  /** @param at dies at this call, from 1 */
  constructor(
    private readonly at: number,
    private readonly when: 'before' | 'after',
  ) {}

  get isDead(): boolean {
    return this.calls >= this.at;
  }

  async around<T>(call: () => Promise<T>): Promise<T> {
    const isHere = ++this.calls === this.at;
    if (this.calls > this.at || (isHere && this.when === 'before')) throw new Death();
    const result = await call();
    if (isHere || this.calls > this.at) throw new Death();
    return result;
  }
}

/** Everything of the parts that reaches out of the process dies with it. */
export function interrupted(parts: RelayerParts, interruption: Interruption): RelayerParts {
  const cut = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(from, name) {
        const value: unknown = Reflect.get(from, name);
        if (typeof value !== 'function') return value;
        return (...values: unknown[]) =>
          interruption.around(async () => value.apply(from, values) as unknown);
      },
    });
  const { transfers, transactions, withdrawals, outbox } = parts.stores;
  return {
    ...parts,
    stores: {
      transfers: cut(transfers),
      transactions: cut(transactions),
      withdrawals: cut(withdrawals),
      outbox,
    },
    chains: { ext: cut(parts.chains.ext), main: cut(parts.chains.main) },
  };
}
