import { z } from 'zod';
import { beforePlaceField } from '../place-cursor';
import { LIMIT_SAID, decimal } from './fields';
import { DEFAULT_PAGE_LIMIT, MAX_LEDGER_PAGE } from './limits';

/** `GET /v1/ledger/{public_key}` */
export const ledgerQuery = z
  .strictObject({
    limit: decimal(1, MAX_LEDGER_PAGE).meta(LIMIT_SAID).default(DEFAULT_PAGE_LIMIT),
    before: beforePlaceField().optional(),
  })
  .transform(({ limit, before }) => ({ limit, before }));
export type LedgerQuery = z.infer<typeof ledgerQuery>;
