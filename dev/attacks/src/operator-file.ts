import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Exchange } from '../../e2e/src/exchange';

const operatorFile = z.object({
  nats_url: z.string(),
  /** The journal's account, which `replay` reads with. */
  nats_nkey_seed: z.string(),
  /** The superuser's. */
  database_url: z.string(),
});

/** Where an operator's tools find the journal and the database of a local exchange. */
export const operatorFileOf = ({ dataDir }: Exchange): z.infer<typeof operatorFile> =>
  operatorFile.parse(JSON.parse(readFileSync(join(dataDir, 'operator.json'), 'utf8')));
