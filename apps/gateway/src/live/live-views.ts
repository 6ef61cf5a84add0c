/**
 * The gateway's own copy of what the engine tells everyone: markets and books, and the accounts that were asked for, kept
 * by the event stream. Reads of it are never older than their request (docs/adr/0014-read-index.md).
 *
 * Nothing is on disk: a process begins by asking the engine for everything. An event stream that cannot be read on (a
 * gap, a stream made anew) ends the process, and the next one begins so.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterSeq, compareOffsets, consumeEvents } from '@bellwether/bus';
import type { Bus, EngineClient, EventOffset } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import type { BookView, EventView, MarketView, SequencedEvent } from '@bellwether/exchange';
import { LiveAccounts, LiveCatalogue } from '@bellwether/market-data';
import type { LiveEvent } from '@bellwether/market-data';
import type { Logger } from '@bellwether/runtime';
import { HELD_RETRY_MS, LOAD_RETRY_MS, VIEW_PATIENCE_MS } from '../limits';
import { loadMarketData } from './load-market-data';
import type { LoadedMarketData } from './load-market-data';
import { OffsetWaiters } from './offset-waiters';
import { ReadIndexes } from './read-index';
import type { ReadIndex } from './read-index';
import { WholeSeqs } from './whole-seqs';

/** The state after `seq` commands, the last of them at `timestampMs`. */
export interface AsOf {
  readonly seq: number;
  readonly timestampMs: number;
}

export interface LiveViewsParts {
  readonly bus: Bus;
  readonly engine: Pick<EngineClient, 'query'>;
  readonly shard: number;
  readonly log: Logger;
}

/** Whole seqs, in order, after the views have taken them in. */
export type EventsListener = (events: readonly SequencedEvent[]) => void;
/** Those that changed; all of them when they are loaded. */
export type CatalogueListener = (changed: Iterable<LiveEvent>) => void;

/** What all who read at the same moment wait for. */
interface SharedQuery {
  readonly asked: Promise<ReadIndex>;
  readonly asOf: Promise<AsOf>;
  /** Of those who may read without the engine; null: none has come. */
  isCurrent: Promise<boolean> | null;
}

const NOWHERE: EventOffset = { seq: 0, index: 0 };

export class LiveViews {
  readonly accounts = new LiveAccounts();
  private readonly indexes: ReadIndexes;
  private readonly seqs = new WholeSeqs();
  private readonly waiters = new OffsetWaiters(VIEW_PATIENCE_MS);
  private readonly stopping = new AbortController();
  private readonly eventsListeners = new Set<EventsListener>();
  private readonly catalogueListeners = new Set<CatalogueListener>();
  private catalogueNow = new LiveCatalogue();
  private asOfNow: AsOf = { seq: 0, timestampMs: 0 };
  /** The last event that is in the views. */
  private place = NOWHERE;
  /** From where on the loaded parts are of one time; null until they are there. */
  private until: EventOffset | null = null;
  private batches = 0;
  private isConfirming = false;
  private loop: Promise<void> | undefined;
  private shared: SharedQuery | null = null;

  constructor(private readonly parts: LiveViewsParts) {
    this.indexes = new ReadIndexes(parts.engine);
  }

  /** Loads, as soon as there is an engine, and follows. `fail` gets what this process must not survive. */
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

  /** After which command the views are; it rises. */
  get asOf(): AsOf {
    return this.asOfNow;
  }

  /** Whether the views are of one time: from then on they can be read without the engine. */
  get isLoaded(): boolean {
    return this.until !== null && compareOffsets(this.place, this.until) >= 0;
  }

  /** The last event that the views have taken in. */
  placeNow(): EventOffset {
    return this.place;
  }

  /** @returns ends the listening */
  onEvents(listener: EventsListener): () => void {
    this.eventsListeners.add(listener);
    return () => this.eventsListeners.delete(listener);
  }

  onCatalogue(listener: CatalogueListener): void {
    this.catalogueListeners.add(listener);
    listener(this.catalogueNow.events);
  }

  /** As the views are, be they current or not; undefined: there is no such market. */
  book(marketId: Uint8Array, depth: number): (AsOf & { readonly view: BookView }) | undefined {
    const view = this.catalogueNow.market(marketId)?.market.bookView(depth);
    return view && { ...this.asOfNow, view };
  }

  /** As the views are, be they current or not; undefined: there is no such market. */
  marketSummary(
    marketId: Uint8Array,
  ): (AsOf & { readonly event: EventView; readonly market: MarketView }) | undefined {
    const found = this.catalogueNow.market(marketId);
    return found && { ...this.asOfNow, event: found.event.view(), market: found.market.view() };
  }

  /**
   * Waits until the views have all that the engine has when it is asked, which is after this was called.
   * @throws CodedError ENGINE_UNAVAILABLE, OVERLOADED
   */
  current(): Promise<AsOf> {
    return this.question().asOf;
  }

  /**
   * For what everyone may read without the engine: where it does not answer, the views as they are.
   * @returns whether they are current
   * @throws CodedError ENGINE_UNAVAILABLE where they were never loaded, or are behind an engine that answers; OVERLOADED
   */
  currentOrLast(): Promise<boolean> {
    const question = this.question();
    return (question.isCurrent ??= this.isCurrent(question));
  }

  /** Who shares the question shares the waiting. */
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
    this.apply(this.seqs.confirm(index.view));
    const isThere = this.isLoaded && compareOffsets(this.place, index.view) >= 0;
    if (!isThere) await this.waiters.wait(index.view);
    // What came after the last event made none: the views are as of the last command.
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
    await consumeEvents({ shard, after: afterSeq(seq), signal }, { bus, log }, (batches) =>
      this.take(batches.flatMap(({ batch }) => batch.events)),
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

  private take(events: readonly SequencedEvent[]): void {
    this.batches++;
    this.apply(this.seqs.take(events));
    if (this.seqs.isHolding) void this.confirmHeld();
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

  private moveTo(place: EventOffset): void {
    this.place = place;
    if (this.isLoaded) this.waiters.reached(place);
  }

  /** In quiet times no later event says that a seq is whole, and perhaps no reader asks; listeners wait for it. */
  private async confirmHeld(): Promise<void> {
    if (this.isConfirming) return;
    this.isConfirming = true;
    const { signal } = this.stopping;
    // Held after a question that was asked later than the last batch came: more is on its way.
    for (let asked = -1; this.seqs.isHolding && asked !== this.batches;) {
      asked = this.batches;
      const index = await this.indexes.ask().catch(() => null);
      if (index !== null) this.apply(this.seqs.confirm(index.view));
      else {
        asked = -1;
        await sleep(HELD_RETRY_MS, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) break;
      }
    }
    this.isConfirming = false;
  }
}
