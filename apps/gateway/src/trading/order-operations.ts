/** Operations that users sign: the same answers over HTTP, in a batch, and over the WebSocket. */
import { sentBy, submitted, trading as endpoints, withPlace } from '@bellwether/api';
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

/** What a success is answered with, and whether it is the answer of an earlier, equal request. */
export interface Done<A = unknown> {
  readonly replayed: boolean;
  readonly answer: A;
}

/** The same as it is sent. */
export interface Sent {
  readonly replayed: boolean;
  readonly body: object;
}

/** As the endpoint that does the same over HTTP sends it. */
export const sentAs = <A>(
  { present }: { readonly present: (answer: A) => object },
  { replayed, answer }: Done<A>,
): Sent => ({ replayed, body: present(answer) });

type BatchOperation = SignedBatchRequest['operations'][number];

export class OrderOperations {
  constructor(
    private readonly trading: Trading,
    private readonly engine: Pick<EngineClient, 'sendBatch'>,
  ) {}

  async order(order: SignedOrderRequest, requestId: string) {
    const done = await this.trading.placeOrder(order, requestId);
    return { replayed: done.replayed, answer: submitted(done, order) };
  }

  async cancel(cancel: SignedCancelRequest, requestId: string) {
    const done = await this.trading.cancel(cancel, requestId);
    return { replayed: done.replayed, answer: withPlace(done.body, done) };
  }

  async amend(amended: SignedAmendRequest, requestId: string) {
    const done = await this.trading.amend(amended, requestId);
    return { replayed: done.replayed, answer: submitted(done, amended) };
  }

  async cancelAll(cancelAll: SignedCancelAllRequest, requestId: string) {
    const done = await this.trading.cancelAll(cancelAll, requestId);
    return { replayed: done.replayed, answer: withPlace(done.body, done, sentBy(cancelAll)) };
  }

  async cancelAfter(switched: SignedCancelAfterRequest, requestId: string) {
    const done = await this.trading.cancelAfter(switched, requestId);
    return { replayed: done.replayed, answer: withPlace(done.body, done, sentBy(switched)) };
  }

  async redeem(redeem: SignedRedeemRequest, requestId: string) {
    const done = await this.trading.redeem(redeem, requestId);
    return { replayed: done.replayed, answer: withPlace(done.body, done, sentBy(redeem)) };
  }

  /** Its rate is charged by operation, before. @throws CodedError if all of them failed alike */
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
    const answer = { results: results.map((result) => operationResult(result, requestId)) };
    return { replayed: false, answer };
  }

  private async oneOf(
    { place, cancel, amend, cancel_all: cancelAll }: BatchOperation,
    requestId: string,
  ): Promise<Sent> {
    if (place !== undefined)
      return sentAs(endpoints.placeOrder, await this.order(place, requestId));
    if (cancel !== undefined)
      return sentAs(endpoints.cancelOrder, await this.cancel(cancel, requestId));
    if (amend !== undefined)
      return sentAs(endpoints.amendOrder, await this.amend(amend, requestId));
    return sentAs(endpoints.cancelAllOrders, await this.cancelAll(cancelAll!, requestId));
  }
}
