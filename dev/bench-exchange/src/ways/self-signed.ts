import { createHash } from 'node:crypto';
import { encodeOrder } from '@bellwether/canonical-message';
import { publicKeyOf, sign } from '@bellwether/signature';
import type { ExchangeUnderTest } from '../exchange-under-test';
import { TradingDesk } from '../trading-desk';
import type { DeskOrder, OrderTerms } from '../trading-desk';

/** Desks of users who hold their own keys. Each name gives other users. */
export class SelfSignedDesks {
  private readonly seeds = new Map<Uint8Array, Uint8Array>();
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
      const users = [made.newUser(`${name} ${desk} 0`), made.newUser(`${name} ${desk} 1`)] as const;
      return new TradingDesk(marketId, users);
    });
    for (const user of made.seeds.keys()) await exchange.credit(user);
    return made;
  }

  /** The next `each` orders of the first `lanes` desks. */
  next(lanes: number, each: number): DeskOrder[][] {
    return this.desks.slice(0, lanes).map((desk) => desk.next(each));
  }

  signatureOf(order: OrderTerms): Uint8Array {
    return this.sign(encodeOrder(order), order.user);
  }

  sign(message: Uint8Array, user: Uint8Array): Uint8Array {
    const seed = this.seeds.get(user);
    if (seed === undefined) throw new Error('a message of a user of another desk');
    return sign(message, seed);
  }

  private newUser(name: string): Uint8Array {
    const seed = createHash('sha256').update(`benchmark user ${name}`).digest();
    const user = publicKeyOf(seed);
    this.seeds.set(user, seed);
    return user;
  }
}
