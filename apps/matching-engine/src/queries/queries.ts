/** A bounded FIFO queue of queries, answered in slices between commands, and only while this engine certainly leads. */
import type { IncomingQuery } from '@bellwether/bus';
import type { Exchange } from '@bellwether/exchange';
import { FifoQueue } from '../ingress/fifo-queue';
import { MAX_WAITING_QUERIES, QUERIES_A_PREVIEW, QUERY_SLICE } from '../limits';
import { answerQuery } from './query-answers';
import type { EngineNow } from './query-answers';

export class Queries {
  private readonly waiting = new FifoQueue<IncomingQuery>();
  /** Queries received so far. */
  asked = 0;
  /** So many of the oldest queries are older than a proof. The present state answers them, whichever engine leads. */
  private confirmed = 0;

  get length(): number {
    return this.waiting.length;
  }

  /** Queries that wait for a proof. */
  get unconfirmed(): number {
    return this.waiting.length - this.confirmed;
  }

  /** @returns false if the queue is full */
  push(incoming: IncomingQuery): boolean {
    if (this.waiting.length >= MAX_WAITING_QUERIES) return false;
    this.waiting.push(incoming);
    this.asked++;
    return true;
  }

  /** An append was acknowledged that began when so many queries had been received. */
  confirm(asked: number): void {
    const later = this.asked - asked;
    this.confirmed = Math.max(this.confirmed, this.waiting.length - later);
  }

  /**
   * Answers a slice of the confirmed queries, or of all while the lease is held. All of them arrived before now, so the
   * present state is the right one.
   * @returns whether more can be answered at once
   */
  answer(exchange: Exchange, now: EngineNow, isLeaseHeld: boolean): boolean {
    const answerable = isLeaseHeld ? this.waiting.length : this.confirmed;
    let answered = 0;
    for (let work = 0; work < QUERY_SLICE && answered < answerable; answered++) {
      for (const incoming of this.waiting.take(1)) {
        work += incoming.query.what === 'preview' ? QUERIES_A_PREVIEW : 1;
        incoming.answer(answerQuery(exchange, incoming.query, now));
      }
    }
    this.confirmed = Math.max(0, this.confirmed - answered);
    return answered < answerable;
  }
}
