import type { ExchangeUnderTest } from '../exchange-under-test';
import { TradingDesk } from '../trading-desk';
import type { DeskOrder, OrderTerms } from '../trading-desk';
import { UserKeys } from './user-keys';

/** Desks of users who hold their own keys. Each name gives other users. */
export class SelfSignedDesks {
  private readonly keys = new UserKeys();
  private desks: readonly TradingDesk[] = [];

  /** @param outcomesOfOne how many desks share an event; by default as many as one takes */
  static async open(
    exchange: ExchangeUnderTest,
    name: string,
    count: number,
    outcomesOfOne?: number,
  ) {
    const made = new SelfSignedDesks();
    const question = `Which desk of ${name} is the fastest?`;
    const markets = await exchange.openMarkets(question, count, outcomesOfOne);
    made.desks = markets.map((marketId, desk) => {
      const users = [
        made.keys.add(`${name} ${desk} 0`),
        made.keys.add(`${name} ${desk} 1`),
      ] as const;
      return new TradingDesk(marketId, users);
    });
    for (const user of made.keys.users) await exchange.credit(user);
    return made;
  }

  /** The next `each` orders of the first `lanes` desks. */
  next(lanes: number, each: number): DeskOrder[][] {
    return this.desks.slice(0, lanes).map((desk) => desk.next(each));
  }

  signatureOf(order: OrderTerms): Uint8Array {
    return this.keys.signatureOf(order);
  }

  sign(message: Uint8Array, user: Uint8Array): Uint8Array {
    return this.keys.sign(message, user);
  }
}
