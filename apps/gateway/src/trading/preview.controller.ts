import { Controller, Inject } from '@nestjs/common';
import { trading, withPlace } from '@bellwether/api';
import type { PreviewRequest } from '@bellwether/api';
import { refusalError } from '@bellwether/bus';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { OperatorReads } from '../account-sessions/operator-reads';
import { OwnerGuard } from '../account-sessions/owner.guard';
import { SharedQueries } from '../live/shared-queries';
import { GatewayLimits } from '../rate-limits/gateway-limits';
import { weightOfPreview } from '../rate-limits/request-weight';

/**
 * The result of an order without its execution. Anyone may preview for any user. Only the owner learns from it which
 * orders the user has open.
 */
@Controller()
export class PreviewController {
  constructor(
    @Inject(SharedQueries) private readonly engine: SharedQueries,
    @Inject(GatewayLimits) private readonly limits: GatewayLimits,
    @Inject(OwnerGuard) private readonly owners: OwnerGuard,
    @Inject(OperatorReads) private readonly operators: OperatorReads,
  ) {}

  @Endpoint(trading.previewOrder)
  async preview({ body: terms, request }: In<typeof trading.previewOrder>) {
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
    return withPlace(view, asOf);
  }
}
