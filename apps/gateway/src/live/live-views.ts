/**
 * The gateway's own copy of public data (markets and books) and of requested accounts, updated by the event stream.
 * Reads are never older than their request (docs/adr/0014-read-index.md).
 *
 * Nothing is stored on disk: a process begins by loading everything from the engine. An event stream that cannot be
 * continued (a gap, or a new stream) ends the process, and the next one loads again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterSeq, compareOffsets, consumeEvents } from '@bellwether/bus';
import type { Bus, EngineClient, EventOffset, FollowedClock } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import type { AsOf, BookView, EventView, MarketView, SequencedEvent } from '@bellwether/exchange';
import { LiveAccounts, LiveCatalogue, hourOf } from '@bellwether/market-data';
import type { LiveEvent, PastHours } from '@bellwether/market-data';
import type { Logger } from '@bellwether/runtime';
import { LOAD_RETRY_MS, VIEW_TIMEOUT_MS } from '../limits';
import { loadMarketData } from './load-market-data';
import type { LoadedMarketData } from './load-market-data';
import { OffsetWaiters } from './offset-waiters';
import { ReadIndexes } from './read-index';
import type { ReadIndex } from './read-index';

export interface LiveViewsParts {
  readonly bus: Bus;
  readonly engine: Pick<EngineClient, 'query'>;
  readonly shard: number;
  /** The engine's time. */
  readonly clock: Pick<FollowedClock, 'nowMs'>;
  readonly log: Logger;
}

/** Whole seqs, in order, after the views have applied them. */
export type EventsListener = (events: readonly SequencedEvent[]) => void;
/** The changed events; all of them after loading. */
export type CatalogueListener = (changed: Iterable<LiveEvent>) => void;

/** The shared wait of all readers of the same moment. */
interface SharedQuery {
  readonly asked: Promise<ReadIndex>;
  readonly asOf: Promise<AsOf>;
  /** For readers that do not need the engine. Null: no read yet. */
  isCurrent: Promise<boolean> | null;
}

const NOWHERE: EventOffset = { seq: 0, index: 0 };

export class LiveViews {
  readonly accounts = new LiveAccounts();
  private readonly indexes: ReadIndexes;
  private readonly waiters = new OffsetWaiters(VIEW_TIMEOUT_MS);
  private readonly stopping = new AbortController();
  private readonly eventsListeners = new Set<EventsListener>();
  private readonly catalogueListeners = new Set<CatalogueListener>();
  private catalogueNow = new LiveCatalogue();
  private asOfNow: AsOf = { seq: 0, timestampMs: 0 };
  /** The last event in the views. */
  private offset = NOWHERE;
  /** From this offset on, the loaded parts belong together. Null until they are loaded. */
  private until: EventOffset | null = null;
  private loop: Promise<void> | undefined;
  private shared: SharedQuery | null = null;

  constructor(private readonly parts: LiveViewsParts) {
    this.indexes = new ReadIndexes(parts.engine);
  }

  /** Loads as soon as an engine answers, and then follows. `fail` gets errors for which this process must stop. */
  start(fail: (reason: unknown) => void): void {
    this.loop = this.run().catch((error: unknown) => {
      if (!this.stopping.signal.aborted) fail(error);
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.waiters.close();
    await this.loop;
  }

  get catalogue(): LiveCatalogue {
    return this.catalogueNow;
  }

  /** The command that the views are as of. It only rises. */
  get asOf(): AsOf {
    return this.asOfNow;
  }

  /** The present hour of the exchange's time, since 1970. Time also passes between commands. */
  get hour(): number {
    return hourOf(Math.max(this.asOfNow.timestampMs, this.parts.clock.nowMs()));
  }

  /** True if the loaded parts belong together. From then on they can be read without the engine. */
  get isLoaded(): boolean {
    return this.until !== null && compareOffsets(this.offset, this.until) >= 0;
  }

  /** The last event that the views have applied. */
  offsetNow(): EventOffset {
    return this.offset;
  }

  /** @returns a function that unsubscribes */
  onEvents(listener: EventsListener): () => void {
    this.eventsListeners.add(listener);
    return () => this.eventsListeners.delete(listener);
  }

  onCatalogue(listener: CatalogueListener): void {
    this.catalogueListeners.add(listener);
    listener(this.catalogueNow.events);
  }

  /**
   * Adds history's hours for the day's figures, see `LiveCatalogue.loadDay`.
   *
   * @returns false if too many trades came since the beginning: begin again
   */
  loadDay(past: PastHours): boolean {
    const changed = this.catalogueNow.loadDay(past);
    if (changed === null) return false;
    for (const listener of this.catalogueListeners) listener(changed);
    return true;
  }

  /** The views as they are, current or not. Undefined: there is no such market. */
  book(marketId: Uint8Array, depth: number): (AsOf & { readonly view: BookView }) | undefined {
    const view = this.catalogueNow.market(marketId)?.market.bookView(depth);
    return view && { ...this.asOfNow, view };
  }

  /** The views as they are, current or not. Undefined: there is no such market. */
  marketSummary(
    marketId: Uint8Array,
  ): (AsOf & { readonly event: EventView; readonly market: MarketView }) | undefined {
    const found = this.catalogueNow.market(marketId);
    return found && { ...this.asOfNow, event: found.event.view(), market: found.market.view() };
  }

  /**
   * Waits until the views have everything that the engine has when it is queried, after this call.
   *
   * @throws CodedError ENGINE_UNAVAILABLE, OVERLOADED
   */
  current(): Promise<AsOf> {
    return this.question().asOf;
  }

  /**
   * For public data: if the engine does not answer, the views as they are.
   *
   * @returns true if they are current
   * @throws CodedError ENGINE_UNAVAILABLE if the views were never loaded, or are behind an engine that answers;
   *   OVERLOADED
   */
  currentOrLast(): Promise<boolean> {
    const question = this.question();
    return (question.isCurrent ??= this.isCurrent(question));
  }

  /** Readers that share the query share the wait. */
  private question(): SharedQuery {
    const asked = this.indexes.ask();
    if (this.shared?.asked !== asked)
      this.shared = { asked, asOf: this.whenAt(asked), isCurrent: null };
    return this.shared;
  }

  private async isCurrent({ asked, asOf }: SharedQuery): Promise<boolean> {
    try {
      await asked;
    } catch (error) {
      const isAway = error instanceof CodedError && error.code === 'ENGINE_UNAVAILABLE';
      asOf.catch(() => undefined);
      if (isAway && this.isLoaded) return false;
      throw error;
    }
    await asOf;
    return true;
  }

  private async whenAt(asked: Promise<ReadIndex>): Promise<AsOf> {
    const index = await asked;
    const isThere = this.isLoaded && compareOffsets(this.offset, index.view) >= 0;
    if (!isThere) await this.waiters.wait(index.view);
    // The commands after the last event made no event, so the views are as of the last command.
    if (index.seq > this.asOfNow.seq) this.asOfNow = index;
    return this.asOfNow;
  }

  private async run(): Promise<void> {
    const { bus, shard, log } = this.parts;
    const { signal } = this.stopping;
    const loaded = await this.load();
    this.begin(loaded);
    const { seq } = loaded.from;
    log.info({ seq, events: loaded.catalogue.events.length }, 'live views are loaded');
    const options = { shard, after: afterSeq(seq), signal, laterFields: 'skip' } as const;
    await consumeEvents(options, { bus, log }, (batches) =>
      this.apply(batches.flatMap(({ batch }) => batch.events)),
    );
  }

  private async load(): Promise<LoadedMarketData> {
    const { engine, log } = this.parts;
    const { signal } = this.stopping;
    for (;;) {
      try {
        return await loadMarketData(engine);
      } catch (error) {
        if (!(error instanceof CodedError)) throw error;
        log.warn({ code: error.code }, 'live views are not loaded yet');
        await sleep(LOAD_RETRY_MS, undefined, { signal });
      }
    }
  }

  private begin({ catalogue, from, until }: LoadedMarketData): void {
    this.catalogueNow = catalogue;
    this.until = until;
    this.asOfNow = { seq: from.seq, timestampMs: from.timestampMs };
    for (const listener of this.catalogueListeners) listener(catalogue.events);
    this.moveTo(from.view);
  }

  private apply(events: readonly SequencedEvent[]): void {
    const last = events.at(-1);
    if (last === undefined) return;
    const changed = new Set<LiveEvent>();
    for (const event of events) {
      const dirty = this.catalogueNow.apply(event);
      if (dirty !== undefined) changed.add(dirty);
      this.accounts.apply(event);
    }
    if (last.seq > this.asOfNow.seq)
      this.asOfNow = { seq: last.seq, timestampMs: last.timestampMs };
    for (const listener of this.catalogueListeners) listener(changed);
    this.moveTo({ seq: last.seq, index: last.index });
    for (const listener of this.eventsListeners) listener(events);
  }

  private moveTo(offset: EventOffset): void {
    this.offset = offset;
    if (this.isLoaded) this.waiters.reached(offset);
  }
}
