/** One channel of a stream: checks that its messages are consecutive, and decides what to request after a gap. */
import type { BellwetherError } from '../errors';
import type { Place } from '../answers';

/** A message of a channel with a checked envelope. */
export interface ChannelMessage extends Place {
  readonly type: 'snapshot' | 'update';
  readonly prevSeq: number;
  readonly data: object;
}

/** A message was lost; the channel requests what followed `known`. */
export interface Gap {
  readonly channel: string;
  /** The last command that was received. */
  readonly known: number;
  /** The command that should have been received, by the next message or by a heartbeat. */
  readonly sent: number;
}

/** Consumes the channel's messages. */
export interface ChannelReader {
  snapshot(data: object, place: Place): void;
  update(data: object, place: Place): void;
  /** No command up to this one changed anything after the last message. */
  quiet(until: number): void;
  /** `live`: the view is current. `stale`: it is out of date. */
  turned(state: 'live' | 'stale'): void;
  gap(gap: Gap): void;
  /** The exchange refused this channel. */
  refused(error: BellwetherError): void;
  /** The stream was closed: no more messages. */
  ended(): void;
}

type State = 'idle' | 'asked' | 'begun' | 'live';

export class Channel {
  readonly name: string;
  readonly reader: ChannelReader;
  /** The command up to which everything was received; null before the first snapshot. */
  private known: number | null = null;
  private state: State = 'idle';

  constructor(name: string, reader: ChannelReader) {
    this.name = name;
    this.reader = reader;
  }

  /** The seq to resume from; null: start with a snapshot. */
  get resumeFrom(): number | null {
    return this.known;
  }

  asked(): void {
    this.state = 'asked';
  }

  /** The connection broke, or the exchange cannot serve the channel now. */
  interrupt(): void {
    if (this.state === 'live') this.reader.turned('stale');
    this.state = 'idle';
  }

  /** It begins anew, with a snapshot. */
  forget(): void {
    this.interrupt();
    this.known = null;
  }

  /** @param resumed whether the next message continues from `known` */
  begun(resumed: boolean): void {
    if (this.state !== 'asked') return;
    this.state = 'begun';
    if (resumed && this.known !== null) this.live();
  }

  /** @returns the gap, if a message was lost and the channel must be requested again */
  take(message: ChannelMessage): Gap | null {
    // Messages between a request and its answer belong to the earlier subscription.
    if (this.state === 'asked' || this.state === 'idle') return null;
    const { seq, timestamp, prevSeq, data } = message;
    if (message.type === 'snapshot') {
      this.known = seq;
      this.reader.snapshot(data, { seq, timestamp });
      this.live();
      return null;
    }
    if (this.state !== 'live' || this.known === null) return null;
    if (prevSeq !== this.known) return this.lost(prevSeq);
    this.known = seq;
    this.reader.update(data, { seq, timestamp });
    return null;
  }

  /**
   * @param sent the seq of the last message, by a heartbeat
   * @param settled every message up to this command was sent before that heartbeat
   * @returns as `take`
   */
  compare(sent: number | undefined, settled: number): Gap | null {
    if (this.state !== 'live' || this.known === null) return null;
    if (sent !== this.known) return this.lost(sent ?? 0);
    this.reader.quiet(settled);
    return null;
  }

  private lost(sent: number): Gap {
    const gap = { channel: this.name, known: this.known ?? 0, sent };
    this.interrupt();
    this.reader.gap(gap);
    return gap;
  }

  private live(): void {
    if (this.state === 'live') return;
    this.state = 'live';
    this.reader.turned('live');
  }
}
