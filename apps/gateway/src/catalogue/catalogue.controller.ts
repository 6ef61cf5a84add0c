import { Controller, Inject } from '@nestjs/common';
import { marketData } from '@bellwether/api';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { Catalogue } from './catalogue';
import { CatalogueTexts } from './catalogue-texts';

/** Markets and events: one catalogue, listed by event. `/v1/markets/{id}` is one market by its id. */
@Controller()
export class CatalogueController {
  constructor(
    @Inject(Catalogue) private readonly catalogue: Catalogue,
    @Inject(CatalogueTexts) private readonly texts: CatalogueTexts,
  ) {}

  @Endpoint(marketData.listMarkets)
  markets({ query }: In<typeof marketData.listMarkets>): Promise<string> {
    return this.texts.list('markets', query);
  }

  @Endpoint(marketData.listEvents)
  events({ query }: In<typeof marketData.listEvents>): Promise<string> {
    return this.texts.list('events', query);
  }

  @Endpoint(marketData.listCategories)
  categories(): Promise<string> {
    return this.texts.categories();
  }

  @Endpoint(marketData.getMarket)
  async market({ path: { market_id: id } }: In<typeof marketData.getMarket>) {
    const { event, market } = await this.catalogue.market(id);
    const { hour, asOf } = this.catalogue;
    return { ...event.terms, ...market.listed(hour, event.terms.expiry), ...asOf };
  }

  @Endpoint(marketData.getEvent)
  async event({ path: { event_id: id } }: In<typeof marketData.getEvent>) {
    const event = await this.catalogue.event(id);
    return { ...event.listed(this.catalogue.hour), ...this.catalogue.asOf };
  }
}
