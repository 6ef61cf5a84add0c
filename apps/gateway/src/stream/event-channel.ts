import {
  isOfCases,
  presentBookUpdate,
  presentCasesUpdate,
  presentTradesUpdate,
  presentUserUpdate,
  updateText,
} from '@bellwether/api';
import type { Channel, UpdateData } from '@bellwether/api';
import type { AsOf, ExchangeEvent } from '@bellwether/exchange';
import type { DepositsOf } from './deposits-channel';
import type { FrameBudget } from './frame-budget';
import { MAX_CHANNEL_BYTES, MAX_RESUMED_UPDATES, MAX_FRESH_BYTES } from './limits';
import { giveToAll } from './live-channel';
import type { ChargeOfUpdates, LiveChannel, Snapshot, Subscriber } from './live-channel';
import { UpdateFrame } from './update-frame';

export type EventChannelOf = Exclude<Channel, { kind: 'markets' } | DepositsOf>;

/** The events of one command that concern one channel. */
export interface ChannelCommand extends AsOf {
  readonly events: readonly ExchangeEvent[];
}

export interface EventChannelParts {
  readonly channel: EventChannelOf;
  /** The last command that could concern the channel. */
  readonly seq: number;
  /** Everything, from the source that has it. */
  readonly takeSnapshot: () => Promise<Snapshot>;
  /** Shared with all other channels. */
  readonly budget: FrameBudget;
  /** The stored part of the channel's past, after `after` and up to `upTo`. Null if it does not reach back so far. */
  readonly past: (after: number, upTo: number) => Iterable<ChannelCommand> | null;
}

/** A channel whose messages are the effects of one command each: a book, trades, a user, results. */
export class EventChannel implements LiveChannel {
  readonly channel: EventChannelOf;
  readonly subscribers = new Set<Subscriber>();
  users = 0;
  /** In order. Every update after `since` is here. */
  private frames: UpdateFrame[] = [];
  private framesBytes = 0;
  private since: number;
  private lastSeq: number;
  /** The number of the newest frames that subscribers do not have yet. */
  private fresh = 0;
  private freshBytes = 0;
  private collected: ExchangeEvent[] = [];
  private latest: Promise<Snapshot> | undefined;
  private isTooLong = false;

  constructor(private readonly parts: EventChannelParts) {
    this.channel = parts.channel;
    this.since = parts.seq;
    this.lastSeq = parts.seq;
  }

  /**
   * Adds an event of the present command.
   *
   * @returns true for the first
   */
  collect(event: ExchangeEvent): boolean {
    this.collected.push(event);
    return this.collected.length === 1;
  }

  /** Ends the present command: the collected events become one update. */
  endCommand(asOf: AsOf): void {
    const frame = this.frameOf({ ...asOf, events: this.collected }, this.lastSeq);
    this.collected = [];
    this.latest = undefined;
    this.lastSeq = asOf.seq;
    this.freshBytes += frame.bytes.length;
    if (this.freshBytes > MAX_FRESH_BYTES) {
      this.isTooLong = true;
      this.forgetAll();
      return;
    }
    this.frames.push(frame);
    this.count(frame.bytes.length);
    this.fresh++;
  }

  deliver(): number {
    const { fresh } = this;
    if (this.isTooLong) {
      this.isTooLong = false;
      for (const subscriber of this.subscribers) subscriber.beginAgain();
    } else {
      giveToAll(this.subscribers, this.frames.slice(this.frames.length - fresh));
    }
    this.fresh = 0;
    this.freshBytes = 0;
    this.forgetOld();
    return fresh;
  }

  /** It has no subscribers any more, or its content is unusable. */
  forgetAll(): void {
    this.count(-this.framesBytes);
    this.frames = [];
    this.fresh = 0;
    this.since = this.lastSeq;
  }

  snapshot(): Promise<Snapshot> {
    if (this.latest !== undefined) return this.latest;
    const taken = this.parts.takeSnapshot();
    this.latest = taken;
    taken.catch(() => {
      if (this.latest === taken) this.latest = undefined;
    });
    return taken;
  }

  after(seq: number, charge: ChargeOfUpdates): readonly UpdateFrame[] | null {
    if (seq < this.since && !this.reachBackTo(seq, charge)) return null;
    const at = this.frames.findIndex((frame) => frame.seq > seq);
    if (at === -1) return [];
    charge(this.frames.length - at);
    return this.frames.slice(at);
  }

  /** Makes the updates after `seq` again from the stored events. */
  private reachBackTo(seq: number, charge: ChargeOfUpdates): boolean {
    const past = this.parts.past(seq, this.since);
    if (past === null) return false;
    const commands: ChannelCommand[] = [];
    for (const command of past) {
      commands.push(command);
      if (commands.length + this.frames.length > MAX_RESUMED_UPDATES) return false;
    }
    charge(commands.length);
    const earlier: UpdateFrame[] = [];
    let bytes = this.framesBytes;
    for (const command of commands) {
      const frame = this.frameOf(command, earlier.at(-1)?.seq ?? seq);
      bytes += frame.bytes.length;
      earlier.push(frame);
      if (bytes > MAX_CHANNEL_BYTES) return false;
    }
    this.frames = [...earlier, ...this.frames];
    this.count(bytes - this.framesBytes);
    this.since = seq;
    return true;
  }

  private frameOf({ events, ...asOf }: ChannelCommand, prevSeq: number): UpdateFrame {
    const data = dataOf(this.channel, events, asOf);
    return new UpdateFrame(asOf.seq, prevSeq, updateText(this.channel.name, asOf, data));
  }

  private forgetOld(): void {
    const { frames } = this;
    let gone = 0;
    while (gone < frames.length && this.isFull(frames.length - gone)) {
      const oldest = frames[gone++]!;
      this.count(-oldest.bytes.length);
      this.since = oldest.seq;
    }
    if (gone > 0) this.frames = frames.slice(gone);
  }

  private isFull(frames: number): boolean {
    return (
      frames > MAX_RESUMED_UPDATES ||
      this.framesBytes > MAX_CHANNEL_BYTES ||
      this.parts.budget.isSpent
    );
  }

  private count(bytes: number): void {
    this.framesBytes += bytes;
    this.parts.budget.spend(bytes);
  }
}

function dataOf(channel: EventChannelOf, events: readonly ExchangeEvent[], asOf: AsOf): UpdateData {
  switch (channel.kind) {
    case 'book':
      return presentBookUpdate(events);
    case 'trades':
      return presentTradesUpdate(events, asOf);
    case 'user':
      return presentUserUpdate(channel.user, events, asOf);
    case 'cases':
      return presentCasesUpdate(events.filter(isOfCases));
  }
}
