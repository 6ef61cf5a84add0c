/**
 * Runs the client cases against a chain and prints the outcome of each, a line of JSON a case:
 * node run-cases.mjs <folder with node_modules> <module with CLIENT_CASES> <url> <wsUrl>
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Web3Client } from './web3-client.mjs';

const [packages, cases, url, wsUrl] = process.argv.slice(2);
const require = createRequire(join(packages, 'package.json'));
const libraries = { web3: require('@solana/web3.js'), spl: require('@solana/spl-token') };
const { CLIENT_CASES } = await import(pathToFileURL(cases).href);

async function call(method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  const { result, error } = await (await fetch(url, { method: 'POST', headers, body })).json();
  if (error !== undefined) throw new Error(error.message);
  return result;
}

for (const { name, run } of CLIENT_CASES) {
  const client = new Web3Client(libraries, url, wsUrl);
  try {
    console.log(JSON.stringify({ name, outcome: (await run(client, { call })) ?? null }));
  } catch (error) {
    console.log(JSON.stringify({ name, error: error.stack ?? String(error) }));
  }
}
process.exit(0); // its WebSockets stay open for a while after the last subscription
