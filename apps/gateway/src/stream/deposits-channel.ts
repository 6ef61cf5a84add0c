import type { Channel } from '@bellwether/api';
import type { LiveChannel, Snapshot, Subscriber } from './live-channel';
import type { UpdateFrame } from './update-frame';

export type DepositsOf = Extract<Channel, { kind: 'deposits' }>;

export interface DepositsChannelParts {
  readonly channel: DepositsOf;
  /** Rises with each change of the records. */
  readonly readMark: () => Promise<string>;
  readonly takeSnapshot: () => Promise<Snapshot>;
}

/**
 * The deposits of a user: the funding apps' records, which are in PostgreSQL and have no `seq`. So there are no updates:
 * each message is all of them, as they are now.
 */
export class DepositsChannel implements LiveChannel {
  readonly channel: DepositsOf;
  readonly subscribers = new Set<Subscriber>();
  users = 0;
  private latest: Promise<Snapshot> | undefined;
  /** Read before the records of `latest`, so that a change in between is read again. */
  private mark: string | undefined;

  constructor(private readonly parts: DepositsChannelParts) {
    this.channel = parts.channel;
  }

  /** The newest read. A reader that joined before a change gets what was read after it. */
  async snapshot(): Promise<Snapshot> {
    for (;;) {
      const taken = (this.latest ??= this.take());
      const snapshot = await taken;
      if (taken === this.latest) return snapshot;
    }
  }

  /** There is nothing between a snapshot and the next one. */
  after(): readonly UpdateFrame[] {
    return [];
  }

  /** @returns 0: `refresh` sends the changes */
  deliver(): number {
    return 0;
  }

  /**
   * Sends the records again to all subscribers, if they differ from those that were sent.
   *
   * @param mark their present mark
   * @returns true if anything was sent
   * @throws CodedError; the next call tries again
   */
  async refresh(mark: string): Promise<boolean> {
    if (this.subscribers.size === 0) return false;
    if (this.latest !== undefined && mark === this.mark) return false;
    this.latest = this.take(mark);
    const { seq, frame } = await this.snapshot();
    for (const subscriber of this.subscribers) {
      subscriber.give(frame);
      subscriber.lastSeq = seq;
    }
    return true;
  }

  private take(mark?: string): Promise<Snapshot> {
    const taken = this.read(mark);
    taken.catch(() => {
      if (this.latest === taken) this.latest = undefined;
    });
    return taken;
  }

  private async read(known?: string): Promise<Snapshot> {
    const mark = known ?? (await this.parts.readMark());
    const snapshot = await this.parts.takeSnapshot();
    this.mark = mark;
    return snapshot;
  }
}
