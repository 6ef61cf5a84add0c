/**
 * The benchmark of history's pages:
 *
 *     node dev/bench-history/run.mjs [--quick] [--trades N] [--data DIR] [--json FILE]
 *
 * Fills a PostgreSQL in a folder of its own with 10 million trades and all that comes with them (about 15 GB; --quick: a
 * million), and reads every page of history from it, at the first, the middle and the last. A folder given with --data is
 * kept, and what it was filled with is measured again. See README.md beside this file.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../../tools/prepare.mjs';
import { measure } from '../../tools/run-bundle.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    trades: { type: 'string' },
    data: { type: 'string' },
    json: { type: 'string' },
  },
});

const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'bellwether-history-')));
try {
  await measure('dev/bench-history', [
    '--data',
    folder,
    '--migrations',
    join(ROOT, 'libs/persistence/prisma/migrations'),
    '--trades',
    values.trades ?? (values.quick ? '1000000' : '10000000'),
    '--json',
    values.json ?? join(ROOT, 'dist/bench/history.json'),
  ]);
} catch (error) {
  console.error(`bench-history: ${error.message}`);
  process.exitCode = 1;
} finally {
  if (values.data === undefined) await rm(folder, { recursive: true, force: true });
}
