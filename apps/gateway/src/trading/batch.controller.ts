import { Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ORDER_PLACING,
  batchAnswer,
  presentCancelled,
  presentCancelledAll,
  presentSubmitted,
  signedBatchRequest,
} from '@bellwether/api';
import type { SignedBatchRequest } from '@bellwether/api';
import { EngineClient, inOneBatch } from '@bellwether/bus';
import {
  Answers,
  Direct,
  HttpReply,
  HttpRequest,
  JsonBody,
  operationResult,
  requestIdOf,
} from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayLimits } from '../rate-limits/gateway-limits';
import { Trading } from './trading';

type Operation = SignedBatchRequest['operations'][number];

/** Several operations of users who hold their own keys, in one record. */
@ApiTags('Trading')
@Controller('/v1/orders/batch')
export class BatchController {
  constructor(
    @Inject(Trading) private readonly trading: Trading,
    @Inject(EngineClient) private readonly engine: EngineClient,
    @Inject(GatewayLimits) private readonly limits: GatewayLimits,
  ) {}

  @Answers('sendBatch', {
    summary: 'Several operations at once',
    description:
      'Up to 20 orders, cancels, changes and cancel-alls, each signed as it would be alone. They are carried out in their order, with nothing between them; each is answered as its own endpoint would answer. One that is refused stops none of the others. Rate limits count operations.',
    answer: batchAnswer,
    codes: ORDER_PLACING.filter((code) => code === 'OUTCOME_UNKNOWN' || code === 'OVERLOADED'),
  })
  @Post()
  @HttpCode(200)
  @Direct()
  async batch(
    @JsonBody(signedBatchRequest) { operations }: SignedBatchRequest,
    @HttpRequest() request: FastifyRequest,
    @HttpReply() reply: FastifyReply,
  ) {
    this.limits.chargeOperations(request, reply, operations.length - 1);
    const requestId = requestIdOf(request);
    const results = await inOneBatch(
      this.engine,
      'order',
      { requestId },
      operations.map((one) => (sender) => carriedOut(this.trading.through(sender), one, requestId)),
    );
    return { results: results.map((result) => operationResult(result, requestId)) };
  }
}

async function carriedOut(
  trading: Trading,
  { place, cancel, amend, cancel_all: cancelAll }: Operation,
  requestId: string,
) {
  if (place !== undefined) {
    const done = await trading.placeOrder(place, requestId);
    return { replayed: done.replayed, body: presentSubmitted(done.body, done) };
  }
  if (cancel !== undefined) {
    const done = await trading.cancel(cancel, requestId);
    return { replayed: done.replayed, body: presentCancelled(done.body, done) };
  }
  if (amend !== undefined) {
    const done = await trading.amend(amend, requestId);
    return { replayed: done.replayed, body: presentSubmitted(done.body, done) };
  }
  const done = await trading.cancelAll(cancelAll!, requestId);
  return { replayed: done.replayed, body: presentCancelledAll(done.body, done) };
}
