/**
 * Makes a workload. Prices wander, offsets from them have a heavy tail, half of the prices are round, sizes are
 * exponential, markets are Zipfian. No account meets its own orders, as peers have no rule for that, and none sells
 * what it does not hold. So every contender executes every command.
 */
import { Random } from '@bellwether/seeded-random';
import {
  ACCOUNT,
  ADD,
  ASK,
  BID,
  CANCEL,
  ID,
  MARKET,
  NO,
  OP,
  OUTCOME,
  PRICE,
  SIDE,
  SIZE,
  TAKE,
  WORDS_PER_COMMAND,
  YES,
  isSell,
} from './command-words';
import { ReferenceBook } from './reference-book';
import { type Totals, type Workload, type WorkloadShape, accountAt } from './workload';

const MEAN_SIZE = 50;
const ZIPF_EXPONENT = 0.9;
/** A few orders fill at once, so filling the book takes more adds than should rest. */
const PREFILL_SURPLUS = 1.02;

interface Generated {
  readonly workload: Workload;
  readonly commands: Int32Array;
}

export function generate(shape: WorkloadShape, partial: number): Generated {
  const market = new MarketMaker(shape);
  const prefill = Math.floor(shape.markets * shape.depth * PREFILL_SURPLUS);
  const count = prefill + shape.warmUp + shape.measured;
  const commands = new Int32Array(count * WORDS_PER_COMMAND);
  const warmCount = prefill + shape.warmUp;
  const partialCount = warmCount + Math.min(partial, shape.measured);
  const mix = { adds: 0, cancels: 0, takes: 0 };
  let expectedPartial: Totals | null = null;
  for (let index = 0; index < count; index++) {
    const words = commands.subarray(index * WORDS_PER_COMMAND, (index + 1) * WORDS_PER_COMMAND);
    if (index < prefill) market.add(words, index % shape.markets);
    else market.mixed(words);
    if (index >= warmCount) mix[KIND_OF_OP[words[OP]!]!]++;
    if (index === partialCount - 1) expectedPartial = market.totals();
  }
  const expected = market.totals();
  return {
    commands,
    workload: {
      shape,
      count,
      warmCount,
      lastId: market.lastId,
      partialCount,
      expectedPartial: expectedPartial ?? expected,
      expected,
      mix,
    },
  };
}

const KIND_OF_OP = { [ADD]: 'adds', [CANCEL]: 'cancels', [TAKE]: 'takes' } as Record<
  number,
  'adds' | 'cancels' | 'takes'
>;

class MarketMaker {
  lastId = 0;
  private trades = 0;
  private volume = 0;
  private notional = 0;
  private readonly random: Random;
  private readonly books: ReferenceBook[] = [];
  /** The assumed fair price of each market. */
  private readonly fair: number[] = [];
  private readonly weights: number[] = [];
  /** Unlocked contracts by account, market and outcome. */
  private readonly free = new Map<number, number>();

  constructor(private readonly shape: WorkloadShape) {
    this.random = new Random(shape.seed * 7_919);
    let weight = 0;
    for (let market = 0; market < shape.markets; market++) {
      this.books.push(new ReferenceBook());
      this.fair.push(shape.markets === 1 ? 5_000 : 500 + this.random.index(9_000));
      weight += (market + 1) ** -ZIPF_EXPONENT;
      this.weights.push(weight);
    }
  }

  totals(): Totals {
    const { trades, volume, notional, books } = this;
    return {
      trades,
      volume,
      notional,
      resting: books.reduce((sum, { live }) => sum + live.length, 0),
    };
  }

  mixed(words: Int32Array): void {
    const market = this.pickMarket();
    this.randomWalk(market);
    const resting = this.books[market]!.live.length;
    const draw = this.random.unit();
    if (draw < 0.6 || resting < this.shape.depth * 0.2) this.add(words, market);
    else if (draw < 0.9) this.cancel(words, market);
    else this.take(words, market);
  }

  add(words: Int32Array, market: number): void {
    const side = this.random.chance(0.5) ? BID : ASK;
    const offset = 1 + Math.floor(20 * ((1 - this.random.unit()) ** (-1 / 1.5) - 1));
    const exact = Math.floor(this.fair[market]!) + (side === BID ? -offset : offset);
    const price = clampPrice(this.random.chance(0.5) ? Math.round(exact / 10) * 10 : exact);
    const size = 1 + Math.floor(-Math.log(1 - this.random.unit()) * MEAN_SIZE);
    this.place(words, ADD, { market, side, price, size });
  }

  /** Takes orders of the size that holds the book at its depth. */
  private take(words: Int32Array, market: number): void {
    const side = this.random.chance(0.5) ? BID : ASK;
    const surplus = this.books[market]!.live.length / this.shape.depth - 1;
    const orders = Math.max(0.1, 2.7 + 8 * surplus) * (0.5 + this.random.unit());
    const price = clampPrice(Math.floor(this.fair[market]!) + (side === BID ? 600 : -600));
    this.place(words, TAKE, { market, side, price, size: 1 + Math.floor(MEAN_SIZE * orders) });
  }

  private cancel(words: Int32Array, market: number): void {
    const book = this.books[market]!;
    const order = book.live[this.random.index(book.live.length)]!;
    words[OP] = CANCEL;
    words[MARKET] = market;
    words[ID] = order.id;
    words[ACCOUNT] = order.account;
    book.remove(order);
    if (isSell(order.side, order.outcome)) {
      this.give(order.account, market, order.outcome, order.open);
    }
  }

  private place(
    words: Int32Array,
    op: number,
    { market, side, price, size }: { market: number; side: number; price: number; size: number },
  ): void {
    const book = this.books[market]!;
    const met = book.reached(side, price, size);
    const account = this.pickAccount(
      market,
      met.map((order) => order.account),
    );
    const outcome = this.pickOutcome({ market, account, side, size });
    const id = ++this.lastId;
    words[OP] = op;
    words[MARKET] = market;
    words[SIDE] = side;
    words[PRICE] = price;
    words[SIZE] = size;
    words[ID] = id;
    words[ACCOUNT] = account;
    words[OUTCOME] = outcome;

    let open = size;
    for (const maker of met) {
      const quantity = Math.min(open, maker.open);
      open -= quantity;
      maker.open -= quantity;
      this.trades++;
      this.volume += quantity;
      this.notional += quantity * maker.price;
      this.bought(maker, market, quantity);
      if (maker.open === 0) book.remove(maker);
    }
    this.bought({ side, outcome, account }, market, size - open);
    if (isSell(side, outcome)) {
      this.give(account, market, outcome, op === ADD ? -size : open - size);
    }
    if (op === ADD && open > 0) book.add({ id, side, price, account, outcome, open, place: 0 });
  }

  private bought(
    { side, outcome, account }: { side: number; outcome: number; account: number },
    market: number,
    quantity: number,
  ): void {
    if (!isSell(side, outcome)) this.give(account, market, outcome, quantity);
  }

  private pickAccount(market: number, others: readonly number[]): number {
    for (;;) {
      const index = this.random.index(this.shape.accountsPerMarket);
      const account = accountAt(this.shape, market, index);
      if (!others.includes(account)) return account;
    }
  }

  /** Half of all orders should be sells. An account with too few contracts states the same order as a buy. */
  private pickOutcome(order: {
    market: number;
    account: number;
    side: number;
    size: number;
  }): number {
    const outcome = this.random.chance(0.5) ? YES : NO;
    if (!isSell(order.side, outcome)) return outcome;
    const held = this.freeOf(order.account, order.market, outcome);
    return held >= order.size ? outcome : YES + NO - outcome;
  }

  private keyOf(account: number, market: number, outcome: number): number {
    return (account * this.shape.markets + market) * 2 + outcome;
  }

  private freeOf(account: number, market: number, outcome: number): number {
    return this.free.get(this.keyOf(account, market, outcome)) ?? this.shape.holding;
  }

  private give(account: number, market: number, outcome: number, contracts: number): void {
    const held = this.freeOf(account, market, outcome);
    this.free.set(this.keyOf(account, market, outcome), held + contracts);
  }

  private randomWalk(market: number): void {
    let fair = this.fair[market]! + (this.random.unit() - 0.5) * 1.6;
    if (this.random.chance(1e-5)) fair += (this.random.unit() - 0.5) * 600;
    this.fair[market] = Math.min(Math.max(fair, 300), 9_700);
  }

  private pickMarket(): number {
    const { weights, random } = this;
    if (weights.length === 1) return 0;
    const target = random.unit() * weights.at(-1)!;
    let [low, high] = [0, weights.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (weights[middle]! < target) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const clampPrice = (price: number): number => Math.min(Math.max(price, 1), 9_999);
