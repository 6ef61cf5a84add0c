import { join } from 'node:path';

export interface RunningExchange {
  readonly gatewayUrl: string;
  readonly signerUrl: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Without demo markets there is nothing for the demo to trade. */
  readonly isEmpty: boolean;
}

/** The last words of a start: a line that begins with `ready`, for programs, and below it what a person can do next. */
export function whatIsThere({ gatewayUrl, signerUrl, dataDir, isEmpty }: RunningExchange): string {
  const demo = isEmpty ? 'npm run demo' : `npm run demo -- --data ${dataDir}`;
  return [
    `ready: gateway ${gatewayUrl} signer ${signerUrl}`,
    `  API pages      ${gatewayUrl}/docs and ${signerUrl}/docs`,
    `  data           ${dataDir}`,
    `  logs           ${join(dataDir, 'logs')}`,
    `  for programs   ${join(dataDir, 'exchange.json')}: URLs, keys, all they need`,
    `  next           in a second terminal: ${demo}`,
    '                 or the chapter "A first trade" of README.md',
    '  stop           Ctrl-C; the next start continues where this one stopped',
  ].join('\n');
}
