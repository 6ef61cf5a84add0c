import type { NaiveApplied } from '../oracle/state';

/** Counts which cases of the contract a stream has reached: reply kinds, refusals, settlements, ends of orders. */
export class Coverage {
  private readonly counts = new Map<string, number>();

  count({ answer, events }: NaiveApplied): void {
    const { body } = answer.reply;
    this.add(`reply ${body.kind}`);
    if (answer.replayed) this.add(`replayed ${body.kind}`);
    if (body.kind === 'refused') {
      this.add(`refusal ${body.code}`);
      for (const detail of body.details) {
        if (detail.name === 'fate') this.add(`fate ${detail.value}`);
      }
    }
    if (body.kind === 'order') {
      const { orderType, status, cancelReason } = body.order;
      this.add(`${orderType} ${status}`);
      if (cancelReason !== null) this.add(`cancelled ${cancelReason}`);
    }
    for (const event of events) {
      this.add(`event ${event.kind}`);
      if (event.kind === 'trade') this.add(`settlement ${event.fill.settlementType}`);
      if (event.kind === 'order_cancelled') this.add(`cancelled ${event.reason}`);
      if (event.kind === 'market_status') this.add(`market ${event.status}`);
      if (event.kind === 'trading_key_ended') this.add(`key ${event.reason}`);
      if (event.kind === 'case_decided') this.add(`verdict ${event.verdict}`);
      if (event.kind === 'case_attested')
        this.add(`source ${event.disputes ? 'disputes' : 'agrees'}`);
      if (event.kind === 'case_proposed' && event.attested) this.add('source proposes');
      if (event.kind === 'market_resolved') this.add(`resolution ${event.resolution}`);
    }
  }

  of(word: string): number {
    return this.counts.get(word) ?? 0;
  }

  table(): string {
    const rows = [...this.counts].sort(([a], [b]) => a.localeCompare(b));
    return rows.map(([word, count]) => `${count.toString().padStart(8)}  ${word}`).join('\n');
  }

  private add(word: string): void {
    this.counts.set(word, this.of(word) + 1);
  }
}
