import { createHash } from 'node:crypto';
import type { Bus } from '@bellwether/bus';
import { toBase58, toHex } from '@bellwether/codec';
import { testCredit } from '../load/commands';
import { CYCLE_ORDERS, TradingPair } from '../load/trading-pair';
import type { PairOrder, OrderTerms } from '../load/trading-pair';
import { UserKeys } from '../load/user-keys';
import type { SignedOrders } from './trading-pairs';
import { EngineOrders } from './engine-orders';
import type { ExchangeUnderTest } from './exchange-under-test';

/** A million users have less than 2^53 micro-USDC together. */
const MONEY_MICRO_USDC = 2_000_000_000;
const CREDITED_AT_ONCE = 256;
/** Each of the first users has a key and trades. Of the others, one in this many does. */
const FIRST_TRADERS = 10_000;
const TRADERS_ONE_IN = 128;
/** A prime, so that the orders of a lane use all its pairs, and reach every part of them early. */
const PAIR_STRIDE = 617;
/** Above all nonces of smaller crowds. */
const NONCES_A_SIZE = 100_000;

/** Users and markets whose number grows, and orders of pairs of users that are spread evenly over all. */
export class Crowd implements SignedOrders {
  private readonly engine: EngineOrders;
  private readonly keys = new UserKeys();
  private traders: Uint8Array[] = [];
  private markets: Uint8Array[] = [];
  private pairs: TradingPair[][] = [];
  private turns: number[] = [];
  private sizes = 0;
  users = 0;

  constructor(
    private readonly exchange: ExchangeUnderTest,
    bus: Bus,
    /** Each lane has its own pairs and markets, as a pair computes what its orders must result in. */
    private readonly lanes: number,
  ) {
    this.engine = new EngineOrders(bus);
  }

  async grow(size: { readonly users: number; readonly markets: number }): Promise<void> {
    const more = size.markets - this.markets.length;
    if (more > 0)
      this.markets.push(...(await this.exchange.openMarkets('Who will be many?', more)));
    await this.creditUpTo(size.users);
    this.seatTraders();
  }

  /** Whole cycles, each of the lane's next pair. */
  next(lanes: number, each: number): PairOrder[][] {
    return this.pairs.slice(0, lanes).map((pairs, lane) => {
      const orders: PairOrder[] = [];
      while (orders.length < each) {
        const turn = this.turns[lane]!++;
        orders.push(...pairs[(turn * PAIR_STRIDE) % pairs.length]!.next(CYCLE_ORDERS));
      }
      return orders;
    });
  }

  signatureOf(order: OrderTerms): Uint8Array {
    return this.keys.signatureOf(order);
  }

  /** A user who trades, in base58. */
  get someTrader(): string {
    return toBase58(this.traders.at(-1)!);
  }

  /** A market that they trade in. */
  get someMarket(): string {
    return toHex(this.markets[0]!);
  }

  private async creditUpTo(users: number): Promise<void> {
    while (this.users < users) {
      const some = Array.from({ length: Math.min(CREDITED_AT_ONCE, users - this.users) }, () =>
        this.nextUser(),
      );
      await Promise.all(some.map((user) => this.credit(user)));
    }
  }

  private nextUser(): Uint8Array {
    const index = this.users++;
    const name = `${index} of the crowd`;
    if (index >= FIRST_TRADERS && index % TRADERS_ONE_IN !== 0)
      return createHash('sha256').update(name).digest();
    const user = this.keys.add(name);
    this.traders.push(user);
    return user;
  }

  /** Sent again if the answer is late: an engine without a standby pauses while it copies so many users. */
  private async credit(user: Uint8Array): Promise<void> {
    const command = testCredit(user, MONEY_MICRO_USDC, toBase58(user));
    const send = () => this.engine.client.send('admin', command, { requestId: 'benchmark' });
    const { reply } = await send().catch(send);
    if (reply.body.kind !== 'credited') throw new Error(JSON.stringify(reply.body));
  }

  /** Pairs of neighbours, which trade in the markets of their lane, spread over all of those. */
  private seatTraders(): void {
    const { lanes, markets } = this;
    const traders = this.evenlySpread();
    const pairs = Math.floor(traders.length / 2 / lanes);
    const marketsOfLane = Math.floor(markets.length / lanes);
    const lastNonce = this.sizes++ * NONCES_A_SIZE;
    this.turns = Array.from({ length: lanes }, () => 0);
    this.pairs = this.turns.map((_, lane) =>
      Array.from({ length: pairs }, (__, pair) => {
        const at = 2 * (pair * lanes + lane);
        const market = Math.floor((pair * marketsOfLane) / pairs);
        const users = [traders[at]!, traders[at + 1]!] as const;
        return new TradingPair(markets[market * lanes + lane]!, users, lastNonce);
      }),
    );
  }

  /** If most users do not trade, the first ones would be close together, so they are spread over all. */
  private evenlySpread(): Uint8Array[] {
    if (this.users <= FIRST_TRADERS) return this.traders;
    const early = FIRST_TRADERS / TRADERS_ONE_IN;
    return [...this.traders.slice(0, early), ...this.traders.slice(FIRST_TRADERS)];
  }
}
