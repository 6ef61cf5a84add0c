import { BuilderClient } from '@bellwether/client';
import type { AdminClient } from '@bellwether/client';
import type { BuilderCredentials } from '../exchange-file';
import { demoEvents } from './demo-events';
import type { DemoEvent } from './demo-events';
import { quotesAround } from './demo-quotes';

const MAKER_USER_ID = 'demo-maker';
const MAKER_MONEY_MICRO_USDC = 1_000_000_000_000;

/**
 * The builder that every local exchange has: exchange.json names it. Its key may withdraw, which keys elsewhere may not
 * unless they are made so: the money is a test network's.
 */
export async function createDemoBuilder(admin: AdminClient): Promise<BuilderCredentials> {
  const { builder_id } = (await admin.createBuilder({ name: 'demo' })).answer;
  const scopes = ['trade', 'withdraw'];
  const { api_key, secret } = (await admin.createKey({ builder_id, scopes })).answer;
  return { builder_id, api_key, secret };
}

/** The demo builder as a client of its own exchange. */
export const demoBuilderClient = (
  urls: { readonly gatewayUrl: string; readonly signerUrl: string },
  { api_key: apiKey, secret }: BuilderCredentials,
): BuilderClient => new BuilderClient({ ...urls, apiKey, secret });

/**
 * Opens the demo events and lets the demo maker quote every market of them. An event that is there is not opened
 * again and a market with quotes keeps those, so that a second start adds nothing.
 */
export async function seedDemo(admin: AdminClient, builder: BuilderClient): Promise<void> {
  const maker = await fundedMaker(admin, builder);
  for (const { event, fairPrices } of demoEvents(Date.now())) {
    for (const { label, market_id } of await ensureEvent(admin, builder, event)) {
      const { orders } = await builder.gateway.orders(maker, { status: 'open', market_id });
      if (orders.length > 0) continue;
      for (const quote of quotesAround(fairPrices[label] ?? 5_000)) {
        await builder.submitOrder(maker, { market_id, order_type: 'post_only', ...quote });
      }
    }
  }
}

async function fundedMaker(admin: AdminClient, builder: BuilderClient): Promise<string> {
  const { public_key: user } = await builder.createUserKey(MAKER_USER_ID);
  await admin.credit({ user, amount: MAKER_MONEY_MICRO_USDC, reference: MAKER_USER_ID });
  return user;
}

interface Outcome {
  readonly label: string;
  readonly market_id: string;
}

async function ensureEvent(
  admin: AdminClient,
  { gateway }: BuilderClient,
  event: DemoEvent,
): Promise<readonly Outcome[]> {
  const [existing] = (await gateway.events({ event_id: event.event_id })).events;
  return existing?.outcomes ?? (await admin.createEvent(event)).answer.outcomes;
}
