/** Removes a listener. */
export type Unlisten = () => void;

/** Listeners by event name. `E` maps names to payloads. */
export class Listeners<E extends object> {
  private readonly listeners = new Map<keyof E, Set<(told: never) => void>>();

  on<N extends keyof E>(name: N, listener: (told: E[N]) => void): Unlisten {
    const set = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, set);
    set.add(listener);
    return () => set.delete(listener);
  }

  tell<N extends keyof E>(name: N, told: E[N]): void {
    const set: ReadonlySet<(told: never) => void> | undefined = this.listeners.get(name);
    for (const listener of set ?? []) (listener as (told: E[N]) => void)(told);
  }
}
