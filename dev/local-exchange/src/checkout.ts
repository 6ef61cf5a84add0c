import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout, found from here upwards: the bundle lies deeper than the source. */
export function checkoutRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'nx.json'))) {
    if (folder === dirname(folder)) throw new Error('the local exchange runs inside a checkout');
    folder = dirname(folder);
  }
  return folder;
}
