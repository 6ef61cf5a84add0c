import type { Bus } from '../connection/bus';
import { JsonServiceClient } from '../rpc/json-service-client';
import { SIGNER_ADMIN } from './signer-admin';
import type { SignerKeyOperations } from './signer-admin';

/**
 * The signer's key administration, from the gateway's admin role. After OUTCOME_UNKNOWN, `list_keys` shows the outcome.
 */
export class SignerAdminClient extends JsonServiceClient<SignerKeyOperations> {
  constructor(bus: Bus) {
    super(SIGNER_ADMIN, bus);
  }
}
