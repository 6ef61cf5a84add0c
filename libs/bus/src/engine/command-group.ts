import { assert } from '@bellwether/errors';
import type { OperationOutcome, Standing } from './engine-message';

/** The commands of one request that enter one record. Their outcomes are sent together, once the last one is known. */
export class CommandGroup {
  private readonly outcomes: OperationOutcome[] = [];
  private known = 0;
  /** Sent with the outcomes; set where the request is charged. */
  standing: Standing | null = null;

  constructor(
    readonly size: number,
    private readonly send: (outcomes: OperationOutcome[]) => void,
    /** Whether any of them is an order, and not a cancel. */
    readonly hasOrders = true,
  ) {}

  settle(index: number, outcome: OperationOutcome): void {
    assert(this.outcomes[index] === undefined, 'a command of a batch has two outcomes');
    this.outcomes[index] = outcome;
    if (++this.known === this.size) this.send(this.outcomes);
  }
}
