/** Removes a listener. */
export type Unlisten = () => void;

/** Listeners by event name. `E` maps names to payloads. */
export class Listeners<E extends object> {
  private readonly listeners = new Map<keyof E, Set<(event: never) => void>>();

  on<N extends keyof E>(name: N, listener: (event: E[N]) => void): Unlisten {
    const set = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, set);
    set.add(listener);
    return () => set.delete(listener);
  }

  emit<N extends keyof E>(name: N, event: E[N]): void {
    const set: ReadonlySet<(event: never) => void> | undefined = this.listeners.get(name);
    for (const listener of set ?? []) (listener as (event: E[N]) => void)(event);
  }
}
