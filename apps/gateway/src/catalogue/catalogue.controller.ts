import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import {
  catalogueQuery,
  eventIdParameter,
  marketId,
  pageEnd,
  presentEvent,
  presentEventEntry,
  presentMarket,
  presentPlace,
} from '@bellwether/api';
import type { CatalogueQuery } from '@bellwether/api';
import { Catalogue } from './catalogue';
import type { CatalogueList } from './catalogue';

const presentList = (list: CatalogueList) => ({
  entries: list.events.map(presentEventEntry),
  end: { ...pageEnd('event', list.lastKey), ...presentPlace(list.asOf) },
});

/** Markets and events: one catalogue, listed by question; `/v1/markets/{id}` is one market by its id. */
@Controller('/v1')
export class CatalogueController {
  constructor(@Inject(Catalogue) private readonly catalogue: Catalogue) {}

  @Get('/markets')
  async markets(@Query({ schema: catalogueQuery }) query: CatalogueQuery) {
    const { entries, end } = presentList(await this.catalogue.list(query));
    return { markets: entries, ...end };
  }

  @Get('/events')
  async events(@Query({ schema: catalogueQuery }) query: CatalogueQuery) {
    const { entries, end } = presentList(await this.catalogue.list(query));
    return { events: entries, ...end };
  }

  @Get('/markets/:market_id')
  async market(@Param('market_id', { schema: marketId }) id: Uint8Array) {
    const { event, market, asOf } = await this.catalogue.market(id);
    return presentMarket(event, market, asOf);
  }

  @Get('/events/:event_id')
  async event(@Param('event_id', { schema: eventIdParameter }) id: string) {
    const { event, asOf } = await this.catalogue.event(id);
    return presentEvent(event, asOf);
  }
}
