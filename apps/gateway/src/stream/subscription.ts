import type { LiveChannel, Subscriber } from './live-channel';

/** A connection's subscription to a channel, from the request until it ends. */
export class Subscription implements Subscriber {
  lastSeq = 0;
  private ended = false;
  private isHere = false;

  constructor(
    readonly live: LiveChannel,
    private readonly on: {
      give(frames: Buffer): void;
      beginAgain(subscription: Subscription): void;
    },
  ) {}

  get name(): string {
    return this.live.channel.name;
  }

  get isEnded(): boolean {
    return this.ended;
  }

  /** True if messages are sent. Before that, the snapshot is under way. */
  get hasBegun(): boolean {
    return this.isHere;
  }

  give(frames: Buffer): void {
    this.on.give(frames);
  }

  beginAgain(): void {
    this.suspend();
    this.on.beginAgain(this);
  }

  /** From now on it gets what comes after `lastSeq`. */
  begin(): void {
    this.isHere = true;
    this.live.subscribers.add(this);
  }

  suspend(): void {
    this.isHere = false;
    this.live.subscribers.delete(this);
  }

  end(): void {
    this.ended = true;
    this.suspend();
  }
}
