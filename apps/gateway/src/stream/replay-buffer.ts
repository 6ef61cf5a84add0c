import { isOfCases, marketOf, usersOf } from '@bellwether/api';
import { byteKey } from '@bellwether/codec';
import type { SequencedEvent } from '@bellwether/exchange';
import { Recent } from './recent';
import { REPLAY_BYTES_AN_EVENT } from './limits';

export interface ReplayBufferOptions {
  readonly maxEvents: number;
  readonly maxBytes: number;
}

/**
 * The last events of the exchange, in whole commands, bounded in number and bytes, with an index by market and user. So
 * a read of one's past costs nothing for the others.
 */
export class ReplayBuffer {
  private readonly events = new Recent();
  private readonly ofMarkets = new RecentByKey();
  private readonly trades = new RecentByKey();
  private readonly ofUsers = new RecentByKey();
  private readonly created = new Recent();
  private readonly cases = new Recent();
  private bytes = 0;
  private forgottenSeq: number;

  /** @param seq of the last command before the first stored one */
  constructor(
    private readonly options: ReplayBufferOptions,
    seq: number,
  ) {
    this.forgottenSeq = seq;
  }

  /** Every event with a greater seq, up to the last one stored, is here. */
  get since(): number {
    return this.forgottenSeq;
  }

  get count(): number {
    return this.events.count;
  }

  /** @param events whole commands, in order, after the stored ones */
  add(events: readonly SequencedEvent[]): void {
    for (const event of events) {
      this.events.add(event);
      this.bytes += bytesOf(event);
      this.index(event);
    }
    const { maxEvents, maxBytes } = this.options;
    while (this.count > maxEvents || (this.bytes > maxBytes && this.count > 0)) this.forgetOldest();
  }

  /** Events with a greater seq, in order. */
  after(seq: number): Generator<SequencedEvent> {
    return this.events.after(seq);
  }

  /** Events of a market's book, trades and status. */
  ofMarket(marketId: Uint8Array, seq: number): Generator<SequencedEvent> {
    return this.ofMarkets.after(marketId, seq);
  }

  tradesOf(marketId: Uint8Array, seq: number): Generator<SequencedEvent> {
    return this.trades.after(marketId, seq);
  }

  /** The last trades of a market, at most `count`, in order. */
  newestTradesOf(marketId: Uint8Array, count: number): readonly SequencedEvent[] {
    return this.trades.newestOf(marketId, count);
  }

  /** Events that concern the user. */
  ofUser(user: Uint8Array, seq: number): Generator<SequencedEvent> {
    return this.ofUsers.after(user, seq);
  }

  /** The catalogue's changes: new events, what was proposed, and of each market that changed the newest event. */
  *ofCatalogue(seq: number): Generator<SequencedEvent> {
    yield* this.created.after(seq);
    yield* this.cases.after(seq);
    for (const newest of this.ofMarkets.newest()) if (newest.seq > seq) yield newest;
  }

  /** What happened to results. */
  ofCases(seq: number): Generator<SequencedEvent> {
    return this.cases.after(seq);
  }

  private index(sequenced: SequencedEvent): void {
    const { event } = sequenced;
    if (event.kind === 'event_created') this.created.add(sequenced);
    if (isOfCases(event)) this.cases.add(sequenced);
    const marketId = marketOf(event);
    if (marketId !== undefined) this.ofMarkets.add(marketId, sequenced);
    if (event.kind === 'trade') this.trades.add(event.marketId, sequenced);
    for (const user of usersOf(event)) this.ofUsers.add(user, sequenced);
  }

  /** All events of the oldest command are removed together: a client would take half a command for a whole one. */
  private forgetOldest(): void {
    const { seq } = this.events.oldest!;
    while (this.events.oldest?.seq === seq) this.forget(this.events.shift());
    this.forgottenSeq = seq;
  }

  private forget(sequenced: SequencedEvent): void {
    const { event } = sequenced;
    this.bytes -= bytesOf(sequenced);
    if (event.kind === 'event_created') this.created.shift();
    if (isOfCases(event)) this.cases.shift();
    const marketId = marketOf(event);
    if (marketId !== undefined) this.ofMarkets.shift(marketId);
    if (event.kind === 'trade') this.trades.shift(event.marketId);
    for (const user of usersOf(event)) this.ofUsers.shift(user);
  }
}

/** Removes it by market or user. It is the oldest of each that it concerns. */
class RecentByKey {
  private readonly recent = new Map<string, Recent>();

  add(of: Uint8Array, event: SequencedEvent): void {
    const key = byteKey(of);
    let events = this.recent.get(key);
    if (events === undefined) this.recent.set(key, (events = new Recent()));
    events.add(event);
  }

  shift(of: Uint8Array): void {
    const key = byteKey(of);
    const events = this.recent.get(key);
    events?.shift();
    if (events?.count === 0) this.recent.delete(key);
  }

  *after(of: Uint8Array, seq: number): Generator<SequencedEvent> {
    const events = this.recent.get(byteKey(of));
    if (events !== undefined) yield* events.after(seq);
  }

  newestOf(of: Uint8Array, count: number): readonly SequencedEvent[] {
    return this.recent.get(byteKey(of))?.last(count) ?? [];
  }

  /** The last of each. */
  *newest(): Generator<SequencedEvent> {
    for (const { newest } of this.recent.values()) if (newest !== undefined) yield newest;
  }
}

/** Only new events of the catalogue have long texts. */
function bytesOf({ event }: SequencedEvent): number {
  if (event.kind === 'event_archived') return REPLAY_BYTES_AN_EVENT * (1 + event.markets.length);
  if (event.kind !== 'event_created') return REPLAY_BYTES_AN_EVENT;
  const { markets, ...terms } = event.event;
  const texts = Object.values(terms).filter((term) => typeof term === 'string');
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return REPLAY_BYTES_AN_EVENT * (1 + markets.length) + length;
}
