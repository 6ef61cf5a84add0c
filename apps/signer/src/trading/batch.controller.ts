import { Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  BUILDER_SENT,
  ORDER_PLACING,
  batchAnswer,
  batchRequest,
  presentCancelled,
  presentCancelledAll,
  presentSubmitted,
} from '@bellwether/api';
import type { BatchRequest } from '@bellwether/api';
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
import type { Caller } from '../envelope/authenticator';
import { FromCaller } from '../envelope/envelope.guard';
import { SignerLimits } from '../envelope/signer-limits';
import { Trading } from './trading';

type Operation = BatchRequest['operations'][number];

/** Several operations of a builder's users, in one record. */
@ApiTags('Trading')
@Controller('v1/submit/batch')
export class BatchController {
  constructor(
    @Inject(Trading) private readonly trading: Trading,
    @Inject(EngineClient) private readonly engine: EngineClient,
    @Inject(SignerLimits) private readonly limits: SignerLimits,
  ) {}

  @Answers('submitBatch', {
    summary: 'Several operations at once',
    description:
      'Up to 20 orders, cancels, changes and cancel-alls, each signed with the key that the signer keeps for its user. They are carried out in their order, with nothing between them; each is answered as its own endpoint would answer. One that is refused stops none of the others. Rate limits count operations, and admit a batch whole or not at all: a 429 of one user, and an overload, carry out nothing.',
    answer: batchAnswer,
    codes: [
      ...ORDER_PLACING.filter((code) => code === 'OUTCOME_UNKNOWN' || code === 'OVERLOADED'),
      ...BUILDER_SENT,
      'SIGNER_UNAVAILABLE',
    ],
  })
  @Post()
  @HttpCode(200)
  @Direct()
  async batch(
    @FromCaller() caller: Caller,
    @JsonBody(batchRequest) { operations }: BatchRequest,
    @HttpRequest() request: FastifyRequest,
    @HttpReply() reply: FastifyReply,
  ) {
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
    return { replayed: done.replayed, body: presentSubmitted(done.body, done) };
  }
  if (cancel !== undefined) {
    const done = await trading.cancel(caller, cancel, requestId);
    return { replayed: done.replayed, body: presentCancelled(done.body, done) };
  }
  if (amend !== undefined) {
    const done = await trading.amend(caller, amend, requestId);
    return { replayed: done.replayed, body: presentSubmitted(done.body, done) };
  }
  const done = await trading.cancelAll(caller, cancelAll!, requestId);
  return { replayed: done.replayed, body: presentCancelledAll(done.body, done) };
}
