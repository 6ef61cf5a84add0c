import { parsePublicKey } from '@bellwether/codec';
import { TradingDesk } from '../load/trading-desk';
import type { DeskOrder, OrderTerms } from '../load/trading-desk';
import { UserKeys } from '../load/user-keys';
import type { ExchangeUnderTest } from './exchange-under-test';

/** Orders for every lane, and their users' signatures. */
export interface SignedOrders {
  next(lanes: number, each: number): DeskOrder[][];
  signatureOf(order: OrderTerms): Uint8Array;
}

/** Desks of users with money, each in a market of its own. Each name gives other users. */
export class Desks implements SignedOrders {
  readonly keys = new UserKeys();
  private desks: readonly TradingDesk[] = [];

  /** Of users who hold their own keys. @param outcomesOfOne desks that share an event; by default as many as one takes */
  static open(exchange: ExchangeUnderTest, name: string, count: number, outcomesOfOne?: number) {
    const desks = new Desks();
    const user = async (desk: number, trader: number) =>
      desks.keys.add(`${name} ${desk} ${trader}`);
    return desks.opened(exchange, { name, count, outcomesOfOne, user });
  }

  /** Of users whose keys the signer derives. */
  static delegated(exchange: ExchangeUnderTest, count: number) {
    const user = async (desk: number, trader: number) => {
      const key = await exchange.delegatedUser(`desk ${desk}, trader ${trader}`);
      const parsed = parsePublicKey(key);
      if (parsed === undefined) throw new Error('the signer gave a key that is none');
      return parsed;
    };
    return new Desks().opened(exchange, { name: 'the signer', count, user });
  }

  /** The next `each` orders of the first `lanes` desks. */
  next(lanes: number, each: number): DeskOrder[][] {
    return this.desks.slice(0, lanes).map((desk) => desk.next(each));
  }

  signatureOf(order: OrderTerms): Uint8Array {
    return this.keys.signatureOf(order);
  }

  private async opened(exchange: ExchangeUnderTest, of: DeskOptions): Promise<this> {
    const question = `Which desk of ${of.name} is the fastest?`;
    const markets = await exchange.openMarkets(question, of.count, of.outcomesOfOne);
    const desks: TradingDesk[] = [];
    for (const [desk, marketId] of markets.entries()) {
      const users = [await of.user(desk, 0), await of.user(desk, 1)] as const;
      for (const user of users) await exchange.credit(user);
      desks.push(new TradingDesk(marketId, users));
    }
    this.desks = desks;
    return this;
  }
}

interface DeskOptions {
  readonly name: string;
  readonly count: number;
  readonly outcomesOfOne?: number | undefined;
  readonly user: (desk: number, trader: number) => Promise<Uint8Array>;
}
