import type { DepositPhase } from '@bellwether/funding';
import type {
  DailyCap,
  DailyCapStatus,
  DepositStore,
  FundingSettings,
  NumberedDeposit,
  Page,
  PageRequest,
} from '@bellwether/persistence';

export interface DepositQueuesParts {
  readonly deposits: Pick<DepositStore, 'inPhase'>;
  readonly dailyCap: Pick<DailyCap, 'status'>;
  readonly settings: Pick<FundingSettings, 'bridgeExecutor'>;
  readonly nowMs: () => number;
}

/** Lists waiting deposits and what they wait for, for operators. */
export class DepositQueues {
  constructor(private readonly parts: DepositQueuesParts) {}

  /** @throws CodedError HISTORY_UNAVAILABLE */
  async look(
    phase: DepositPhase,
    page: PageRequest,
  ): Promise<{
    readonly deposits: Page<NumberedDeposit>;
    readonly bridgeExecutor: boolean;
    readonly dailyCap: DailyCapStatus;
  }> {
    const [deposits, bridgeExecutor, dailyCap] = await Promise.all([
      this.parts.deposits.inPhase(phase, page),
      this.parts.settings.bridgeExecutor(),
      this.parts.dailyCap.status(this.parts.nowMs()),
    ]);
    return { deposits, bridgeExecutor, dailyCap };
  }
}
