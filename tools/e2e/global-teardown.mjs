import { removeUnlessKept } from './start-exchange.mjs';

export default async function tearDown() {
  const exchange = globalThis.bellwetherExchange;
  await exchange.end('SIGTERM');
  await removeUnlessKept(exchange.dataDir);
}
