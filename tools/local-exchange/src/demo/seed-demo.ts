import type { BuilderCredentials } from '../exchange-file';
import { listOf, numberOf, textOf } from '../json-client';
import { demoEvents } from './demo-events';
import type { DemoEvent } from './demo-events';
import { quotesAround } from './demo-quotes';
import type { ExchangeApi } from './exchange-api';

const MAKER_USER_ID = 'demo-maker';
const MAKER_MONEY_MICRO_USDC = 1_000_000_000_000;

/**
 * The builder that every local exchange has: exchange.json names it. Its key may withdraw, which keys elsewhere may not
 * unless they are made so: the money is a test network's.
 */
export async function createDemoBuilder(api: ExchangeApi): Promise<BuilderCredentials> {
  const builder = await api.admin('/admin/builders', { name: 'demo' });
  const builder_id = textOf(builder, 'builder_id');
  const key = await api.admin('/admin/keys', { builder_id, scopes: ['trade', 'withdraw'] });
  return { builder_id, api_key: textOf(key, 'api_key'), secret: textOf(key, 'secret') };
}

/**
 * Opens the demo events and lets the demo maker quote every market of them. An event that is there is not opened
 * again and a market with quotes keeps those, so that a second start adds nothing.
 */
export async function seedDemo(api: ExchangeApi, builder: BuilderCredentials): Promise<void> {
  const maker = await fundedMaker(api, builder);
  let nonce = numberOf(await api.read(`/v1/nonce/${maker}`), 'order');
  for (const { event, fairPrices } of demoEvents(Date.now())) {
    for (const { label, marketId } of await ensureEvent(api, event)) {
      if (await isQuoted(api, maker, marketId)) continue;
      for (const quote of quotesAround(fairPrices[label] ?? 5_000)) {
        nonce++;
        const order = {
          user: maker,
          market_id: marketId,
          order_type: 'post_only',
          nonce,
          ...quote,
        };
        await api.asBuilder(builder, '/v1/submit', order);
      }
    }
  }
}

async function fundedMaker(api: ExchangeApi, builder: BuilderCredentials): Promise<string> {
  const keys = await api.asBuilder(builder, '/v1/keys', { user_id: MAKER_USER_ID });
  const user = textOf(keys, 'public_key');
  const credit = { user, amount: MAKER_MONEY_MICRO_USDC, reference: MAKER_USER_ID };
  await api.admin('/admin/credit', credit);
  return user;
}

interface Outcome {
  readonly label: string;
  readonly marketId: string;
}

async function ensureEvent(api: ExchangeApi, event: DemoEvent): Promise<readonly Outcome[]> {
  const [existing] = listOf(await api.read(`/v1/events?event_id=${event.event_id}`), 'events');
  const outcomes = listOf(existing ?? (await api.admin('/admin/events', { ...event })), 'outcomes');
  return outcomes.map((outcome) => ({
    label: textOf(outcome, 'label'),
    marketId: textOf(outcome, 'market_id'),
  }));
}

async function isQuoted(api: ExchangeApi, maker: string, marketId: string): Promise<boolean> {
  const path = `/v1/orders/${maker}?status=open&market_id=${marketId}`;
  return listOf(await api.read(path), 'orders').length > 0;
}
