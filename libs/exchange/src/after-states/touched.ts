import { OnceList } from './once-list';

/** A book level as one number: `market * 32,768 + side * 16,384 + price`; prices have 14 bits. */
const PRICES = 2 ** 14;
const LEVELS_PER_MARKET = 2 * PRICES;
/** A holding as one number, `account * 131,072 + market`: markets have 17 bits, and accounts 22. */
const MARKETS = 2 ** 17;

/**
 * What the present command has changed so far: whoever writes an amount of a level, an account or a position says so
 * here. `tell.ts` makes their after-states of it at the command's end. No part of the state: it is empty between commands.
 */
export class Touched {
  private readonly levels = new OnceList();
  private readonly accounts = new OnceList();
  private readonly holdings = new OnceList();
  /** Of each holding, the record of its position when it was first touched. */
  private readonly positions: number[] = [];

  /** @param side `BID` or `ASK` */
  level(market: number, side: number, price: number): void {
    this.levels.add(market * LEVELS_PER_MARKET + side * PRICES + price);
  }

  account(account: number): void {
    this.accounts.add(account);
  }

  /** A position's record may be given back and be another's within one command: the holding is what was touched. */
  holding(account: number, market: number, position: number): void {
    const { holdings } = this;
    if (holdings.add(account * MARKETS + market)) this.positions[holdings.count - 1] = position;
  }

  eachLevel(tell: (market: number, side: number, price: number) => void): void {
    for (let i = 0; i < this.levels.count; i++) {
      const level = this.levels.at(i);
      const within = level % LEVELS_PER_MARKET;
      tell(Math.floor(level / LEVELS_PER_MARKET), within >= PRICES ? 1 : 0, within % PRICES);
    }
  }

  eachAccount(tell: (account: number) => void): void {
    for (let i = 0; i < this.accounts.count; i++) tell(this.accounts.at(i));
  }

  eachHolding(tell: (account: number, market: number, position: number) => void): void {
    for (let i = 0; i < this.holdings.count; i++) {
      const holding = this.holdings.at(i);
      tell(Math.floor(holding / MARKETS), holding % MARKETS, this.positions[i]!);
    }
  }

  clear(): void {
    this.levels.clear();
    this.accounts.clear();
    this.holdings.clear();
  }
}
