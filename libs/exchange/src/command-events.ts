import type { ExchangeEvent } from './event';
import type { Breach } from './invariants/breach';

/**
 * What one command makes known beside its answer: its events in order, first those of the time that passed before
 * it, then its own; and the breaches of invariants, of which there are none while the engine is right.
 */
export class CommandEvents {
  readonly list: ExchangeEvent[] = [];
  breaches: readonly Breach[] = [];
  /** Whether the command's changes were audited already. */
  audited = false;
  private ofTime = 0;

  add(event: ExchangeEvent): void {
    this.list.push(event);
  }

  /** What is added from now on is the command's own. */
  timeHasPassed(): void {
    this.ofTime = this.list.length;
  }

  /** The command's own events are not true: an invariant broke. */
  dropOwn(): void {
    this.list.length = this.ofTime;
  }
}
