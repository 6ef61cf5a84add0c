import { byteKey } from '@bellwether/codec';
import type { SourceRow } from '../command';
import { MAX_SOURCES } from '../limits';
import type { ReplyOf } from '../reply';

/** A value that a source has said of an event, and the first answer to it. */
export interface Said {
  readonly value: number;
  readonly seq: number;
  readonly timestampMs: number;
  readonly answer: ReplyOf<'case'>;
}

/**
 * What the source of an event has said: its value, and the other one if it contradicted itself. `ended`: the last case
 * that was withdrawn or reopened after it had said something; what was signed until then does not count any more.
 */
export interface Attested {
  readonly said: readonly Said[];
  readonly ended: { readonly caseId: number; readonly timestampMs: number } | null;
}

const NOTHING: Attested = { said: [], ended: null };

/** Sources by their keys, in the order they were added, and what they have said of events, by their numbers. */
export class SourceTable {
  private readonly rows = new Map<string, SourceRow>();
  private readonly attested = new Map<number, Attested>();
  /** Events whose outcome a source names, by their hashes. */
  private readonly subjects = new Map<string, number>();

  find(key: Uint8Array): SourceRow | undefined {
    return this.rows.get(byteKey(key));
  }

  get isFull(): boolean {
    return this.rows.size >= MAX_SOURCES;
  }

  /** Adds it, or takes the place of the row of its key. */
  set(row: SourceRow): void {
    this.rows.set(byteKey(row.key), row);
  }

  all(): SourceRow[] {
    return [...this.rows.values()];
  }

  attestedOf(event: number): Attested {
    return this.attested.get(event) ?? NOTHING;
  }

  say(event: number, said: Said): void {
    const { said: before, ended } = this.attestedOf(event);
    this.attested.set(event, { said: [...before, said], ended });
  }

  /** A case of the event ended without a result: a source that has spoken may speak anew. */
  listenAgain(event: number, ended: { caseId: number; timestampMs: number }): void {
    if (this.attestedOf(event).said.length > 0) this.attested.set(event, { said: [], ended });
  }

  /** 0: none. */
  eventOf(subject: Uint8Array): number {
    return this.subjects.get(byteKey(subject)) ?? 0;
  }

  name(subject: Uint8Array, event: number): void {
    this.subjects.set(byteKey(subject), event);
  }

  /** It is archived. */
  forget(event: number, subject: Uint8Array): void {
    this.attested.delete(event);
    this.subjects.delete(byteKey(subject));
  }

  /** By event, in the order in which sources spoke first. */
  allAttested(): (Attested & { readonly event: number })[] {
    return [...this.attested].map(([event, attested]) => ({ event, ...attested }));
  }

  /** While a snapshot is loaded. */
  load(event: number, attested: Attested): void {
    this.attested.set(event, attested);
  }
}
