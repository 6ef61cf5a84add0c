import type { Bus } from '@bellwether/bus';
import { toBase58, toHex } from '@bellwether/codec';
import type { PlacedOrder } from '../load/placed-order';
import { UserKeys } from '../load/user-keys';
import { EngineOrders } from './engine-orders';
import type { ExchangeUnderTest } from './exchange-under-test';

const LEVELS_A_SIDE = 100;
const BEST_PRICE_BPS = 4_900;
const STEP_BPS = 10;

/** A market with a hundred levels a side, all of one user. */
export async function openDeepBook(exchange: ExchangeUnderTest, bus: Bus, placed: PlacedOrder[]) {
  const [marketId] = await exchange.openMarkets('How deep is a book?', 1);
  const keys = new UserKeys();
  const user = keys.add('of the deep book');
  await exchange.credit(user);
  const engine = new EngineOrders(bus);
  for (let number = 0; number < 2 * LEVELS_A_SIDE; number++) {
    const level = number >> 1;
    const terms = {
      user,
      marketId: marketId!,
      side: 'buy',
      outcome: number % 2 === 0 ? 'yes' : 'no',
      orderType: 'gtc',
      price: BEST_PRICE_BPS - level * STEP_BPS,
      size: 100 + level,
      nonce: number + 1,
    } as const;
    placed.push(await engine.place(terms, keys.signatureOf(terms)));
  }
  return { marketId: toHex(marketId!), user: toBase58(user) };
}
