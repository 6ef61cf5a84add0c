/** Activity at the exchange beside the visitor's: markets, a maker, money. */
import { KeyPair, Trader } from '@bellwether/client';
import type { OrderRequest } from '@bellwether/client';
import type { Exchange } from '../../e2e/src/exchange';
import { suiteExchange } from '../../e2e/src/exchange';

export const MICRO = 1_000_000;
const MAKER_MONEY = 1_000_000 * MICRO;

let made = 0;
const unique = (): string => `${process.pid}-${Date.now()}-${made++}`;

export const webExchange = (): Exchange => suiteExchange('BELLWETHER_WEB_TRIALS_DATA');

export async function credit(exchange: Exchange, user: string, usd: number): Promise<void> {
  await exchange.operator.credit({ user, amount: usd * MICRO, reference: unique() });
}

/** A user of the API, with money. */
export async function richTrader(exchange: Exchange): Promise<Trader> {
  const trader = new Trader({
    gatewayUrl: exchange.file.gateway_url,
    network: exchange.file.network,
    key: KeyPair.random(),
  });
  await exchange.operator.credit({ user: trader.user, amount: MAKER_MONEY, reference: unique() });
  return trader;
}

export interface OpenMarket {
  readonly question: string;
  readonly eventId: string;
  readonly id: string;
  readonly ids: readonly string[];
  /** Quotes Yes at 43, 42, 41 against 45, 46, 47 cents: 100, 200, 300 contracts each. */
  readonly maker: Trader;
}

export async function openMarket(
  exchange: Exchange,
  {
    labels = ['Yes'],
    category = 'trials',
    hasQuotes = true,
  }: {
    readonly labels?: readonly string[];
    readonly category?: string;
    readonly hasQuotes?: boolean;
  } = {},
): Promise<OpenMarket> {
  const name = unique();
  const question = `Will trial ${name} go well?`;
  const { answer } = await exchange.operator.createEvent({
    event_id: `trial-${name}`,
    question,
    description: `It is decided by trial ${name} itself.`,
    category: { name: category, sub: 'web' },
    expiry: Math.floor(Date.now() / 1_000) + 86_400,
    outcomes: labels.map((label) => ({ label })),
  });
  const ids = answer.outcomes.map(({ market_id }) => market_id);
  const id = ids[0] ?? '';
  const maker = await richTrader(exchange);
  if (hasQuotes) for (const order of quotes(id)) await maker.placeOrder(order);
  return { question, eventId: answer.event_id, id, ids, maker };
}

const quotes = (market_id: string): OrderRequest[] =>
  [100, 200, 300].flatMap((size, level) => [
    { ...RESTING, market_id, size, outcome: 'yes', price: 4_300 - 100 * level },
    { ...RESTING, market_id, size, outcome: 'no', price: 5_500 - 100 * level },
  ]);
const RESTING = { side: 'buy', order_type: 'gtc' } as const;
