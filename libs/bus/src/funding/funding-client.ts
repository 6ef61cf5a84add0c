import type { Bus } from '../connection/bus';
import { FUNDING } from './funding-contract';
import type { FundingOperations } from './funding-contract';
import { JsonServiceClient } from '../rpc/json-service-client';
import type { JsonHandlers } from '../rpc/json-service';

/** The funding apps, from the gateway and the signer. FUNDING_UNAVAILABLE: nothing was done. */
export class FundingClient extends JsonServiceClient<FundingOperations> {
  constructor(bus: Bus) {
    super(FUNDING, bus);
  }
}

/** A funding app's answers: each app serves some of the operations. */
export type FundingHandlers = Partial<JsonHandlers<FundingOperations>>;
