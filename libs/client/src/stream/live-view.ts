import { ConnectionError } from '../errors';
import type { BellwetherError } from '../errors';
import type { ChannelReader, Gap } from './channel';
import { Listeners } from './listeners';
import type { Unlisten } from './listeners';
import type { MessagePlace } from './messages';

export interface LiveEvents<S, U> {
  /** Everything is as of a command now, whatever was known before. */
  readonly snapshot: { readonly data: S; readonly place: MessagePlace };
  /** What one command changed; it is taken in already. */
  readonly update: { readonly data: U; readonly place: MessagePlace };
  readonly live: MessagePlace;
  /** The line broke or a message was lost: what is read is as of a while ago, until `live`. */
  readonly stale: MessagePlace;
  /** A message was lost on the way. It is healed: `live` follows. */
  readonly gap: Gap;
  /** The exchange does not give this channel. */
  readonly refused: BellwetherError;
}

/** Something of the exchange as it stands, kept up to date by a channel. */
export abstract class LiveView<S extends object, U extends object> implements ChannelReader {
  readonly channel: string;
  private readonly listeners = new Listeners<LiveEvents<S, U>>();
  private readonly end: () => void;
  private place: MessagePlace = { seq: 0, timestamp: 0 };
  private isUpToDate = false;
  private hasBegun = false;
  private refusal: BellwetherError | null = null;
  private hasEnded = false;
  private readonly waiting = new Set<() => void>();

  /** @param end ends the channel */
  constructor(channel: string, end: () => void) {
    this.channel = channel;
    this.end = end;
  }

  /** The command as of which everything here is; 0 before the first snapshot. */
  get seq(): number {
    return this.place.seq;
  }

  /** When that was, Unix seconds. */
  get timestamp(): number {
    return this.place.timestamp;
  }

  /** False while the line is broken or a lost message is fetched. */
  get isLive(): boolean {
    return this.isUpToDate;
  }

  on<N extends keyof LiveEvents<S, U>>(
    name: N,
    listener: (told: LiveEvents<S, U>[N]) => void,
  ): Unlisten {
    return this.listeners.on(name, listener);
  }

  /**
   * @returns when the first snapshot is there, however long the exchange is away
   * @throws BellwetherError where the exchange does not give the channel; ConnectionError where it was closed before
   */
  async ready(): Promise<this> {
    if (!this.hasBegun && this.refusal === null && !this.hasEnded) {
      await new Promise<void>((resolve) => this.waiting.add(resolve));
    }
    if (this.refusal !== null) throw this.refusal;
    if (!this.hasBegun) {
      const options = { mayBeSent: false, cause: undefined };
      throw new ConnectionError(`${this.channel} was closed before it began`, options);
    }
    return this;
  }

  private wake(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }

  /** Ends the channel; what is here stays as it is. */
  close(): void {
    this.isUpToDate = false;
    this.end();
    this.ended();
  }

  /** The channel's own: a snapshot came. */
  snapshot(data: object, place: MessagePlace): void {
    const snapshot = data as S;
    this.place = place;
    this.hasBegun = true;
    this.replace(snapshot);
    this.listeners.tell('snapshot', { data: snapshot, place });
    this.wake();
  }

  /** The channel's own: an update came. */
  update(data: object, place: MessagePlace): void {
    const update = data as U;
    this.place = place;
    this.merge(update);
    this.listeners.tell('update', { data: update, place });
  }

  /** The channel's own. */
  turned(state: 'live' | 'stale'): void {
    this.isUpToDate = state === 'live';
    this.listeners.tell(state, this.place);
  }

  /** The channel's own. */
  gap(gap: Gap): void {
    this.listeners.tell('gap', gap);
  }

  /** The channel's own. */
  refused(error: BellwetherError): void {
    this.refusal = error;
    this.listeners.tell('refused', error);
    this.wake();
  }

  /** The channel's own. */
  ended(): void {
    this.hasEnded = true;
    this.wake();
  }

  protected abstract replace(snapshot: S): void;
  protected abstract merge(update: U): void;
}
