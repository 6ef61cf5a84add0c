/** All endpoints of the signer, in the order of its documents. */
import type { EndpointTerms } from './endpoint';
import { builderFunding } from './signer/builder-funding';
import { builderKeys } from './signer/builder-keys';
import { builderPayouts } from './signer/builder-payouts';
import { builderReads } from './signer/builder-reads';
import { builderTrading } from './signer/builder-trading';
import { builderUsers } from './signer/builder-users';

export const SIGNER_ENDPOINTS: readonly EndpointTerms[] = [
  builderUsers,
  builderTrading,
  builderFunding,
  builderKeys,
  builderReads,
  builderPayouts,
].flatMap((group) => Object.values<EndpointTerms>(group));
