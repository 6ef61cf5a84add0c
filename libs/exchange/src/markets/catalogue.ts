import { assert } from '@bellwether/errors';
import type { CommandOf, ResolutionRules } from '../command';

/** An event as it was created, with the numbers of its markets in the order of their labels. */
export interface CatalogueEntry {
  readonly command: CommandOf<'create_event'>;
  readonly feeBps: number;
  readonly makerRebatePct: number;
  readonly createdSeq: number;
  readonly createdMs: number;
  readonly markets: readonly number[];
  /** Those in force when it was created; undefined: there were none for its category. */
  readonly resolutionRules?: ResolutionRules | undefined;
  /** Where it is later than that of its creation: a case found it too early. */
  readonly expiry?: number | undefined;
}

const NO_MARKETS: readonly number[] = [];

/** Events, numbered from 1 in order of creation. Numbers are never reused; archived events are removed. */
export class Catalogue {
  private readonly entries = new Map<number, CatalogueEntry>();
  private readonly numbers = new Map<string, number>();
  /** Event numbers in ascending order. At most half of them belong to archived events. */
  private inOrder: number[] = [];
  private lastNumber = 0;

  /** The highest assigned number, 0 before the first event. */
  get last(): number {
    return this.lastNumber;
  }

  get next(): number {
    return this.lastNumber + 1;
  }

  /** @param event its number: the next, or a later one while a snapshot with archived events is loaded */
  add(event: number, entry: CatalogueEntry): void {
    this.skipTo(event - 1);
    this.lastNumber = event;
    this.entries.set(event, entry);
    this.numbers.set(entry.command.eventId, event);
    this.inOrder.push(event);
  }

  /** While loading a snapshot: marks the numbers up to `last` as assigned. */
  skipTo(last: number): void {
    assert(last >= this.lastNumber, 'events come in order of their numbers');
    this.lastNumber = last;
  }

  setExpiry(event: number, expiry: number): void {
    this.entries.set(event, { ...this.entry(event), expiry });
  }

  /** In Unix seconds. */
  expiryOf(event: number): number {
    const { expiry, command } = this.entry(event);
    return expiry ?? command.expiry;
  }

  remove(event: number): void {
    this.numbers.delete(this.entry(event).command.eventId);
    this.entries.delete(event);
    if (this.inOrder.length <= 2 * this.entries.size) return;
    this.inOrder = this.inOrder.filter((number) => this.entries.has(number));
  }

  /** 0 if the id is unknown. */
  find(eventId: string): number {
    return this.numbers.get(eventId) ?? 0;
  }

  entry(event: number): CatalogueEntry {
    return this.entries.get(event)!;
  }

  /** In order of creation. */
  all(): readonly number[] {
    return [...this.entries.keys()];
  }

  *newestFirst(): Generator<number> {
    for (let at = this.inOrder.length - 1; at >= 0; at--) {
      const event = this.inOrder[at]!;
      if (this.entries.has(event)) yield event;
    }
  }

  /** The numbers of an event's markets in order of creation; empty for an archived event. */
  marketsOf(event: number): readonly number[] {
    return this.entries.get(event)?.markets ?? NO_MARKETS;
  }

  labelOf(event: number, market: number): string {
    const { markets, command } = this.entry(event);
    return command.labels[markets.indexOf(market)]!;
  }
}
