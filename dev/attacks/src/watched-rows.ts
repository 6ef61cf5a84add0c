/** Rows of watched addresses, such as a flood of address requests leaves, without the hours that the flood takes. */
import { Client } from 'pg';
import { healthUrlOf } from '../../e2e/src/app-processes';
import { eventually } from '../../e2e/src/eventually';
import type { Exchange } from '../../e2e/src/exchange';
import { operatorFileOf } from './operator-file';

const TIMEOUT_MS = 90_000;

/** @returns when the listener watches them too */
export async function watchStrangers(exchange: Exchange, count: number): Promise<void> {
  const client = new Client({ connectionString: operatorFileOf(exchange).database_url });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO watched_addresses (user_key, deposit_address, deposit_usdc_account, proxy_wallet,
         proxy_usdc_account, created_ms)
       SELECT sha256(('u' || i)::bytea), sha256(('d' || i)::bytea), sha256(('t' || i)::bytea),
         sha256(('p' || i)::bytea), sha256(('q' || i)::bytea), 0
       FROM generate_series(1, $1::int) AS i`,
      [count],
    );
  } finally {
    await client.end();
  }
  const watched = () => listenerMetric(exchange, 'bellwether_deposit_listener_watched_users');
  await eventually(watched, (users) => users >= count, TIMEOUT_MS + count);
}

/** Bytes of the heap that are in use or not collected yet. */
export const listenerHeap = (exchange: Exchange): Promise<number> =>
  listenerMetric(exchange, 'nodejs_heap_size_used_bytes');

async function listenerMetric(exchange: Exchange, name: string): Promise<number> {
  const response = await fetch(`${healthUrlOf(exchange, 'deposit-listener')}/metrics`);
  const line = (await response.text()).split('\n').find((one) => one.startsWith(name));
  return Number(line?.split(' ').at(-1));
}
