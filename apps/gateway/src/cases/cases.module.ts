import { Module } from '@nestjs/common';
import { EngineClient, FollowedClock } from '@bellwether/bus';
import { CaseHistory } from '@bellwether/persistence';
import { provide } from '@bellwether/runtime';
import { AccountSessionsModule } from '../account-sessions/account-sessions.module';
import { HistoryProgress } from '../account/history-progress';
import { CatalogueModule } from '../catalogue/catalogue.module';
import { HistoryModule } from '../history/history.module';
import { EngineModule } from '../live/engine.module';
import { AttestationController } from './attestation.controller';
import { CaseReads } from './case-reads';
import { ChallengeController } from './challenge.controller';
import { CasesController } from './cases.controller';

/** Results: how they came about. */
@Module({
  imports: [AccountSessionsModule, CatalogueModule, EngineModule, HistoryModule],
  exports: [CaseReads],
  controllers: [CasesController, ChallengeController, AttestationController],
  providers: [
    provide(
      CaseReads,
      [CaseHistory, HistoryProgress, EngineClient, FollowedClock],
      (rows, progress, engine, { nowMs }) => new CaseReads(rows, progress, engine, nowMs),
    ),
  ],
})
export class CasesModule {}
