import { Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ORDER_PLACING, batchAnswer, signedBatchRequest } from '@bellwether/api';
import type { SignedBatchRequest } from '@bellwether/api';
import {
  Answers,
  Direct,
  HttpReply,
  HttpRequest,
  JsonBody,
  requestIdOf,
} from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayLimits } from '../rate-limits/gateway-limits';
import { answered } from './answered';
import { OrderOperations } from './order-operations';

/** Several operations of users who hold their own keys, in one record. */
@ApiTags('Trading')
@Controller('/v1/orders/batch')
export class BatchController {
  constructor(
    @Inject(OrderOperations) private readonly operations: OrderOperations,
    @Inject(GatewayLimits) private readonly limits: GatewayLimits,
  ) {}

  @Answers('sendBatch', {
    summary: 'Several operations at once',
    description:
      'Up to 20 orders, cancels, changes and cancel-alls, each signed as it would be alone. They are carried out in their order, with nothing between them; each is answered as its own endpoint would answer. One that is refused stops none of the others. Rate limits count operations, and admit a batch whole or not at all: a 429 of one user, and an overload, carry out nothing.',
    answer: batchAnswer,
    codes: ORDER_PLACING.filter((code) => code === 'OUTCOME_UNKNOWN' || code === 'OVERLOADED'),
  })
  @Post()
  @HttpCode(200)
  @Direct()
  async batch(
    @JsonBody(signedBatchRequest) batch: SignedBatchRequest,
    @HttpRequest() request: FastifyRequest,
    @HttpReply() reply: FastifyReply,
  ) {
    this.limits.chargeOperations(request, reply, batch.operations.length - 1);
    return answered(reply, await this.operations.batch(batch, requestIdOf(request)));
  }
}
