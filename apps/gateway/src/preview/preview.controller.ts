import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MARKET_READ, presentPreview, previewAnswer, previewRequest } from '@bellwether/api';
import type { PreviewRequest } from '@bellwether/api';
import { refusalError } from '@bellwether/bus';
import { Answers } from '@bellwether/runtime';
import { SharedQueries } from '../engine/shared-queries';

/** What an order would come to. Nothing is signed, and nothing is placed: anybody may ask about any user's. */
@ApiTags('Trading')
@Controller('/v1/preview')
export class PreviewController {
  constructor(@Inject(SharedQueries) private readonly engine: SharedQueries) {}

  @Answers('previewOrder', {
    summary: 'Preview an order',
    description:
      'The engine runs its own rules, without effect, on the order as the next command. A refusal that it foretells is what was asked for, and is answered with 200.',
    answer: previewAnswer,
    codes: MARKET_READ,
  })
  @Post()
  @HttpCode(200)
  async preview(@Body({ schema: previewRequest }) terms: PreviewRequest) {
    const { view, ...asOf } = await this.engine.query('preview', terms);
    const isUnknownMarket = view.kind === 'refused' && view.refusal.code === 'MARKET_NOT_FOUND';
    if (isUnknownMarket) throw refusalError(view.refusal);
    return presentPreview(view, terms, asOf);
  }
}
