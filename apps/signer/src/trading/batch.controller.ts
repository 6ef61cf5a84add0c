import { Controller, Inject } from '@nestjs/common';
import { builderTrading, sentBy, submitted, withPlace } from '@bellwether/api';
import type { BatchRequest } from '@bellwether/api';
import { EngineClient, inOneBatch } from '@bellwether/bus';
import { Endpoint, operationResult, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import type { Caller } from '../envelope/authenticator';
import { callerOf } from '../envelope/envelope.guard';
import { SignerLimits } from '../envelope/signer-limits';
import { Trading } from './trading';

type Operation = BatchRequest['operations'][number];

/** Several operations of a builder's users, in one record. */
@Controller()
export class BatchController {
  constructor(
    @Inject(Trading) private readonly trading: Trading,
    @Inject(EngineClient) private readonly engine: EngineClient,
    @Inject(SignerLimits) private readonly limits: SignerLimits,
  ) {}

  @Endpoint(builderTrading.submitBatch)
  async batch({ body: { operations }, request, reply }: In<typeof builderTrading.submitBatch>) {
    const caller = callerOf(request);
    this.limits.chargeOperations(caller, operations.length - 1, reply);
    const requestId = requestIdOf(request);
    const results = await inOneBatch(
      this.engine,
      'builder',
      { requestId },
      operations.map(
        (one) => (sender) => carriedOut(this.trading.through(sender), caller, one, requestId),
      ),
    );
    return { results: results.map((result) => operationResult(result, requestId)) };
  }
}

async function carriedOut(
  trading: Trading,
  caller: Caller,
  { place, cancel, amend, cancel_all: cancelAll }: Operation,
  requestId: string,
) {
  if (place !== undefined) {
    const done = await trading.submit(caller, place, requestId);
    return {
      replayed: done.replayed,
      body: builderTrading.submitOrder.present(submitted(done, place)),
    };
  }
  if (cancel !== undefined) {
    const done = await trading.cancel(caller, cancel, requestId);
    return {
      replayed: done.replayed,
      body: builderTrading.cancelOrder.present(withPlace(done.body, done)),
    };
  }
  if (amend !== undefined) {
    const done = await trading.amend(caller, amend, requestId);
    return {
      replayed: done.replayed,
      body: builderTrading.amendOrder.present(submitted(done, amend)),
    };
  }
  const done = await trading.cancelAll(caller, cancelAll!, requestId);
  return {
    replayed: done.replayed,
    body: builderTrading.cancelAllOrders.present(withPlace(done.body, done, sentBy(cancelAll!))),
  };
}
