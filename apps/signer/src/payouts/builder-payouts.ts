/** What a builder's keys earned, paid out. It needs the scope `payout`; to read of it any key is enough. */
import type { AskedPayout } from '@bellwether/api';
import type { EngineClient, FundingClient, PayoutAnswer } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import type {
  BuilderStore,
  NumberedPayout,
  PageRequest,
  RevenuePayoutStore,
} from '@bellwether/persistence';
import type { Caller } from '../envelope/authenticator';
import { requireScope } from '../keys/scopes';

export interface BuilderPayoutsParts {
  readonly store: Pick<BuilderStore, 'keys'>;
  readonly payouts: Pick<RevenuePayoutStore, 'of' | 'withReference'>;
  readonly engine: Pick<EngineClient, 'query'>;
  /** `null`: an exchange without chains. */
  readonly apps: Pick<FundingClient, 'ask'> | null;
}

/** All methods throw FUNDING_NOT_CONFIGURED, HISTORY_UNAVAILABLE. */
export class BuilderPayouts {
  constructor(private readonly parts: BuilderPayoutsParts) {}

  /**
   * Of all keys of the builder, revoked ones too, oldest first. Throws `SCOPE_MISSING`, the engine's refusals, and
   * `OUTCOME_UNKNOWN` if it may have been accepted: the same request again gets the answer.
   */
  async payOut(caller: Caller, asked: AskedPayout, requestId: string): Promise<PayoutAnswer> {
    requireScope(caller.scopes, 'payout');
    const { apps } = this.parts;
    if (apps === null) throw new CodedError('FUNDING_NOT_CONFIGURED');
    const { builderId } = caller;
    const keys = await this.keysOf(builderId);
    return apps.ask('builder_payout', { builderId, keys, ...asked }, { requestId });
  }

  /** Newest first, with what can be paid out now. */
  async list({ builderId }: Caller, page: PageRequest) {
    this.requireConfigured();
    const keys = await this.keysOf(builderId);
    const [{ view: available }, { items, hasMore }] = await Promise.all([
      this.parts.engine.query('revenue', { keys }),
      this.parts.payouts.of(ownerOf(builderId), page),
    ]);
    return { available, items, hasMore };
  }

  /** Throws `PAYOUT_NOT_FOUND`. */
  async one({ builderId }: Caller, reference: string): Promise<NumberedPayout> {
    this.requireConfigured();
    const [payout] = await this.parts.payouts.withReference(ownerOf(builderId), reference);
    if (payout === undefined) throw new CodedError('PAYOUT_NOT_FOUND', { reference });
    return payout;
  }

  private async keysOf(builderId: string): Promise<readonly Uint8Array[]> {
    const keys = await this.parts.store.keys(builderId);
    return keys.map(({ keyId }) => keyId);
  }

  private requireConfigured(): void {
    if (this.parts.apps === null) throw new CodedError('FUNDING_NOT_CONFIGURED');
  }
}

const ownerOf = (builderId: string) => ({ builderId, sources: ['builder'] }) as const;
