import type { CaseInside } from '@bellwether/api';
import type { EngineClient } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { OVERDUE_SECONDS, reasonSha256Of } from '@bellwether/exchange';
import type { CaseHistory, StoredCase } from '@bellwether/persistence';
import type { HistoryProgress } from '../account/history-progress';

/** Who reads as the owner of which account. */
type Reader = (account: Uint8Array) => boolean;

/** Cases of history as a reader sees them. */
export class CaseReads {
  constructor(
    private readonly rows: Pick<CaseHistory, 'find'>,
    private readonly progress: Pick<HistoryProgress, 'seq'>,
    private readonly engine: Pick<EngineClient, 'query'>,
    /** Unix time in milliseconds. */
    private readonly nowMs: () => number,
  ) {}

  /** @throws CodedError CASE_NOT_FOUND; HISTORY_UNAVAILABLE where it may be one that history does not have yet */
  async find(caseId: number): Promise<StoredCase> {
    const known = await this.progress.seq();
    const one = await this.rows.find(caseId);
    if (one !== null) return one;
    if (known < caseId) {
      const { view } = await this.engine.query('status', {});
      if (caseId <= view.lastEventSeq)
        throw new CodedError('HISTORY_UNAVAILABLE', { seq: known, needed: caseId });
    }
    throw new CodedError('CASE_NOT_FOUND', { case_id: caseId });
  }

  /** Users' keys are shown to themselves alone, and to operators. */
  shown(one: StoredCase, isOwn: Reader): CaseInside {
    return {
      ...one,
      overdue: this.isOverdue(one),
      challenges: one.challenges.map(({ user, ...challenge }) => ({
        ...challenge,
        reasonSha256: reasonSha256Of(challenge.reason),
        user: isOwn(user) ? user : null,
      })),
    };
  }

  /** The clock stands still from the first challenge or contradiction on that no decision followed. */
  private isOverdue({ status, steps }: StoredCase): boolean {
    if (status !== 'disputed') return false;
    const decided = steps.findLastIndex(({ what }) => what === 'decided');
    const first = steps
      .slice(decided + 1)
      .find(({ what }) => what === 'challenged' || what === 'contradicted');
    return first !== undefined && this.nowMs() - first.timestampMs >= OVERDUE_SECONDS * 1_000;
  }
}
