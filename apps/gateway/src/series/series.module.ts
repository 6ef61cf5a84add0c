import { Module } from '@nestjs/common';
import { FollowedClock } from '@bellwether/bus';
import { Database, SeriesStore } from '@bellwether/persistence';
import { provide } from '@bellwether/runtime';
import { SeriesReads } from './series-reads';
import { SeriesController } from './series.controller';

/** Events that are alike, of which one begins each period. */
@Module({
  controllers: [SeriesController],
  providers: [
    provide(SeriesStore, [Database], (database) => new SeriesStore(database)),
    provide(
      SeriesReads,
      [SeriesStore, FollowedClock],
      (rows, { nowMs }) => new SeriesReads(rows, nowMs),
    ),
  ],
  exports: [SeriesReads, SeriesStore],
})
export class SeriesModule {}
