import { MARKETS_CHANNEL, marketOf, presentMarketsUpdate, updateText } from '@bellwether/api';
import type { AsOf, ChangedMarket } from '@bellwether/api';
import { toHex } from '@bellwether/codec';
import type { EventView, SequencedEvent } from '@bellwether/exchange';
import { MAX_FRESH_BYTES } from './limits';
import { giveToAll } from './live-channel';
import type { LiveChannel, Snapshot, Subscriber } from './live-channel';
import type { LiveSource } from './live-source';
import { UpdateFrame } from './update-frame';

export interface MarketsChannelParts {
  readonly seq: number;
  readonly source: Pick<LiveSource, 'catalogue'>;
  readonly takeSnapshot: () => Promise<Snapshot>;
  /** The events kept after `seq`; null where they do not reach back so far. */
  readonly past: (seq: number) => Iterable<SequencedEvent> | null;
}

/** What has happened to the catalogue: which events are new, and which markets changed. */
class CatalogueChanges {
  private readonly created = new Set<string>();
  private readonly changed = new Map<string, Uint8Array>();
  /** Of the last command that is in it. */
  asOf: AsOf | undefined;

  take({ event, seq, timestampMs }: SequencedEvent): void {
    if (event.kind === 'event_created') this.created.add(event.event.eventId);
    else {
      const marketId = marketOf(event);
      if (marketId === undefined) return;
      this.changed.set(toHex(marketId), marketId);
    }
    this.asOf = { seq, timestampMs };
  }

  /** As everything stands now. A new entry is whole: its outcomes are not told a second time. */
  frame(prevSeq: number, asOf: AsOf, { catalogue }: MarketsChannelParts['source']): UpdateFrame {
    const created = [...this.created].flatMap((id): EventView[] => {
      const event = catalogue.event(id);
      return event === undefined ? [] : [event.view()];
    });
    const changed = [...this.changed.values()].flatMap((id): ChangedMarket[] => {
      const found = catalogue.market(id);
      if (found === undefined) return [];
      const { eventId } = found.event.terms;
      return this.created.has(eventId) ? [] : [{ eventId, market: found.market.view() }];
    });
    const data = presentMarketsUpdate(created, changed);
    return new UpdateFrame(asOf.seq, prevSeq, updateText(MARKETS_CHANNEL.name, asOf, data));
  }
}

/** The one channel that takes several commands together: what changed, as it stands when it is told. */
export class MarketsChannel implements LiveChannel {
  readonly channel = MARKETS_CHANNEL;
  readonly subscribers = new Set<Subscriber>();
  users = 0;
  private news = new CatalogueChanges();
  private lastSeq: number;
  private latest: Promise<Snapshot> | undefined;

  constructor(private readonly parts: MarketsChannelParts) {
    this.lastSeq = parts.seq;
  }

  take(event: SequencedEvent): void {
    this.news.take(event);
  }

  /** Whether something waits to be told. */
  get hasNews(): boolean {
    return this.news.asOf !== undefined;
  }

  deliver(): number {
    const { news } = this;
    if (news.asOf === undefined) return 0;
    const frame = news.frame(this.lastSeq, news.asOf, this.parts.source);
    this.news = new CatalogueChanges();
    this.latest = undefined;
    this.lastSeq = frame.seq;
    if (frame.bytes.length <= MAX_FRESH_BYTES) giveToAll(this.subscribers, [frame]);
    else for (const subscriber of this.subscribers) subscriber.beginAgain();
    return 1;
  }

  /** It is of the present, so what waits to be told is in it too. */
  snapshot(): Promise<Snapshot> {
    if (this.hasNews) this.deliver();
    if (this.latest !== undefined) return this.latest;
    const taken = this.parts.takeSnapshot();
    this.latest = taken;
    taken.catch(() => {
      if (this.latest === taken) this.latest = undefined;
    });
    return taken;
  }

  /** One update that has all that changed since, as it stands now. */
  after(seq: number): readonly UpdateFrame[] | null {
    const past = this.parts.past(seq);
    if (past === null) return null;
    const missed = new CatalogueChanges();
    for (const event of past) missed.take(event);
    if (missed.asOf === undefined) return [];
    const frame = missed.frame(seq, missed.asOf, this.parts.source);
    return frame.bytes.length <= MAX_FRESH_BYTES ? [frame] : null;
  }
}
