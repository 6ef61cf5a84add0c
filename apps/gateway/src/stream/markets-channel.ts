import {
  MARKETS_CHANNEL,
  catalogueMarketsOf,
  presentMarketsUpdate,
  updateText,
} from '@bellwether/api';
import type { ChangedMarket } from '@bellwether/api';
import { toHex } from '@bellwether/codec';
import type { AsOf, SequencedEvent } from '@bellwether/exchange';
import type { ListedEvent } from '@bellwether/market-data';
import { MAX_FRESH_BYTES, MAX_RESUMED_UPDATES } from './limits';
import { giveToAll } from './live-channel';
import type { ChargeOfUpdates, LiveChannel, Snapshot, Subscriber } from './live-channel';
import type { LiveSource } from './live-source';
import { UpdateFrame } from './update-frame';

export interface MarketsChannelParts {
  readonly seq: number;
  readonly source: Pick<LiveSource, 'catalogue' | 'hour'>;
  readonly takeSnapshot: () => Promise<Snapshot>;
  /** What changed after `seq`, in no order. Null if that is not known any more. */
  readonly past: (seq: number) => Iterable<SequencedEvent> | null;
}

/** The changes of the catalogue: which events are new, and which markets changed. */
class CatalogueChanges {
  private readonly created = new Set<string>();
  private readonly changed = new Map<string, Uint8Array>();
  /** The last command whose changes are included. */
  asOf: AsOf | undefined;

  take({ event, seq, timestampMs }: SequencedEvent): void {
    if (event.kind === 'event_created') this.created.add(event.event.eventId);
    else {
      const markets = catalogueMarketsOf(event);
      if (markets.length === 0) return;
      for (const marketId of markets) this.changed.set(toHex(marketId), marketId);
    }
    if (seq >= (this.asOf?.seq ?? 0)) this.asOf = { seq, timestampMs };
  }

  /** As everything is now. A new entry is complete, so its outcomes are not repeated. */
  frame(
    prevSeq: number,
    asOf: AsOf,
    { catalogue, hour }: MarketsChannelParts['source'],
  ): UpdateFrame {
    const created = [...this.created].flatMap((id): ListedEvent[] => {
      const event = catalogue.event(id);
      return event === undefined ? [] : [event.listed(hour)];
    });
    const changed = [...this.changed.values()].flatMap((id): ChangedMarket[] => {
      const found = catalogue.market(id);
      if (found === undefined) return [];
      const { eventId, expiry } = found.event.terms;
      if (this.created.has(eventId)) return [];
      return [{ eventId, market: found.market.listed(hour, expiry) }];
    });
    const data = presentMarketsUpdate(created, changed);
    return new UpdateFrame(asOf.seq, prevSeq, updateText(MARKETS_CHANNEL.name, asOf, data));
  }
}

/** The only channel that joins several commands in one message: what changed, with its value at the time of sending. */
export class MarketsChannel implements LiveChannel {
  readonly channel = MARKETS_CHANNEL;
  readonly subscribers = new Set<Subscriber>();
  users = 0;
  private changes = new CatalogueChanges();
  private lastSeq: number;
  private latest: Promise<Snapshot> | undefined;

  constructor(private readonly parts: MarketsChannelParts) {
    this.lastSeq = parts.seq;
  }

  take(event: SequencedEvent): void {
    this.changes.take(event);
  }

  /** True if there are unsent changes. */
  get hasChanges(): boolean {
    return this.changes.asOf !== undefined;
  }

  deliver(): number {
    const { changes } = this;
    if (changes.asOf === undefined) return 0;
    const frame = changes.frame(this.lastSeq, changes.asOf, this.parts.source);
    this.changes = new CatalogueChanges();
    this.latest = undefined;
    this.lastSeq = frame.seq;
    if (frame.bytes.length <= MAX_FRESH_BYTES) giveToAll(this.subscribers, [frame]);
    else for (const subscriber of this.subscribers) subscriber.beginAgain();
    return 1;
  }

  /** It is current, so it includes the unsent changes. */
  snapshot(): Promise<Snapshot> {
    if (this.hasChanges) this.deliver();
    if (this.latest !== undefined) return this.latest;
    const taken = this.parts.takeSnapshot();
    this.latest = taken;
    taken.catch(() => {
      if (this.latest === taken) this.latest = undefined;
    });
    return taken;
  }

  /** One update with everything that changed since, as it is now. */
  after(seq: number, charge: ChargeOfUpdates): readonly UpdateFrame[] | null {
    const past = this.parts.past(seq);
    if (past === null) return null;
    const missed = new CatalogueChanges();
    let changes = 0;
    for (const event of past) {
      if (++changes > MAX_RESUMED_UPDATES) return null;
      missed.take(event);
    }
    charge(changes);
    if (missed.asOf === undefined) return [];
    const frame = missed.frame(seq, missed.asOf, this.parts.source);
    return frame.bytes.length <= MAX_FRESH_BYTES ? [frame] : null;
  }
}
