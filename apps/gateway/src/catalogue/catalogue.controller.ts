import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ENGINE_READ,
  MARKET_HISTORY_READ,
  catalogueQuery,
  categoriesAnswer,
  eventAnswer,
  eventIdParameter,
  eventsAnswer,
  marketAnswer,
  marketId,
  marketsAnswer,
  presentEvent,
  presentMarket,
} from '@bellwether/api';
import type { CatalogueQuery } from '@bellwether/api';
import { Answers, Direct, PathParam, QueryParams } from '@bellwether/runtime';
import { Catalogue } from './catalogue';
import { CatalogueTexts } from './catalogue-texts';
import { JSON_TEXT } from './json-text';

/** Markets and events: one catalogue, listed by event. `/v1/markets/{id}` is one market by its id. */
@ApiTags('Market data')
@Controller('/v1')
export class CatalogueController {
  constructor(
    @Inject(Catalogue) private readonly catalogue: Catalogue,
    @Inject(CatalogueTexts) private readonly texts: CatalogueTexts,
  ) {}

  @Answers('listMarkets', {
    summary: 'List markets',
    description:
      'One entry a question; filters go together, in any `sort`. A search through very many events may end a page early: go on while `has_more`.',
    answer: marketsAnswer,
    codes: ENGINE_READ,
  })
  @Direct(JSON_TEXT)
  @Get('/markets')
  markets(@QueryParams(catalogueQuery) query: CatalogueQuery): Promise<string> {
    return this.texts.list('markets', query);
  }

  @Answers('listEvents', {
    summary: 'List events',
    description: 'The same entries as `/v1/markets`, by their other name.',
    answer: eventsAnswer,
    codes: ENGINE_READ,
  })
  @Direct(JSON_TEXT)
  @Get('/events')
  events(@QueryParams(catalogueQuery) query: CatalogueQuery): Promise<string> {
    return this.texts.list('events', query);
  }

  @Answers('listCategories', {
    summary: 'List the categories of the catalogue',
    answer: categoriesAnswer,
    codes: ENGINE_READ,
  })
  @Direct(JSON_TEXT)
  @Get('/categories')
  categories(): Promise<string> {
    return this.texts.categories();
  }

  @Answers('getMarket', {
    summary: 'Read a market',
    answer: marketAnswer,
    codes: MARKET_HISTORY_READ,
  })
  @Direct()
  @Get('/markets/:market_id')
  async market(@PathParam('market_id', marketId) id: Uint8Array) {
    const { event, market } = await this.catalogue.market(id);
    const { hour, asOf } = this.catalogue;
    return presentMarket(event.listed(hour), market.listed(hour), asOf);
  }

  @Answers('getEvent', {
    summary: 'Read an event',
    answer: eventAnswer,
    codes: [...ENGINE_READ, 'EVENT_NOT_FOUND', 'HISTORY_UNAVAILABLE'],
  })
  @Direct()
  @Get('/events/:event_id')
  async event(@PathParam('event_id', eventIdParameter) id: string) {
    const event = await this.catalogue.event(id);
    return presentEvent(event.listed(this.catalogue.hour), this.catalogue.asOf);
  }
}
