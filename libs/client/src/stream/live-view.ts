import { ConnectionError } from '../errors';
import type { BellwetherError } from '../errors';
import type { ChannelReader, Gap } from './channel';
import { Listeners } from './listeners';
import type { Unlisten } from './listeners';
import type { MessagePlace } from './messages';

export interface LiveEvents<S, U> {
  /** The whole view was replaced, as of one command. */
  readonly snapshot: { readonly data: S; readonly place: MessagePlace };
  /** The changes of one command, already applied to the view. */
  readonly update: { readonly data: U; readonly place: MessagePlace };
  readonly live: MessagePlace;
  /** The connection broke or a message was lost: the view is out of date until `live`. */
  readonly stale: MessagePlace;
  /** A message was lost and is being requested again: `live` follows. */
  readonly gap: Gap;
  /** The exchange refused this channel. */
  readonly refused: BellwetherError;
}

/** A part of the exchange's state, kept current by a channel. */
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

  /** The command up to which the view is current; 0 before the first snapshot. */
  get seq(): number {
    return this.place.seq;
  }

  /** The time of that command, Unix seconds. */
  get timestamp(): number {
    return this.place.timestamp;
  }

  /** False while the connection is broken or a lost message is being requested. */
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
   * @returns after the first snapshot, however long the exchange is unavailable
   * @throws BellwetherError if the exchange refuses the channel; ConnectionError if it was closed before
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

  /** Ends the channel; the view keeps its last state. */
  close(): void {
    this.isUpToDate = false;
    this.end();
    this.ended();
  }

  /** Internal: called by the channel for a snapshot. */
  snapshot(data: object, place: MessagePlace): void {
    const snapshot = data as S;
    this.place = place;
    this.hasBegun = true;
    this.replace(snapshot);
    this.listeners.tell('snapshot', { data: snapshot, place });
    this.wake();
  }

  /** Internal: called by the channel for an update. */
  update(data: object, place: MessagePlace): void {
    const update = data as U;
    this.place = place;
    this.merge(update);
    this.listeners.tell('update', { data: update, place });
  }

  /** Internal: called by the channel. */
  turned(state: 'live' | 'stale'): void {
    this.isUpToDate = state === 'live';
    this.listeners.tell(state, this.place);
  }

  /** Internal: called by the channel. */
  gap(gap: Gap): void {
    this.listeners.tell('gap', gap);
  }

  /** Internal: called by the channel. */
  refused(error: BellwetherError): void {
    this.refusal = error;
    this.listeners.tell('refused', error);
    this.wake();
  }

  /** Internal: called by the channel. */
  ended(): void {
    this.hasEnded = true;
    this.wake();
  }

  protected abstract replace(snapshot: S): void;
  protected abstract merge(update: U): void;
}
