import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A committed file, by its path in the checkout: found from here upwards, as bundles lie elsewhere than sources. */
export function readCheckoutFile(path: string): Uint8Array {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'nx.json'))) {
    if (folder === dirname(folder)) throw new Error('local chains run inside a checkout');
    folder = dirname(folder);
  }
  return new Uint8Array(readFileSync(join(folder, path)));
}
