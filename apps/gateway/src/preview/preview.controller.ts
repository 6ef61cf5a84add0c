import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MARKET_READ, presentPreview, previewAnswer, previewRequest } from '@bellwether/api';
import type { PreviewRequest } from '@bellwether/api';
import { refusalError } from '@bellwether/bus';
import type { PreviewView } from '@bellwether/exchange';
import { Answers } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { GatewayLimits } from '../rate-limits/gateway-limits';
import { PREVIEW_RESERVED, previewWeight } from '../rate-limits/request-weight';
import { SharedQueries } from '../engine/shared-queries';

/** What an order would come to. Nothing is signed, and nothing is placed: anybody may ask about any user's. */
@ApiTags('Trading')
@Controller('/v1/preview')
export class PreviewController {
  constructor(
    @Inject(SharedQueries) private readonly engine: SharedQueries,
    @Inject(GatewayLimits) private readonly limits: GatewayLimits,
  ) {}

  @Answers('previewOrder', {
    summary: 'Preview an order',
    description:
      'The engine runs its own rules, without effect, on the order as the next command. A refusal that it foretells is what was asked for, and is answered with 200. It counts as a read, and as one more for each 20 fills.',
    answer: previewAnswer,
    codes: MARKET_READ,
  })
  @Post()
  @HttpCode(200)
  async preview(
    @Body({ schema: previewRequest }) terms: PreviewRequest,
    @Req() request: FastifyRequest,
  ) {
    const { view, ...asOf } = await this.engine.query('preview', terms);
    this.limits.settlePreview(request, weightOf(view));
    const isUnknownMarket = view.kind === 'refused' && view.refusal.code === 'MARKET_NOT_FOUND';
    if (isUnknownMarket) throw refusalError(view.refusal);
    return presentPreview(view, terms, asOf);
  }
}

/** Where all or nothing was asked for, the book may have been walked to no end. */
function weightOf(view: PreviewView): number {
  if (view.kind === 'order') return previewWeight(view.fills.length);
  return view.refusal.code === 'FOK_NOT_FILLED' ? PREVIEW_RESERVED : previewWeight(0);
}
