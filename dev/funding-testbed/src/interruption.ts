/** A simulated crash at an await: nothing that the process would have requested or written afterwards happens. */
import { verdictOf } from '@bellwether/runtime';

export class SimulatedCrash extends Error {}

export class Interruption {
  private calls = 0;

  /** @param at crashes at this call, from 1: before its effect, or after it */
  constructor(
    private readonly at: number,
    private readonly when: 'before' | 'after' = 'before',
  ) {}

  /** True once the process has crashed. */
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

/** Wraps an object so that its methods fail once the process has crashed. */
export const cutOff = <T extends object>(target: T, interruption: Interruption): T =>
  new Proxy(target, {
    get(from, name) {
      const value: unknown = Reflect.get(from, name);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]) =>
        interruption.around(async () => value.apply(from, values) as unknown);
    },
  });

/** Wraps every object of a record except those named, which the crashing work does not reach. */
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
 * One run of a process.
 * - `lived`: its work completed
 * - `died`: it crashed at its interruption
 * - `failed`: neither, as a dependency was unavailable for a moment; run it again
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
