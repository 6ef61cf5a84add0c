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

  /** @returns when the first snapshot is there. @throws BellwetherError where the exchange does not give the channel */
  async ready(): Promise<this> {
    if (!this.hasBegun && this.refusal === null) {
      await new Promise<void>((resolve) => {
        const stops = [this.on('snapshot', () => done()), this.on('refused', () => done())];
        const done = (): void => {
          for (const stop of stops) stop();
          resolve();
        };
      });
    }
    if (this.refusal !== null) throw this.refusal;
    return this;
  }

  /** Ends the channel; what is here stays as it is. */
  close(): void {
    this.isUpToDate = false;
    this.end();
  }

  /** The channel's own: a snapshot came. */
  snapshot(data: object, place: MessagePlace): void {
    const snapshot = data as S;
    this.place = place;
    this.hasBegun = true;
    this.replace(snapshot);
    this.listeners.tell('snapshot', { data: snapshot, place });
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
  }

  protected abstract replace(snapshot: S): void;
  protected abstract merge(update: U): void;
}
