import { parsePublicKey } from '@bellwether/codec';
import { TradingPair } from '../load/trading-pair';
import type { PairOrder, OrderTerms } from '../load/trading-pair';
import { UserKeys } from '../load/user-keys';
import type { ExchangeUnderTest } from './exchange-under-test';

/** Orders for every lane, and their users' signatures. */
export interface SignedOrders {
  next(lanes: number, each: number): PairOrder[][];
  signatureOf(order: OrderTerms): Uint8Array;
}

/** Pairs of users with money, each in a market of its own. Each name gives other users. */
export class TradingPairs implements SignedOrders {
  readonly keys = new UserKeys();
  private pairs: readonly TradingPair[] = [];

  /** Users who hold their own keys. @param outcomesOfOne pairs that share an event; by default as many as one takes */
  static open(exchange: ExchangeUnderTest, name: string, count: number, outcomesOfOne?: number) {
    const pairs = new TradingPairs();
    const user = async (pair: number, trader: number) =>
      pairs.keys.add(`${name} ${pair} ${trader}`);
    return pairs.opened(exchange, { name, count, outcomesOfOne, user });
  }

  /** Users whose keys the signer derives. */
  static delegated(exchange: ExchangeUnderTest, count: number) {
    const user = async (pair: number, trader: number) => {
      const key = await exchange.delegatedUser(`pair ${pair}, trader ${trader}`);
      const parsed = parsePublicKey(key);
      if (parsed === undefined) throw new Error('the signer gave a key that is none');
      return parsed;
    };
    return new TradingPairs().opened(exchange, { name: 'the signer', count, user });
  }

  /** The next `each` orders of the first `lanes` pairs. */
  next(lanes: number, each: number): PairOrder[][] {
    return this.pairs.slice(0, lanes).map((pair) => pair.next(each));
  }

  signatureOf(order: OrderTerms): Uint8Array {
    return this.keys.signatureOf(order);
  }

  private async opened(exchange: ExchangeUnderTest, of: PairsOptions): Promise<this> {
    const question = `Which pair of ${of.name} is the fastest?`;
    const markets = await exchange.openMarkets(question, of.count, of.outcomesOfOne);
    const pairs: TradingPair[] = [];
    for (const [pair, marketId] of markets.entries()) {
      const users = [await of.user(pair, 0), await of.user(pair, 1)] as const;
      for (const user of users) await exchange.credit(user);
      pairs.push(new TradingPair(marketId, users));
    }
    this.pairs = pairs;
    return this;
  }
}

interface PairsOptions {
  readonly name: string;
  readonly count: number;
  readonly outcomesOfOne?: number | undefined;
  readonly user: (pair: number, trader: number) => Promise<Uint8Array>;
}
