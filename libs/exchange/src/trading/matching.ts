import type { FillEnd, FillMessage, Settlement } from '../accounts/settlement';
import type { Audit } from '../invariants/audit';
import { FEE_BPS, MAKER_REBATE_PCT } from '../markets/market-table';
import type { MarketTable } from '../markets/market-table';
import type { PriceLadder } from '../markets/price-ladder';
import type { Walk } from '../markets/walk';
import { builderFee, curveOf, makerRebate, notionalOf, protocolFee } from '../money/fees';
import {
  ACCOUNT,
  BUILDER,
  FILLED,
  MAKER_CURVE,
  NOTIONAL,
  OPEN,
  POSITION,
  SIZE,
  WORD,
} from '../orders/order-pool';
import type { OrderPool } from '../orders/order-pool';
import { feeBpsOf, inTermsOf, outcomeOf, sideOf, yesPriceOf } from '../orders/order-word';
import type { IncomingOrder } from './incoming-order';
import { reasonIndex } from './order-ends';
import type { OrderEnds } from './order-ends';
import { StepLog } from './step-log';

const SELF_TRADE = reasonIndex('self_trade');

const blankEnd = (): FillEnd => ({
  account: 0,
  position: 0,
  side: 0,
  outcome: 0,
  price: 0,
  builder: 0,
  builderFee: 0,
});

/**
 * Carries out a walk: each step is a fill at the maker's price, or the cancel of an own order.
 * The log tells what each step came to. Cost: O(steps); nothing is allocated.
 */
export class Matching {
  readonly log = new StepLog();
  lastTradeId = 0;

  private readonly message: FillMessage = {
    market: 0,
    quantity: 0,
    protocolFee: 0,
    rebate: 0,
    taker: blankEnd(),
    maker: blankEnd(),
  };
  /** Of the command so far: the curve of its fills, and the protocol fee charged on it. */
  private curve = 0;
  private feeCharged = 0;

  constructor(
    private readonly orders: OrderPool,
    private readonly markets: MarketTable,
    private readonly ladder: PriceLadder,
    private readonly settlement: Settlement,
    private readonly ends: OrderEnds,
    private readonly audit: Audit,
  ) {}

  /** @param order the record of `taker`, not in the book yet */
  run(taker: IncomingOrder, order: number, walk: Walk): void {
    this.log.begin(walk.steps);
    if (walk.steps === 0) return;
    this.curve = 0;
    this.feeCharged = 0;
    this.message.market = taker.market;
    const end = this.message.taker;
    end.account = taker.account;
    end.position = this.orders.int(order, POSITION);
    end.side = taker.side;
    end.outcome = taker.outcome;
    end.builder = taker.builder;
    for (let step = 0; step < walk.steps; step++) {
      const maker = walk.makers[step]!;
      const quantity = walk.quantities[step]!;
      if (quantity === 0) this.cancelOwn(maker);
      else this.fill(taker, order, maker, quantity);
    }
  }

  private cancelOwn(maker: number): void {
    const { orders } = this;
    const word = orders.int(maker, WORD);
    const account = orders.int(maker, ACCOUNT);
    const open = orders.int(maker, OPEN);
    const filled = orders.int(maker, FILLED);
    const orderId = orders.idOf(maker);
    this.log.selfTradeCancel(orderId, account, this.ends.cancel(maker, SELF_TRADE));
    this.log.maker(word, filled, open);
  }

  private fill(taker: IncomingOrder, order: number, maker: number, quantity: number): void {
    const { orders } = this;
    const word = orders.int(maker, WORD);
    const yesPrice = yesPriceOf(word);
    const message = this.message;
    message.quantity = quantity;
    this.priceTaker(taker, order, yesPrice);
    this.priceMaker(maker, word, yesPrice);
    this.settlement.settle(message);
    this.markets.traded(taker.market, yesPrice, quantity);

    const filled = orders.int(maker, FILLED) + quantity;
    const open = orders.int(maker, OPEN) - quantity;
    this.log.fill(++this.lastTradeId, orders.idOf(maker), message);
    this.log.maker(word, filled, open);
    this.ladder.reduce(maker, quantity);
    orders.setInt(maker, FILLED, filled);
    orders.setInt(maker, OPEN, open);
    orders.setInt(order, FILLED, orders.int(order, FILLED) + quantity);
    this.audit.sizes(taker.market, orders.int(maker, SIZE), filled, open);
    this.audit.account(message.maker.account);
    if (open === 0) this.ends.filled(maker);
  }

  /** The taker's end of the message: its price, and what its fees come to with this fill. */
  private priceTaker(taker: IncomingOrder, order: number, yesPrice: number): void {
    const { message } = this;
    const { orders } = this;
    const price = inTermsOf(taker.outcome, yesPrice);
    message.taker.price = price;

    this.curve += curveOf(message.quantity, yesPrice);
    const fee = protocolFee(this.markets.int(taker.market, FEE_BPS), this.curve);
    message.protocolFee = fee - this.feeCharged;
    this.feeCharged = fee;

    const before = orders.word(order, NOTIONAL);
    const after = before + notionalOf(message.quantity, price);
    orders.setWord(order, NOTIONAL, after);
    message.taker.builderFee = builderFee(taker.feeBps, after) - builderFee(taker.feeBps, before);
  }

  /** The maker's end: who it is, its price, its builder fee and its rebate with this fill. */
  private priceMaker(maker: number, word: number, yesPrice: number): void {
    const { message, orders } = this;
    const end = message.maker;
    end.account = orders.int(maker, ACCOUNT);
    end.position = orders.int(maker, POSITION);
    end.side = sideOf(word);
    end.outcome = outcomeOf(word);
    end.price = inTermsOf(end.outcome, yesPrice);
    end.builder = orders.int(maker, BUILDER);

    const notional = orders.word(maker, NOTIONAL);
    const notionalAfter = notional + notionalOf(message.quantity, end.price);
    orders.setWord(maker, NOTIONAL, notionalAfter);
    const feeBps = feeBpsOf(word);
    end.builderFee = builderFee(feeBps, notionalAfter) - builderFee(feeBps, notional);

    const curve = orders.word(maker, MAKER_CURVE);
    const curveAfter = curve + curveOf(message.quantity, yesPrice);
    orders.setWord(maker, MAKER_CURVE, curveAfter);
    const marketFeeBps = this.markets.int(message.market, FEE_BPS);
    const rebatePct = this.markets.int(message.market, MAKER_REBATE_PCT);
    message.rebate =
      makerRebate(rebatePct, marketFeeBps, curveAfter) -
      makerRebate(rebatePct, marketFeeBps, curve);
  }
}
