import { join } from 'node:path';

import type { Flags } from './flags';

/** The last words of a start: a line that begins with `ready`, for programs, and below it what a person can do next. */
export function whatIsThere(
  {
    gatewayUrl,
    signerUrl,
    consoleUrl,
  }: { readonly gatewayUrl: string; readonly signerUrl: string; readonly consoleUrl: string },
  { dataDir, isEmpty }: Pick<Flags, 'dataDir' | 'isEmpty'>,
): string {
  // Without demo markets there is nothing that the demo could trade: then it has an exchange of its own.
  const demo = isEmpty ? 'npm run demo' : `npm run demo -- --data ${dataDir}`;
  return [
    `ready: gateway ${gatewayUrl} signer ${signerUrl}`,
    `  in a browser   ${gatewayUrl}/ : the exchange, to look at and to trade on`,
    `  operators      ${consoleUrl}/operate : their console; the key is admin_key of exchange.json`,
    `  API pages      ${gatewayUrl}/docs and ${signerUrl}/docs`,
    `  data           ${dataDir}`,
    `  logs           ${join(dataDir, 'logs')}`,
    `  for programs   ${join(dataDir, 'exchange.json')}: URLs, keys, all they need`,
    `  next           in a second terminal: ${demo}`,
    '                 or docs/FIRST-TRADE.md: a trade by curl, in two minutes',
    '  stop           Ctrl-C; the next start continues where this one stopped',
  ].join('\n');
}
