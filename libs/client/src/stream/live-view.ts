import { ConnectionError } from '../errors';
import type { BellwetherError, ClientError } from '../errors';
import type { ChannelReader, Gap } from './channel';
import { Listeners } from './listeners';
import type { Unlisten } from './listeners';
import type { Place } from '../answers';
import { Waiters } from './waiters';

export interface LiveEvents<S, U> {
  /** The whole view was replaced, as of one command. */
  readonly snapshot: { readonly data: S; readonly place: Place };
  /** The changes of one command, already applied to the view. */
  readonly update: { readonly data: U; readonly place: Place };
  readonly live: Place;
  /** The connection broke or a message was lost: the view is out of date until `live`. */
  readonly stale: Place;
  /** A message was lost and is being requested again: `live` follows. */
  readonly gap: Gap;
  /** The exchange refused this channel. */
  readonly refused: BellwetherError;
}

/** The part of its stream that a view uses. */
export interface ChannelHandle {
  /** Ends the channel. */
  readonly end: () => void;
  /** Subscribes again. */
  readonly refresh: () => void;
}

/** A part of the exchange's state, updated by a channel. */
export abstract class LiveView<S extends object, U extends object> implements ChannelReader {
  readonly channel: string;
  private readonly listeners = new Listeners<LiveEvents<S, U>>();
  private readonly line: ChannelHandle;
  private place: Place = { seq: 0, timestamp: 0 };
  /** No command up to this one changed the view after `place`. */
  private quietUntil = 0;
  private isUpToDate = false;
  private hasBegun = false;
  private refusal: BellwetherError | null = null;
  private hasEnded = false;
  private readonly waiters = new Waiters();

  constructor(channel: string, line: ChannelHandle) {
    this.channel = channel;
    this.line = line;
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
    listener: (event: LiveEvents<S, U>[N]) => void,
  ): Unlisten {
    return this.listeners.on(name, listener);
  }

  /**
   * @returns after the first snapshot, however long the exchange is unavailable
   * @throws BellwetherError if the exchange refuses the channel; ConnectionError if it was closed before
   */
  async ready(): Promise<this> {
    if (this.refusal !== null) throw this.refusal;
    return this.when(() => this.hasBegun, 'began');
  }

  /**
   * Waits until the view shows everything up to a command, such as one of the user's own, by the `seq` of its answer.
   * A command that changes nothing here is reached by the second heartbeat after it, within ten seconds.
   *
   * @throws BellwetherError if the exchange refuses the channel; ConnectionError if the view ends before; the reason
   *   of an abort
   */
  async reached(seq: number, options: { readonly signal?: AbortSignal } = {}): Promise<this> {
    const has = (): boolean => this.hasBegun && Math.max(this.place.seq, this.quietUntil) >= seq;
    return this.when(has, `reached ${seq}`, options.signal);
  }

  /** Waits until the view is live. @throws as `reached` */
  async live(options: { readonly signal?: AbortSignal } = {}): Promise<this> {
    return this.when(() => this.isUpToDate, 'was live', options.signal);
  }

  /** Waits until something is true of the view. @throws as `reached` */
  async until(isSo: () => boolean, options: { readonly signal?: AbortSignal } = {}): Promise<this> {
    return this.when(isSo, 'was as awaited', options.signal);
  }

  private async when(isMet: () => boolean, what: string, signal?: AbortSignal): Promise<this> {
    signal?.throwIfAborted();
    if (isMet()) return this;
    if (this.refusal !== null || this.hasEnded) throw this.endBefore(what);
    await this.waiters.until(isMet, what, signal);
    return this;
  }

  private endBefore(what: string): ClientError {
    if (this.refusal !== null) return this.refusal;
    const options = { mayBeSent: false, cause: undefined };
    return new ConnectionError(`${this.channel} was closed before it ${what}`, options);
  }

  /** Requests a new snapshot, as of now: the view is stale until it comes. */
  refresh(): void {
    this.line.refresh();
  }

  /** Ends the channel; the view keeps its last state. */
  close(): void {
    this.isUpToDate = false;
    this.line.end();
    this.ended();
  }

  /** Internal: called by the channel for a snapshot. */
  snapshot(data: object, place: Place): void {
    const snapshot = data as S;
    this.place = place;
    this.quietUntil = place.seq;
    this.hasBegun = true;
    this.replace(snapshot);
    this.listeners.emit('snapshot', { data: snapshot, place });
    this.waiters.look();
  }

  /** Internal: called by the channel for an update. */
  update(data: object, place: Place): void {
    const update = data as U;
    this.place = place;
    this.merge(update);
    this.listeners.emit('update', { data: update, place });
    this.waiters.look();
  }

  /** Internal: called by the channel. */
  quiet(until: number): void {
    this.quietUntil = Math.max(until, this.quietUntil);
    this.waiters.look();
  }

  /** Internal: called by the channel. */
  turned(state: 'live' | 'stale'): void {
    this.isUpToDate = state === 'live';
    this.listeners.emit(state, this.place);
    this.waiters.look();
  }

  /** Internal: called by the channel. */
  gap(gap: Gap): void {
    this.listeners.emit('gap', gap);
  }

  /** Internal: called by the channel. */
  refused(error: BellwetherError): void {
    this.refusal = error;
    this.isUpToDate = false;
    this.listeners.emit('refused', error);
    this.waiters.fail(() => error);
  }

  /** Internal: called by the channel. */
  ended(): void {
    this.hasEnded = true;
    this.waiters.fail((what) => this.endBefore(what));
  }

  protected abstract replace(snapshot: S): void;
  protected abstract merge(update: U): void;
}
