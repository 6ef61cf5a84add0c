import type { CaseNews, CasesSnapshot, CasesUpdate, OpenCase } from '../generated/interface';
import { LiveView } from './live-view';
import type { ChannelHandle } from './live-view';

/** Results that are proposed or disputed now. What was said of them is in `case`, of the gateway's calls. */
export class LiveCases extends LiveView<CasesSnapshot, CasesUpdate> {
  private readonly byId = new Map<number, OpenCase>();
  private older = false;

  constructor(line: ChannelHandle) {
    super('cases', line);
  }

  /** Newest first. */
  get open(): readonly OpenCase[] {
    return [...this.byId.values()].toReversed();
  }

  case(caseId: number): OpenCase | null {
    return this.byId.get(caseId) ?? null;
  }

  /** Whether others were open that are older than those that it began with. */
  get hasOlder(): boolean {
    return this.older;
  }

  protected replace({ cases, has_more: hasMore }: CasesSnapshot): void {
    this.byId.clear();
    for (const one of cases.toReversed()) this.byId.set(one.case_id, one);
    this.older = hasMore;
  }

  protected merge({ cases }: CasesUpdate): void {
    for (const news of cases) this.take(news);
  }

  private take(news: CaseNews): void {
    if (news.what === 'proposed') {
      if (news.corrects !== null) this.byId.delete(news.corrects);
      this.byId.set(news.case_id, proposed(news));
      return;
    }
    const known = this.byId.get(news.case_id);
    if (known === undefined) return;
    if (news.what === 'challenged') {
      const challenges = known.challenges + 1;
      this.byId.set(news.case_id, { ...known, status: 'disputed', due: null, challenges });
    } else if (news.status === 'disputed') {
      this.byId.set(news.case_id, { ...known, status: 'disputed', due: null });
    } else if (news.status === 'proposed') {
      const { prices, by, due } = news;
      const again = { ...known, ...resultOf(known, prices ?? known.prices), by: by ?? known.by };
      this.byId.set(news.case_id, { ...again, status: 'proposed', round: 2, due, challenges: 0 });
    } else if (news.status !== null) {
      this.byId.delete(news.case_id);
    }
  }
}

function proposed({ case_id, event_id, market_id, prices, by, due }: CaseNews): OpenCase {
  const of = { case_id, event_id: event_id ?? '', market_id };
  const result = resultOf(of, prices ?? []);
  return { ...of, ...result, by: by ?? '', due, status: 'proposed', round: 1, challenges: 0 };
}

/** Of a market its outcome; of an event the market that won, or a void. */
function resultOf(
  { market_id }: Pick<OpenCase, 'market_id'>,
  prices: OpenCase['prices'],
): Pick<OpenCase, 'outcome' | 'winner' | 'prices'> {
  if (market_id !== null) return { outcome: prices[0]?.outcome ?? 'void', winner: null, prices };
  const winner = prices.find(({ outcome }) => outcome === 'yes')?.market_id ?? null;
  return { outcome: winner === null ? 'void' : 'winner', winner, prices };
}
