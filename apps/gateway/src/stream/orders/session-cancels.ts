import { MAX_HELD_CANCELS_PER_CONNECTION } from '@bellwether/api';
import type { SignedCancelAllRequest } from '@bellwether/api';
import { sameBytes, toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { HeldCancel, HeldCancels } from './held-cancels';

interface HeldCount {
  readonly held: number;
  readonly max_held: number;
}

/** The cancels that one session holds here: at most one for each user and market, the last that came. */
export class SessionCancels {
  private readonly held = new Map<string, HeldCancel>();
  private isOver = false;

  constructor(private readonly all: HeldCancels) {}

  get isEmpty(): boolean {
    return this.held.size === 0;
  }

  /** @throws CodedError what `examine` finds wrong; CAPACITY_REACHED, OVERLOADED */
  async hold(cancelAll: SignedCancelAllRequest, requestId: string): Promise<HeldCount> {
    const cancel = await this.all.examine(cancelAll, requestId);
    const key = keyOf(cancelAll);
    const before = this.held.get(key);
    if (before === undefined && this.held.size >= MAX_HELD_CANCELS_PER_CONNECTION) {
      throw new CodedError('CAPACITY_REACHED', { ...this.count });
    }
    if (before !== undefined) this.all.remove(before);
    try {
      this.all.add(cancel);
    } catch (error) {
      // The previous one was admitted, and nothing has come between.
      if (before !== undefined) this.all.add(before);
      throw error;
    }
    this.held.set(key, cancel);
    const { count } = this;
    // The session ended during the check, which is exactly what its user asked the cancel for.
    if (this.isOver) this.send();
    return count;
  }

  /** Sends none of them, or none of one user. */
  drop(user: Uint8Array | undefined): HeldCount {
    for (const [key, cancel] of this.held) {
      if (user !== undefined && !sameBytes(cancel.cancelAll.user, user)) continue;
      this.all.remove(cancel);
      this.held.delete(key);
    }
    return this.count;
  }

  /** The session has ended. */
  end(): void {
    this.isOver = true;
    this.send();
  }

  private send(): void {
    this.all.send([...this.held.values()]);
    this.held.clear();
  }

  private get count(): HeldCount {
    return { held: this.held.size, max_held: MAX_HELD_CANCELS_PER_CONNECTION };
  }
}

const keyOf = ({ user, marketId }: SignedCancelAllRequest): string =>
  `${toHex(user)} ${marketId === null ? 'all' : toHex(marketId)}`;
