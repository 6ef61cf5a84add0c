import { Controller, Inject } from '@nestjs/common';
import { cases } from '@bellwether/api';
import { CaseHistory } from '@bellwether/persistence';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { OperatorReads } from '../account-sessions/operator-reads';
import { OwnerGuard } from '../account-sessions/owner.guard';
import { Catalogue } from '../catalogue/catalogue';
import { CASES_OF_MARKET } from '../limits';
import { CaseReads } from './case-reads';

/** How results come about, as history has it. */
@Controller()
export class CasesController {
  constructor(
    @Inject(CaseReads) private readonly reads: CaseReads,
    @Inject(CaseHistory) private readonly rows: CaseHistory,
    @Inject(Catalogue) private readonly catalogue: Catalogue,
    @Inject(OwnerGuard) private readonly owners: OwnerGuard,
    @Inject(OperatorReads) private readonly operators: OperatorReads,
  ) {}

  @Endpoint(cases.listCases)
  async list({ query: { filter, page }, request }: In<typeof cases.listCases>) {
    const isOwn = await this.owners.readerOf(request);
    return this.operators.recorded(request, async () => {
      const { items, hasMore } = await this.rows.list(filter, page);
      return { items: items.map((one) => this.reads.shown(one, isOwn)), hasMore };
    });
  }

  @Endpoint(cases.getCase)
  async one({ path: { case_id: caseId }, request }: In<typeof cases.getCase>) {
    const isOwn = await this.owners.readerOf(request);
    return this.operators.recorded(request, async () =>
      this.reads.shown(await this.reads.find(caseId), isOwn),
    );
  }

  @Endpoint(cases.getMarketResolution)
  async ofMarket({ path: { market_id: marketId }, request }: In<typeof cases.getMarketResolution>) {
    const isOwn = await this.owners.readerOf(request);
    return this.operators.recorded(request, async () => {
      const { event, market } = await this.catalogue.market(marketId);
      const of = { eventId: event.terms.eventId, marketId };
      const found = await this.rows.ofMarket(of, CASES_OF_MARKET);
      const shown = found.map((one) => this.reads.shown(one, isOwn));
      return { ...event.terms, ...market.view(), cases: shown };
    });
  }
}
