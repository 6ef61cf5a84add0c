import { Module } from '@nestjs/common';
import { CatalogueHistory } from '@bellwether/persistence';
import { HistoryModule } from '../history/history.module';
import { LiveModule } from '../live/live.module';
import { LiveViews } from '../live/live-views';
import { MarketController } from '../market/market.controller';
import { ArchivedCatalogue } from './archived-catalogue';
import { Catalogue } from './catalogue';
import { CatalogueTexts } from './catalogue-texts';
import { CatalogueController } from './catalogue.controller';

/** Events and markets: live ones of memory, archived ones of history. */
@Module({
  imports: [HistoryModule, LiveModule],
  controllers: [CatalogueController, MarketController],
  providers: [
    {
      provide: Catalogue,
      inject: [LiveViews, CatalogueHistory],
      useFactory: (live: LiveViews, history: CatalogueHistory) =>
        new Catalogue(live, new ArchivedCatalogue(history)),
    },
    {
      provide: CatalogueTexts,
      inject: [Catalogue],
      useFactory: (catalogue: Catalogue) => new CatalogueTexts(catalogue),
    },
  ],
  exports: [Catalogue],
})
export class CatalogueModule {}
