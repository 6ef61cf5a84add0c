import type { SequencedEvent } from '@bellwether/exchange';
import { KEPT_BYTES_AN_EVENT } from './limits';

export interface KeptEventsOptions {
  readonly maxEvents: number;
  readonly maxBytes: number;
}

/** The last events of the exchange, in whole commands, bounded in number and bytes. */
export class KeptEvents {
  private events: SequencedEvent[] = [];
  private head = 0;
  private bytes = 0;
  private forgottenSeq: number;

  /** @param seq of the last command before the first one kept */
  constructor(
    private readonly options: KeptEventsOptions,
    seq: number,
  ) {
    this.forgottenSeq = seq;
  }

  /** Every event with a greater seq, up to the last one kept, is here. */
  get since(): number {
    return this.forgottenSeq;
  }

  get count(): number {
    return this.events.length - this.head;
  }

  /** @param events whole commands, in order, after the kept ones */
  keep(events: readonly SequencedEvent[]): void {
    for (const event of events) {
      this.events.push(event);
      this.bytes += bytesOf(event);
    }
    const { maxEvents, maxBytes } = this.options;
    while (this.count > maxEvents || (this.bytes > maxBytes && this.count > 0)) this.forgetOldest();
    if (this.head > maxEvents) {
      this.events = this.events.slice(this.head);
      this.head = 0;
    }
  }

  /** Events with a greater seq, in order. */
  *after(seq: number): Generator<SequencedEvent> {
    for (let at = this.indexAfter(seq); at < this.events.length; at++) yield this.events[at]!;
  }

  private indexAfter(seq: number): number {
    let [low, high] = [this.head, this.events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.events[middle]!.seq > seq) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** All events of the oldest command: a client would resume from half a command as if it were whole. */
  private forgetOldest(): void {
    const { seq } = this.events[this.head]!;
    while (this.head < this.events.length && this.events[this.head]!.seq === seq) {
      this.bytes -= bytesOf(this.events[this.head]!);
      this.head++;
    }
    this.forgottenSeq = seq;
  }
}

/** Only new events of the catalogue have long texts. */
function bytesOf({ event }: SequencedEvent): number {
  if (event.kind === 'event_archived') return KEPT_BYTES_AN_EVENT * (1 + event.markets.length);
  if (event.kind === 'event_details') {
    const { rules, resolutionSource, imageUrl } = event;
    const texts = [rules, resolutionSource, imageUrl];
    return texts.reduce((sum, text) => sum + (text?.length ?? 0), KEPT_BYTES_AN_EVENT);
  }
  if (event.kind !== 'event_created') return KEPT_BYTES_AN_EVENT;
  const { question, description, markets } = event.event;
  return KEPT_BYTES_AN_EVENT * (1 + markets.length) + question.length + description.length;
}
