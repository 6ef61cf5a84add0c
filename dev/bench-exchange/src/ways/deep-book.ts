import { createHash } from 'node:crypto';
import { EngineClient } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { encodeOrder } from '@bellwether/canonical-message';
import { toBase58, toHex } from '@bellwether/codec';
import type { CommandOf } from '@bellwether/exchange';
import { publicKeyOf, sign } from '@bellwether/signature';
import type { ExchangeUnderTest } from '../exchange-under-test';
import type { PlacedOrder } from '../placed-order';
import { readAnswer } from './engine-orders';

const SHARD = 0;
const LEVELS_A_SIDE = 100;
const BEST_PRICE_BPS = 4_900;
const STEP_BPS = 10;

export interface DeepBook {
  readonly marketId: string;
  readonly user: string;
  readonly placed: readonly PlacedOrder[];
}

/** A market with a hundred levels a side, all of one user. */
export async function openDeepBook(exchange: ExchangeUnderTest, bus: Bus): Promise<DeepBook> {
  const [marketId] = await exchange.openMarkets('How deep is a book?', 1);
  if (marketId === undefined) throw new Error('no market was opened');
  const seed = createHash('sha256').update('benchmark user of the deep book').digest();
  const user = publicKeyOf(seed);
  await exchange.credit(user);
  const engine = new EngineClient({ bus, shard: SHARD });
  const placed: PlacedOrder[] = [];
  for (let number = 0; number < 2 * LEVELS_A_SIDE; number++) {
    const level = number >> 1;
    const terms = {
      user,
      marketId,
      side: 'buy',
      outcome: number % 2 === 0 ? 'yes' : 'no',
      price: BEST_PRICE_BPS - level * STEP_BPS,
      size: 100 + level,
      nonce: number + 1,
    } as const;
    const order: CommandOf<'order'> = {
      kind: 'order',
      ...terms,
      orderType: 'gtc',
      feeBps: 0,
      builder: null,
      signature: sign(encodeOrder(terms), seed),
    };
    placed.push(readAnswer(await engine.send('order', order, { requestId: 'benchmark' })));
  }
  return { marketId: toHex(marketId), user: toBase58(user), placed };
}
