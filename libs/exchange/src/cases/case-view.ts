/** Views of cases: results that are proposed or disputed. */
import type { Claim } from '../command';
import type { CaseEndingView } from './case-events';

/** An open case. Endings and prices as of a resolved market; `dueMs` says nothing while it is disputed. */
export interface CaseView {
  readonly caseId: number;
  readonly eventId: string;
  /** Null: it is about the whole event. */
  readonly marketId: Uint8Array | null;
  readonly endings: readonly CaseEndingView[];
  readonly by: string;
  readonly round: number;
  readonly dueMs: number;
  /** Its source has spoken against it: it is disputed, with or without challenges. */
  readonly isContradicted: boolean;
  readonly challenges: readonly {
    readonly challengeId: number;
    readonly user: Uint8Array;
    readonly claim: Claim;
    readonly claimMarket: Uint8Array | null;
    readonly stake: number;
  }[];
}
