import type { ExchangeEvent } from './event';
import type { Breach } from './invariants/breach';

/**
 * The events of one command. `list` holds its events in order: first those caused by the time that passed before the
 * command, then its own. `breaches` holds invariant violations; a correct engine has none.
 */
export class CommandEvents {
  readonly list: ExchangeEvent[] = [];
  breaches: readonly Breach[] = [];
  /** The audit runs once a command. */
  audited = false;
  private ofTime = 0;

  add(event: ExchangeEvent): void {
    this.list.push(event);
  }

  /** Marks the end of the events caused by passing time. Events added later belong to the command itself. */
  timeHasPassed(): void {
    this.ofTime = this.list.length;
  }

  /** Drops the command's own events after an invariant violation: they describe a wrong state. */
  dropOwn(): void {
    this.list.length = this.ofTime;
  }
}
