import type { CommandOf } from '../command';

/** An event as it was created. Its markets have the numbers from `firstMarket`, one a label, in order. */
export interface CatalogueEntry {
  readonly command: CommandOf<'create_event'>;
  readonly feeBps: number;
  readonly makerRebatePct: number;
  readonly createdSeq: number;
  readonly createdMs: number;
  readonly firstMarket: number;
}

/** Events in order of creation, numbered from 1. They are only ever added. */
export class Catalogue {
  private readonly entries: CatalogueEntry[] = [];
  private readonly numbers = new Map<string, number>();

  get count(): number {
    return this.entries.length;
  }

  add(entry: CatalogueEntry): number {
    const number = this.entries.push(entry);
    this.numbers.set(entry.command.eventId, number);
    return number;
  }

  /** 0 where the id is not known. */
  find(eventId: string): number {
    return this.numbers.get(eventId) ?? 0;
  }

  entry(event: number): CatalogueEntry {
    return this.entries[event - 1]!;
  }

  /** The numbers of an event's markets, in order of creation. */
  *marketsOf(event: number): Generator<number> {
    const { firstMarket, command } = this.entry(event);
    for (let i = 0; i < command.labels.length; i++) yield firstMarket + i;
  }

  labelOf(event: number, market: number): string {
    const { firstMarket, command } = this.entry(event);
    return command.labels[market - firstMarket]!;
  }
}
