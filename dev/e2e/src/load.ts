import type { OrderRequest, RetryPolicy } from '@bellwether/client';
import type { Submitted } from './answers';
import { eventually } from './eventually';
import { USDC } from './scenario';

/** Below the 40 orders a second that a user may send. */
export const PAUSE_MS = 40;
/** More than an hour of orders of three contracts takes, however long a busy machine needs for a restart. */
export const LOAD_FUNDS = 200_000 * USDC;
/** Through the death of a part: as long as that may take, and often, so that its return is seen at once. */
export const LOAD_RETRY: Partial<RetryPolicy> = {
  deadlineMs: 180_000,
  maxAttempts: 10_000,
  firstPauseMs: 100,
  longestPauseMs: 200,
};

/** An order that was answered. */
export interface Answered {
  readonly user: string;
  readonly nonce: number;
  readonly answer: Submitted;
}

type Outcome = OrderRequest['outcome'];

/** Users who trade, each by themselves, for as long as something else is done. */
export abstract class Load<User> {
  readonly answered: Answered[] = [];
  protected isStopping = false;
  private failures: unknown[] = [];

  constructor(private readonly users: readonly User[]) {}

  /** Lets a user trade until `isStopping`. */
  protected abstract trade(user: User, outcome: Outcome): Promise<void>;

  /**
   * @returns what `work` does, when everything that was begun has its answer
   * @throws what ended the trading of a user, else what ended the work; either when the other has ended too
   */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const trading = this.users.map((user, index) =>
      this.trade(user, index % 2 === 0 ? 'yes' : 'no').catch((error: unknown) => this.fail(error)),
    );
    try {
      return await work();
    } finally {
      this.isStopping = true;
      await Promise.all(trading);
      this.throwFailure();
    }
  }

  /**
   * Until so many more orders have their answer.
   * @throws at once what ended the trading of a user
   */
  async goesOn(orders: number): Promise<void> {
    const wanted = this.answered.length + orders;
    await eventually(
      () => Promise.resolve(this.answered.length),
      (answered) => answered >= wanted || this.failures.length > 0,
    );
    this.throwFailure();
  }

  /** The others stop too: nothing goes on behind a test that failed. */
  private fail(error: unknown): void {
    this.failures.push(error);
    this.isStopping = true;
  }

  private throwFailure(): void {
    if (this.failures.length > 0) throw this.failures[0];
  }
}
