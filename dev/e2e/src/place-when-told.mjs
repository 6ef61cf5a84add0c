/**
 * A process that places one order again and again: at each time (Unix milliseconds) that a line of its input names. The
 * first line says whose order, and as whom: a user with a seed, or a user of a builder. It prints each receipt.
 */
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { BuilderClient, KeyPair, Trader } from '@bellwether/client';

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { gateway_url: gatewayUrl, order, as } = JSON.parse((await lines.next()).value);
const place = 'seed' in as ? traders(as) : builders(as);

function traders({ seed }) {
  const trader = new Trader({ gatewayUrl, network: 'test', key: KeyPair.fromSeed(seed) });
  return () => trader.placeOrder(order);
}

function builders({ user, signer_url: signerUrl, api_key: apiKey, secret }) {
  const builder = new BuilderClient({ signerUrl, gatewayUrl, apiKey, secret });
  return () => builder.submitOrder(user, order);
}

console.log('ready');
for await (const time of lines) {
  await sleep(Number(time) - Date.now());
  const { answer } = await place();
  console.log(JSON.stringify({ order_id: answer.order_id }));
}
