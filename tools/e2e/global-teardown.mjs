import { rm } from 'node:fs/promises';

/** Set BELLWETHER_E2E_KEEP to look at the logs of a failed run. */
export default async function tearDown() {
  const exchange = globalThis.bellwetherExchange;
  await exchange.end('SIGTERM');
  if (process.env.BELLWETHER_E2E_KEEP) console.log(`kept ${exchange.dataDir}`);
  else await rm(exchange.dataDir, { recursive: true, force: true });
}
