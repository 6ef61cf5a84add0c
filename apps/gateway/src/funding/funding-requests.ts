import type {
  FundingAnswer,
  FundingClient,
  FundingOperation,
  FundingRequest,
} from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';

/** Requests to the funding apps, if this exchange has them. */
export class FundingRequests {
  /** `null`: an exchange without chains. */
  constructor(private readonly apps: Pick<FundingClient, 'ask'> | null) {}

  get areConfigured(): boolean {
    return this.apps !== null;
  }

  /** @throws CodedError FUNDING_NOT_CONFIGURED */
  requireConfigured(): void {
    if (this.apps === null) throw new CodedError('FUNDING_NOT_CONFIGURED');
  }

  /**
   * @throws CodedError FUNDING_NOT_CONFIGURED; FUNDING_UNAVAILABLE (nothing was done); OUTCOME_UNKNOWN (it may have
   *   been; each request is safe to repeat); the apps' refusals
   */
  async ask<O extends FundingOperation>(
    operation: O,
    request: FundingRequest<O>,
    requestId: string,
  ): Promise<FundingAnswer<O>> {
    if (this.apps === null) throw new CodedError('FUNDING_NOT_CONFIGURED');
    return this.apps.ask(operation, request, { requestId });
  }
}
