import { DueQueue } from '../tables/due-queue';

/** The last `cancel_after` of an account: it answers a repeat of its nonce. */
export interface CancelAfter {
  readonly nonce: number;
  /** 0 switched it off. */
  readonly seconds: number;
  /** Of the command. */
  readonly seq: number;
  readonly timestampMs: number;
  readonly clientId?: Uint8Array | undefined;
}

/** The dead man's switches of all accounts that ever set one, and when each cancels its account's open orders. */
export class CancelAfters {
  readonly due = new DueQueue();
  private readonly last = new Map<number, CancelAfter>();

  get count(): number {
    return this.last.size;
  }

  lastOf(account: number): CancelAfter | undefined {
    return this.last.get(account);
  }

  set(account: number, switched: CancelAfter): void {
    this.last.set(account, switched);
    this.due.remove(account);
    const { seconds, timestampMs } = switched;
    if (seconds > 0) this.due.add(account, timestampMs + seconds * 1000, account);
  }

  /** By account, for a snapshot. `isOn`: it is still to come. */
  entries(): (CancelAfter & { readonly account: number; readonly isOn: boolean })[] {
    return [...this.last]
      .map(([account, switched]) => ({ account, ...switched, isOn: this.due.timeOf(account) > 0 }))
      .toSorted((a, b) => a.account - b.account);
  }

  load(entries: readonly (CancelAfter & { readonly account: number; readonly isOn: boolean })[]) {
    for (const { account, isOn, ...switched } of entries) {
      this.set(account, switched);
      if (!isOn) this.due.remove(account);
    }
  }
}
