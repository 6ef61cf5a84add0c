import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `BELLWETHER_CACHE`, or `.cache` at the root of the checkout: found from here, as bundles lie elsewhere than sources. */
export function cacheDir(): string {
  const chosen = process.env['BELLWETHER_CACHE'];
  if (chosen !== undefined && chosen !== '') return chosen;
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'nx.json'))) {
    if (folder === dirname(folder)) throw new Error('no checkout around: set BELLWETHER_CACHE');
    folder = dirname(folder);
  }
  return join(folder, '.cache');
}
