import { setTimeout as sleep } from 'node:timers/promises';
import { BuilderClient, operationError } from '@bellwether/client';
import type { AdminClient, BuilderOrderRequest, ResolutionRulesRequest } from '@bellwether/client';
import type { BuilderCredentials } from '../exchange-file';
import { demoEvents } from './demo-events';
import type { DemoEvent } from './demo-events';
import { quotesAround } from './demo-quotes';

const MONEY_MICRO_USDC = 1_000_000_000_000;
/** Before a refusal that names no time is tried again. */
const PAUSE_MS = 250;

/**
 * The builder that every local exchange has: exchange.json names it. Its key may withdraw, which keys elsewhere may not
 * unless they are made so: the money is a test network's.
 */
export async function createDemoBuilder(
  admin: AdminClient,
  urls: { readonly gatewayUrl: string; readonly signerUrl: string },
): Promise<BuilderCredentials> {
  const { builder_id } = (await admin.createBuilder({ name: 'demo' })).answer;
  const scopes = ['trade', 'withdraw'];
  // A credential that an operator has seen works for nothing else: the builder replaces it.
  const first = (await admin.createKey({ builder_id, scopes })).answer;
  const client = new BuilderClient({ ...urls, apiKey: first.api_key, secret: first.secret });
  const { api_key, secret } = (await client.rotateKey(first.key_id)).answer;
  return { builder_id, api_key, secret };
}

export const demoBuilderClient = (
  urls: { readonly gatewayUrl: string; readonly signerUrl: string },
  { api_key: apiKey, secret }: BuilderCredentials,
): BuilderClient => new BuilderClient({ ...urls, apiKey, secret });

/** Operators resolve at once, sources in ten seconds. Who gives a category a window finds a stake that the faucet's money pays. */
export const DEMO_RULES: ResolutionRulesRequest['rules'] = [
  {
    name: '*',
    sub: '*',
    window_seconds: 0,
    source_window_seconds: 10,
    stake_micro_usdc: 5_000_000,
    reward_pct: 50,
    second_role: false,
  },
];

/**
 * Sets the rules for results, opens the demo events, lets the demo maker quote every market of them, and a taker trade a little. An event that is
 * there is not opened again and a market with quotes keeps those, so that a second start adds nothing.
 */
export async function seedDemo(admin: AdminClient, builder: BuilderClient): Promise<void> {
  await ensureRules(admin, builder);
  const maker = await fundedUser(admin, builder, 'demo-maker');
  const taker = await fundedUser(admin, builder, 'demo-taker');
  for (const { event, fairPrices } of demoEvents(Date.now())) {
    for (const { label, market_id } of await ensureEvent(admin, builder, event)) {
      const { orders: open } = await builder.gateway.orders(maker, { status: 'open', market_id });
      if (open.length > 0) continue;
      const quotes = quotesAround(fairPrices[label] ?? 5_000);
      const terms = { market_id, order_type: 'post_only' } as const;
      await placeAll(
        builder,
        maker,
        quotes.map((quote) => ({ ...terms, ...quote })),
      );
      if (event.category.name !== UNTRADED) await trade(builder, taker, market_id);
    }
  }
}

/** The README trades here, against the whole book. */
const UNTRADED = 'weather';

/** A list without a single trade looks dead: some contracts of both outcomes, at the best prices. */
async function trade(builder: BuilderClient, user: string, market_id: string): Promise<void> {
  const order = { market_id, side: 'buy', price: 9_999, order_type: 'ioc' } as const;
  await placeAll(builder, user, [
    { ...order, outcome: 'yes', size: 40 },
    { ...order, outcome: 'no', size: 25 },
    { ...order, outcome: 'yes', size: 15 },
  ]);
}

/** In batches: what comes faster than a user may send is sent again. @throws BellwetherError for a refusal that stays */
async function placeAll(
  builder: BuilderClient,
  user: string,
  orders: readonly BuilderOrderRequest[],
): Promise<void> {
  for (let left = orders; left.length > 0;) {
    const { answer } = await builder.batch(left.map((place) => ({ user, place })));
    const errors = answer.results.map(operationError);
    const late = errors.filter((error) => error !== null);
    for (const error of late) if (!error.retryable) throw error;
    left = left.filter((_, index) => errors[index] !== null);
    const waits = late.map(({ details }) => Number(details['retry_after_ms'] ?? PAUSE_MS));
    await sleep(Math.max(0, ...waits));
  }
}

async function fundedUser(
  admin: AdminClient,
  builder: BuilderClient,
  userId: string,
): Promise<string> {
  const { public_key: user } = await builder.createUserKey({ user_id: userId });
  await admin.credit({ user, amount: MONEY_MICRO_USDC, reference: userId });
  return user;
}

/** Those that somebody has set stay. */
async function ensureRules(admin: AdminClient, { gateway }: BuilderClient): Promise<void> {
  const { rules } = await gateway.resolutionRules();
  if (rules.length === 0) await admin.setResolutionRules({ rules: DEMO_RULES });
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
