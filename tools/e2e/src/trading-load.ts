import { setTimeout as sleep } from 'node:timers/promises';
import { expectOk, submitted } from './answers';
import type { Submitted } from './answers';
import type { Builder } from './builder';
import type { HttpAnswer } from './http';

/** Below the 40 orders a second that a user may send. */
const PAUSE_MS = 40;
const RETRY_PAUSE_MS = 100;
/** How long one order may take to get its answer while a part of the exchange is down. */
const PATIENCE_MS = 60_000;

/** An order that was answered. */
export interface Answered {
  readonly user: string;
  readonly nonce: number;
  readonly answer: Submitted;
}

/**
 * Users who trade with each other until they are told to stop, each with one order at a time under a rising nonce. An
 * order without an answer is sent again, the same, until there is one: that is the whole of a client's duty.
 */
export class TradingLoad {
  readonly answered: Answered[] = [];
  /** Tries that got no answer, or a 5xx: the proof that a fault was felt. */
  failedTries = 0;
  private readonly builder: Builder;
  private readonly marketId: string;
  private readonly lives: readonly Promise<void>[];
  private isStopping = false;

  constructor(builder: Builder, marketId: string, users: readonly string[]) {
    this.builder = builder;
    this.marketId = marketId;
    this.lives = users.map((user, index) => this.trade(user, index % 2 === 0 ? 'yes' : 'no'));
  }

  /** @returns when every order that was begun has its answer */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.lives);
  }

  private async trade(user: string, outcome: 'yes' | 'no'): Promise<void> {
    for (let nonce = 1; !this.isStopping; nonce++) {
      const order = {
        user,
        market_id: this.marketId,
        side: 'buy',
        outcome,
        price: 5_000,
        size: 1 + (nonce % 3),
        order_type: 'gtc',
        nonce,
      };
      this.answered.push({ user, nonce, answer: await this.untilAnswered(order) });
      await sleep(PAUSE_MS);
    }
  }

  private async untilAnswered(order: object): Promise<Submitted> {
    const deadlineMs = performance.now() + PATIENCE_MS;
    for (;;) {
      const answer = await this.builder.post('/v1/submit', order).catch(() => null);
      if (answer !== null && !isToBeSentAgain(answer)) return expectOk(submitted, answer);
      this.failedTries++;
      if (performance.now() > deadlineMs) {
        throw new Error(`no answer to ${JSON.stringify(order)}: ${JSON.stringify(answer?.body)}`);
      }
      await sleep(RETRY_PAUSE_MS);
    }
  }
}

const isToBeSentAgain = ({ status }: HttpAnswer): boolean => status === 429 || status >= 500;
