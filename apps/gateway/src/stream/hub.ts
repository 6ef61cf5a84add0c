import { MARKETS_INTERVAL_MS, isOfCases, marketOf, usersOf } from '@bellwether/api';
import type { Channel, ChannelKind } from '@bellwether/api';
import { byteKey } from '@bellwether/codec';
import type { AsOf, ExchangeEvent, SequencedEvent } from '@bellwether/exchange';
import { DepositsChannel } from './deposits-channel';
import { EventChannel } from './event-channel';
import type { ChannelCommand, EventChannelOf } from './event-channel';
import { FrameBudget } from './frame-budget';
import { ReplayBuffer } from './replay-buffer';
import {
  DELIVERY_INTERVAL_MS,
  MAX_CHANNELS_BYTES,
  MAX_REPLAY_BYTES,
  MAX_REPLAY_EVENTS,
} from './limits';
import type { LiveChannel, Snapshot } from './live-channel';
import type { LiveSource } from './live-source';
import { MarketsChannel } from './markets-channel';
import { Pace } from './pace';

export interface HubParts {
  readonly source: Pick<LiveSource, 'catalogue' | 'hour'>;
  readonly takeSnapshot: (channel: Channel) => Promise<Snapshot>;
  /** Sends a new message after each change of a user's deposits. */
  readonly depositMark: (user: Uint8Array) => Promise<string>;
  /** Sends the updates of subscribers. */
  readonly flush: () => void;
  readonly onUpdates: (kind: ChannelKind, count: number) => void;
}

interface MarketChannels {
  book?: EventChannel;
  trades?: EventChannel;
}

/**
 * Passes the exchange's events to the channels that they concern and that have subscribers. Other events are only
 * stored, so that the past of any channel can be made from them.
 */
export class Hub {
  private readonly channels = new Map<string, LiveChannel>();
  private readonly markets = new Map<string, MarketChannels>();
  private readonly users = new Map<string, EventChannel>();
  private readonly deposits = new Set<DepositsChannel>();
  private catalogue: MarketsChannel | undefined;
  private cases: EventChannel | undefined;
  private buffer: ReplayBuffer;
  private readonly budget = new FrameBudget(MAX_CHANNELS_BYTES);
  /** Channels with updates that subscribers do not have yet. */
  private readonly fresh = new Set<EventChannel>();
  private readonly pace = new Pace(DELIVERY_INTERVAL_MS, () => this.deliver());
  private readonly cataloguePace = new Pace(MARKETS_INTERVAL_MS, () => this.deliverCatalogue());
  /** The last command that was applied. */
  private at: AsOf;

  /** @param start the last command before the first event to come */
  constructor(
    private readonly parts: HubParts,
    start: AsOf,
  ) {
    this.at = start;
    this.buffer = bufferAfter(start.seq);
  }

  /** Everything up to this event offset was applied. */
  get asOf(): AsOf {
    return this.at;
  }

  /** Every event after this one is known. */
  get since(): number {
    return this.buffer.since;
  }

  /** @param past the events before this hub began */
  remember(past: ReplayBuffer): void {
    past.add([...this.buffer.after(this.buffer.since)]);
    this.buffer = past;
  }

  /** @param events of whole commands, in order */
  take(events: readonly SequencedEvent[]): void {
    this.buffer.add(events);
    let dirty: EventChannel[] = [];
    for (const [index, sequenced] of events.entries()) {
      const { seq, timestampMs } = sequenced;
      this.route(sequenced, dirty);
      if (events[index + 1]?.seq === seq) continue;
      this.at = { seq, timestampMs };
      for (const channel of dirty) {
        channel.endCommand(this.at);
        this.fresh.add(channel);
      }
      if (dirty.length > 0) dirty = [];
    }
    if (this.fresh.size > 0) this.pace.go();
    if (this.catalogue?.hasChanges === true) this.cataloguePace.go();
  }

  /** The last stored trades of a market, at most `count`, in order. */
  newestTradesOf(marketId: Uint8Array, count: number): readonly SequencedEvent[] {
    return this.buffer.newestTradesOf(marketId, count);
  }

  /** A connection joins the channel, which collects its events from now on. `leave` must follow. */
  join(channel: Channel): LiveChannel {
    const live = this.channels.get(channel.name) ?? this.open(channel);
    live.users++;
    return live;
  }

  leave(live: LiveChannel): void {
    if (--live.users > 0) return;
    const { channel } = live;
    this.channels.delete(channel.name);
    if (live instanceof EventChannel) live.forgetAll();
    if (live instanceof DepositsChannel) this.deposits.delete(live);
    else if (channel.kind === 'markets') this.catalogue = undefined;
    else if (channel.kind === 'cases') this.cases = undefined;
    else if (channel.kind === 'user') this.users.delete(byteKey(channel.user));
    else if (channel.kind !== 'deposits') this.forgetMarketChannel(channel.kind, channel.marketId);
  }

  /** Users whose deposits are followed. */
  get depositsChannels(): readonly DepositsChannel[] {
    return [...this.deposits];
  }

  /** Deposits were sent to their followers. */
  deliverDeposits(messages: number): void {
    this.parts.onUpdates('deposits', messages);
    this.parts.flush();
  }

  /** Subscriptions to channels of a kind. */
  subscriptions(kind: ChannelKind): number {
    let count = 0;
    for (const { channel, subscribers } of this.channels.values()) {
      if (channel.kind === kind) count += subscribers.size;
    }
    return count;
  }

  close(): void {
    this.pace.stop();
    this.cataloguePace.stop();
  }

  private deliver(): void {
    for (const live of this.fresh) this.parts.onUpdates(live.channel.kind, live.deliver());
    this.fresh.clear();
    this.parts.flush();
  }

  private deliverCatalogue(): void {
    if (this.catalogue !== undefined) {
      this.parts.onUpdates('markets', this.catalogue.deliver());
    }
    this.parts.flush();
  }

  private route(sequenced: SequencedEvent, dirty: EventChannel[]): void {
    const { event } = sequenced;
    this.catalogue?.take(sequenced);
    if (this.cases !== undefined && isOfCases(event) && this.cases.collect(event))
      dirty.push(this.cases);
    if (this.markets.size > 0) {
      const marketId = marketOf(event);
      const of = marketId && this.markets.get(byteKey(marketId));
      if (of !== undefined) {
        if (of.book?.collect(event) === true) dirty.push(of.book);
        if (event.kind === 'trade' && of.trades?.collect(event) === true) dirty.push(of.trades);
      }
    }
    if (this.users.size === 0) return;
    for (const user of usersOf(event)) {
      const channel = this.users.get(byteKey(user));
      if (channel?.collect(event) === true) dirty.push(channel);
    }
  }

  private open(channel: Channel): LiveChannel {
    const live = this.made(channel);
    this.channels.set(channel.name, live);
    if (live instanceof MarketsChannel) this.catalogue = live;
    else if (live instanceof DepositsChannel) this.deposits.add(live);
    else this.index(live);
    return live;
  }

  private made(channel: Channel): MarketsChannel | DepositsChannel | EventChannel {
    const takeSnapshot = () => this.parts.takeSnapshot(channel);
    const { seq } = this.at;
    if (channel.kind === 'deposits') {
      const readMark = () => this.parts.depositMark(channel.user);
      return new DepositsChannel({ channel, readMark, takeSnapshot });
    }
    if (channel.kind === 'markets') {
      const { source } = this.parts;
      const past = (from: number) =>
        from < this.buffer.since ? null : this.buffer.ofCatalogue(from);
      return new MarketsChannel({ seq, source, takeSnapshot, past });
    }
    return new EventChannel({
      channel,
      seq,
      takeSnapshot,
      budget: this.budget,
      past: (after, upTo) => this.pastOf(channel, after, upTo),
    });
  }

  private index(live: EventChannel): void {
    const { channel } = live;
    if (channel.kind === 'user') this.users.set(byteKey(channel.user), live);
    else if (channel.kind === 'cases') this.cases = live;
    else {
      const key = byteKey(channel.marketId);
      this.markets.set(key, { ...this.markets.get(key), [channel.kind]: live });
    }
  }

  private forgetMarketChannel(kind: 'book' | 'trades', marketId: Uint8Array): void {
    const key = byteKey(marketId);
    const other = kind === 'book' ? 'trades' : 'book';
    const left = this.markets.get(key)?.[other];
    if (left === undefined) this.markets.delete(key);
    else this.markets.set(key, { [other]: left });
  }

  private pastOf(
    channel: EventChannelOf,
    after: number,
    upTo: number,
  ): Iterable<ChannelCommand> | null {
    return after < this.buffer.since ? null : commandsOf(this.eventsOf(channel, after), upTo);
  }

  private eventsOf(channel: EventChannelOf, after: number): Iterable<SequencedEvent> {
    switch (channel.kind) {
      case 'book':
        return this.buffer.ofMarket(channel.marketId, after);
      case 'trades':
        return this.buffer.tradesOf(channel.marketId, after);
      case 'user':
        return this.buffer.ofUser(channel.user, after);
      case 'cases':
        return this.buffer.ofCases(after);
    }
  }
}

/** Empty: it collects what comes after `seq`. */
export const bufferAfter = (seq: number): ReplayBuffer =>
  new ReplayBuffer({ maxEvents: MAX_REPLAY_EVENTS, maxBytes: MAX_REPLAY_BYTES }, seq);

function* commandsOf(past: Iterable<SequencedEvent>, upTo: number): Generator<ChannelCommand> {
  let command: { seq: number; timestampMs: number; events: ExchangeEvent[] } | undefined;
  for (const { seq, timestampMs, event } of past) {
    if (seq > upTo) break;
    if (command?.seq === seq) command.events.push(event);
    else {
      if (command !== undefined) yield command;
      command = { seq, timestampMs, events: [event] };
    }
  }
  if (command !== undefined) yield command;
}
