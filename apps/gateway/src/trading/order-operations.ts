/** What users sign and send to be done, as each is answered: the same over HTTP, in a batch, and over the socket. */
import {
  presentCancelAfter,
  presentCancelled,
  presentCancelledAll,
  presentRedeemed,
  presentSubmitted,
} from '@bellwether/api';
import type {
  SignedAmendRequest,
  SignedBatchRequest,
  SignedCancelAfterRequest,
  SignedCancelAllRequest,
  SignedCancelRequest,
  SignedOrderRequest,
  SignedRedeemRequest,
} from '@bellwether/api';
import { inOneBatch } from '@bellwether/bus';
import type { EngineClient } from '@bellwether/bus';
import { operationResult } from '@bellwether/runtime';
import type { Trading } from './trading';

/** The body of a success, and whether it is the answer of an earlier, equal request. */
export interface Done<B extends object = object> {
  readonly replayed: boolean;
  readonly body: B;
}

type BatchOperation = SignedBatchRequest['operations'][number];

export class OrderOperations {
  constructor(
    private readonly trading: Trading,
    private readonly engine: Pick<EngineClient, 'sendBatch'>,
  ) {}

  async order(order: SignedOrderRequest, requestId: string) {
    const done = await this.trading.placeOrder(order, requestId);
    return { replayed: done.replayed, body: presentSubmitted(done.body, done) };
  }

  async cancel(cancel: SignedCancelRequest, requestId: string) {
    const done = await this.trading.cancel(cancel, requestId);
    return { replayed: done.replayed, body: presentCancelled(done.body, done) };
  }

  async amend(amended: SignedAmendRequest, requestId: string) {
    const done = await this.trading.amend(amended, requestId);
    return { replayed: done.replayed, body: presentSubmitted(done.body, done) };
  }

  async cancelAll(cancelAll: SignedCancelAllRequest, requestId: string) {
    const done = await this.trading.cancelAll(cancelAll, requestId);
    return { replayed: done.replayed, body: presentCancelledAll(done.body, done) };
  }

  async cancelAfter(switched: SignedCancelAfterRequest, requestId: string) {
    const done = await this.trading.cancelAfter(switched, requestId);
    return { replayed: done.replayed, body: presentCancelAfter(done.body, done) };
  }

  async redeem(redeem: SignedRedeemRequest, requestId: string) {
    const done = await this.trading.redeem(redeem, requestId);
    return { replayed: done.replayed, body: presentRedeemed(done.body, done) };
  }

  /** Its rate is charged by operation, before. @throws CodedError what befell all of them */
  async batch({ operations }: SignedBatchRequest, requestId: string) {
    const results = await inOneBatch(
      this.engine,
      'order',
      { requestId },
      operations.map((one) => (sender) => {
        const alone = new OrderOperations(this.trading.through(sender), this.engine);
        return alone.oneOf(one, requestId);
      }),
    );
    const body = { results: results.map((result) => operationResult(result, requestId)) };
    return { replayed: false, body };
  }

  private oneOf(
    { place, cancel, amend, cancel_all: cancelAll }: BatchOperation,
    requestId: string,
  ): Promise<Done> {
    if (place !== undefined) return this.order(place, requestId);
    if (cancel !== undefined) return this.cancel(cancel, requestId);
    if (amend !== undefined) return this.amend(amend, requestId);
    return this.cancelAll(cancelAll!, requestId);
  }
}
