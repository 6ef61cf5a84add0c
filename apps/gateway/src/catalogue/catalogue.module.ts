import { Module } from '@nestjs/common';
import { CatalogueHistory } from '@bellwether/persistence';
import { provide } from '@bellwether/runtime';
import { HistoryModule } from '../history/history.module';
import { LiveModule } from '../live/live.module';
import { LiveViews } from '../live/live-views';
import { MarketController } from './market.controller';
import { ArchivedCatalogue } from './archived-catalogue';
import { Catalogue } from './catalogue';
import { CatalogueTexts } from './catalogue-texts';
import { CatalogueController } from './catalogue.controller';

/** Events and markets: live ones from memory, archived ones from history. */
@Module({
  imports: [HistoryModule, LiveModule],
  controllers: [CatalogueController, MarketController],
  providers: [
    provide(
      Catalogue,
      [LiveViews, CatalogueHistory],
      (live, history) => new Catalogue(live, new ArchivedCatalogue(history)),
    ),
    provide(CatalogueTexts, [Catalogue], (catalogue) => new CatalogueTexts(catalogue)),
  ],
  exports: [Catalogue],
})
export class CatalogueModule {}
