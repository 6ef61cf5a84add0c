import type {
  EventEntry,
  MarketStatus,
  MarketsSnapshot,
  MarketsUpdate,
  OutcomeEntry,
} from '../generated/interface';
import { LiveView } from './live-view';
import type { ChannelHandle } from './live-view';

/** The status of an event whose markets differ: the first of these that any market has. */
const PRECEDENCE: readonly MarketStatus[] = [
  'active',
  'paused',
  'pending',
  'disputed',
  'proposed',
  'closed',
  'resolved',
  'voided',
];

/** The live catalogue: the newest 500 events and all new ones, with prices at most a moment old. */
export class LiveMarkets extends LiveView<MarketsSnapshot, MarketsUpdate> {
  private readonly byEvent = new Map<string, EventEntry>();
  private cursor: string | null = null;

  constructor(line: ChannelHandle) {
    super('markets', line);
  }

  /** Newest first. */
  get events(): readonly EventEntry[] {
    return [...this.byEvent.values()].toReversed();
  }

  event(eventId: string): EventEntry | null {
    return this.byEvent.get(eventId) ?? null;
  }

  /** For `markets({ before })`, which returns the older events; null if there are none. */
  get olderCursor(): string | null {
    return this.cursor;
  }

  protected replace({ markets, next_cursor: cursor }: MarketsSnapshot): void {
    this.byEvent.clear();
    for (const entry of markets.toReversed()) this.byEvent.set(entry.event_id, entry);
    this.cursor = cursor;
  }

  protected merge({ markets = [], outcomes = [] }: MarketsUpdate): void {
    for (const entry of markets) this.byEvent.set(entry.event_id, entry);
    for (const { event_id: eventId, ...outcome } of outcomes) this.setOutcome(eventId, outcome);
  }

  private setOutcome(eventId: string, changed: OutcomeEntry): void {
    const entry = this.byEvent.get(eventId);
    if (entry === undefined) return;
    const outcomes = entry.outcomes.map((one) =>
      one.market_id === changed.market_id ? changed : one,
    );
    const status = PRECEDENCE.find((word) => outcomes.some((one) => one.status === word));
    this.byEvent.set(eventId, { ...entry, outcomes, status: status ?? entry.status });
  }
}
