import { z } from 'zod';
import { beforePlaceField } from '../place-cursor';
import { pageLimit } from './fields';
import { MAX_LEDGER_PAGE } from './limits';

/** `GET /v1/ledger/{public_key}` */
export const ledgerQuery = z
  .strictObject({
    limit: pageLimit(MAX_LEDGER_PAGE),
    before: beforePlaceField().optional(),
  })
  .transform(({ limit, before }) => ({ limit, before }));
export type LedgerQuery = z.infer<typeof ledgerQuery>;
