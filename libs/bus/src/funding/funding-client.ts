import type { Bus } from '../connection/bus';
import { FUNDING } from './funding-contract';
import type { FundingOperations } from './funding-service';
import { JsonServiceClient } from '../rpc/json-service-client';
import { serveJson } from '../rpc/json-service-server';
import type { JsonHandlers, JsonService } from '../rpc/json-service-server';
import type { Log } from '../connection/log';

/** The funding apps, from the gateway and the signer. FUNDING_UNAVAILABLE: nothing was done. */
export class FundingClient extends JsonServiceClient<FundingOperations> {
  constructor(bus: Bus) {
    super(FUNDING, bus);
  }
}

/** What a funding app answers: each app some of the operations. */
export type FundingHandlers = Partial<JsonHandlers<FundingOperations>>;

/** Answers the operations in `handlers`; several processes share the requests. Ready when it resolves. */
export const serveFunding = (bus: Bus, handlers: FundingHandlers, log: Log): Promise<JsonService> =>
  serveJson(FUNDING, bus, handlers, log);
