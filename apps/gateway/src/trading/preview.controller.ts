import { Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MARKET_READ, presentPreview, previewAnswer, previewRequest } from '@bellwether/api';
import type { PreviewRequest } from '@bellwether/api';
import { refusalError } from '@bellwether/bus';
import { Answers, Direct, HttpRequest, JsonBody } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { GatewayLimits } from '../rate-limits/gateway-limits';
import { weightOfPreview } from '../rate-limits/request-weight';
import { OperatorReads } from '../account-sessions/operator-reads';
import { OwnerGuard } from '../account-sessions/owner.guard';
import { SharedQueries } from '../live/shared-queries';

/**
 * What an order would do. Nothing is signed and nothing is placed: anyone may ask about any user. Only the owner learns
 * from it which orders the user has open.
 */
@ApiTags('Trading')
@Controller('/v1/preview')
export class PreviewController {
  constructor(
    @Inject(SharedQueries) private readonly engine: SharedQueries,
    @Inject(GatewayLimits) private readonly limits: GatewayLimits,
    @Inject(OwnerGuard) private readonly owners: OwnerGuard,
    @Inject(OperatorReads) private readonly operators: OperatorReads,
  ) {}

  @Answers('previewOrder', {
    summary: 'Preview an order',
    description:
      'The engine runs its own rules, without effect, on the order as the next command. A refusal that it foretells is what was asked for, and is answered with 200, beside the numbers that the order would have without it. Without a `user` nobody’s means are looked at; without a session of the `user`, orders that it has open are met as those of others are. It counts as a read, and as one more for each 20 orders that it meets.',
    answer: previewAnswer,
    codes: [...MARKET_READ, 'SESSION_INVALID', 'HISTORY_UNAVAILABLE'],
  })
  @Post()
  @HttpCode(200)
  @Direct()
  async preview(
    @JsonBody(previewRequest) terms: PreviewRequest,
    @HttpRequest() request: FastifyRequest,
  ) {
    const { user } = terms;
    const isOwner = user !== undefined && (await this.owners.isOwner(request, user));
    return this.operators.recorded(request, () => this.answer(terms, isOwner, request));
  }

  private async answer(terms: PreviewRequest, isOwner: boolean, request: FastifyRequest) {
    const asked = isOwner ? { ...terms, isOwner } : terms;
    const { view, ...asOf } = await this.engine.query('preview', asked);
    this.limits.settlePreview(request, weightOfPreview(view));
    const isUnknownMarket = view.kind === 'refused' && view.refusal.code === 'MARKET_NOT_FOUND';
    if (isUnknownMarket) throw refusalError(view.refusal);
    return presentPreview(view, asOf);
  }
}
