/** One channel of a stream: whether its messages follow each other, and what to ask for where they do not. */
import type { BellwetherError } from '../errors';
import type { MessagePlace } from './messages';

/** A message of a channel, its envelope checked. */
export interface ChannelMessage extends MessagePlace {
  readonly type: 'snapshot' | 'update';
  readonly prevSeq: number;
  readonly data: object;
}

/** A message was lost on the way; the channel asks for what came after `known`. */
export interface Gap {
  readonly channel: string;
  /** The last command that is known here. */
  readonly known: number;
  /** What the exchange said should be known: by the next message, or by a heartbeat. */
  readonly sent: number;
}

/** Whoever makes something of the messages. */
export interface ChannelReader {
  snapshot(data: object, place: MessagePlace): void;
  update(data: object, place: MessagePlace): void;
  /** From `live` on what is read is true; `stale`: it is as of a while ago. */
  turned(state: 'live' | 'stale'): void;
  gap(gap: Gap): void;
  /** The exchange will not give this channel. */
  refused(error: BellwetherError): void;
  /** The stream was closed: nothing comes any more. */
  ended(): void;
}

type State = 'idle' | 'asked' | 'begun' | 'live';

export class Channel {
  readonly name: string;
  readonly reader: ChannelReader;
  /** As of which command everything is known; null before the first snapshot. */
  private known: number | null = null;
  private state: State = 'idle';

  constructor(name: string, reader: ChannelReader) {
    this.name = name;
    this.reader = reader;
  }

  /** The seq to resume from; null: from the beginning, with a snapshot. */
  get resumeFrom(): number | null {
    return this.known;
  }

  asked(): void {
    this.state = 'asked';
  }

  /** The line broke, or the exchange cannot give the channel now. */
  interrupt(): void {
    if (this.state === 'live') this.reader.turned('stale');
    this.state = 'idle';
  }

  /** @param resumed whether what comes next follows what is known */
  begun(resumed: boolean): void {
    if (this.state !== 'asked') return;
    this.state = 'begun';
    if (resumed && this.known !== null) this.live();
  }

  /** @returns what was lost, so that the channel has to be asked for again */
  take(message: ChannelMessage): Gap | null {
    // Between a question and its answer comes what belongs to the time before.
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

  /** @param sent what the last message had, by a heartbeat. @returns as `take` */
  compare(sent: number | undefined): Gap | null {
    if (this.state !== 'live' || this.known === null || sent === this.known) return null;
    return this.lost(sent ?? 0);
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
