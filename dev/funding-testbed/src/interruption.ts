/** A process that dies at an await: nothing it would have asked or written after that happens. */
import { verdictOf } from '@bellwether/runtime';

export class SimulatedCrash extends Error {}

export class Interruption {
  private calls = 0;

  /** @param at dies at this call, from 1: before it has its effect, or after */
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
    if (this.calls > this.at || (isHere && this.when === 'before')) throw new SimulatedCrash();
    const result = await call();
    if (isHere || this.isDead) throw new SimulatedCrash();
    return result;
  }
}

/** An object whose methods die with the process. */
export const cutOff = <T extends object>(target: T, interruption: Interruption): T =>
  new Proxy(target, {
    get(from, name) {
      const value: unknown = Reflect.get(from, name);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]) =>
        interruption.around(async () => value.apply(from, values) as unknown);
    },
  });

/** Every object of a record, but those that are named: they are not reached from the work that dies. */
export const cutAll = <T extends object>(
  targets: T,
  interruption: Interruption,
  spared: readonly (keyof T)[] = [],
): T =>
  Object.fromEntries(
    Object.entries(targets).map(([name, target]) => [
      name,
      spared.includes(name as keyof T) ? target : cutOff(target as object, interruption),
    ]),
  ) as T;

/**
 * One life of a process.
 * - `lived`: its work came to its end
 * - `died`: at its interruption
 * - `failed`: neither, as the world was away for a moment; to be lived again
 */
export async function survives(work: () => Promise<unknown>): Promise<'lived' | 'died' | 'failed'> {
  try {
    await work();
    return 'lived';
  } catch (error) {
    if (error instanceof SimulatedCrash) return 'died';
    if (verdictOf(error) === 'retry') return 'failed';
    throw error;
  }
}
