/** The notice that ends read leases: the engine is about to apply a command. */
import type { Bus } from './bus';
import { subjectsOf } from './subjects';

const EMPTY = new Uint8Array();

/** To all who hold a lease of that shard. It may get lost: a lease ends by itself too. */
export function tellLeaseEnd(bus: Bus, shard: number): void {
  bus.publish(subjectsOf(shard).leaseEnd, EMPTY);
}

/**
 * Calls `onLeaseEnd` whenever leases end. It is a reason to ask anew, whoever said it.
 * @returns what ends it
 */
export function hearLeaseEnd(bus: Bus, shard: number, onLeaseEnd: () => void): () => void {
  const subscription = bus.subscribe(subjectsOf(shard).leaseEnd, onLeaseEnd);
  return () => subscription.unsubscribe();
}
