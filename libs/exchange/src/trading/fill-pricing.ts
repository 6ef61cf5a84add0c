import type { FillEnd, FillMessage } from '../accounts/settlement';
import { FEE_BPS, MAKER_REBATE_PCT } from '../markets/market-table';
import type { MarketTable } from '../markets/market-table';
import { builderFee, curveOf, makerRebate, notionalOf, protocolFee } from '../money/fees';
import { ACCOUNT, BUILDER, MAKER_CURVE, NOTIONAL, POSITION } from '../orders/order-pool';
import type { OrderPool } from '../orders/order-pool';
import { feeBpsOf, inTermsOf, outcomeOf, sideOf, yesPriceOf } from '../orders/order-word';
import type { IncomingOrder } from './incoming-order';

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
 * Prices the fills of one order for both ends, fill after fill. It reads the makers' orders and changes nothing:
 * matching executes the result, a preview only shows it.
 */
export class FillPricing {
  /** The last fill. */
  readonly message: FillMessage = {
    market: 0,
    quantity: 0,
    protocolFee: 0,
    rebate: 0,
    taker: blankEnd(),
    maker: blankEnd(),
  };
  /** Sum over all fills of the taker's order, at prices in its own terms. */
  takerNotional = 0;
  /** The same of the last maker's order, its last fill included. */
  makerNotional = 0;
  makerCurve = 0;
  /** Over the taker's fills so far: the sum of the fee curve, and the protocol fee charged for it. */
  private curve = 0;
  private feeCharged = 0;

  constructor(
    private readonly orders: OrderPool,
    private readonly markets: MarketTable,
  ) {}

  /**
   * @param position of the taker, 0 if it has none
   * @param notional of its fills before, for an order that rested
   */
  begin(taker: IncomingOrder, position: number, notional = 0): void {
    this.takerNotional = notional;
    this.curve = 0;
    this.feeCharged = 0;
    this.message.market = taker.market;
    const end = this.message.taker;
    end.account = taker.account;
    end.position = position;
    end.side = taker.side;
    end.outcome = taker.outcome;
    end.builder = taker.builder;
  }

  /**
   * Prices the taker's next fill: `quantity` contracts of this maker's order.
   *
   * @param word of the maker's order
   */
  fill(taker: IncomingOrder, maker: number, word: number, quantity: number): FillMessage {
    const yesPrice = yesPriceOf(word);
    const curve = curveOf(quantity, yesPrice);
    this.message.quantity = quantity;
    this.priceTaker(taker, yesPrice, curve);
    this.priceMaker(maker, word, yesPrice, curve);
    return this.message;
  }

  /** The taker's end: its price, and its fees with this fill. */
  private priceTaker(taker: IncomingOrder, yesPrice: number, curve: number): void {
    const { message } = this;
    const price = inTermsOf(taker.outcome, yesPrice);
    message.taker.price = price;

    this.curve += curve;
    const fee = protocolFee(this.markets.int(taker.market, FEE_BPS), this.curve);
    message.protocolFee = fee - this.feeCharged;
    this.feeCharged = fee;

    const before = this.takerNotional;
    const after = before + notionalOf(message.quantity, price);
    this.takerNotional = after;
    message.taker.builderFee = builderFee(taker.feeBps, after) - builderFee(taker.feeBps, before);
  }

  /** The maker's end: its account, price, builder fee and rebate with this fill. */
  private priceMaker(maker: number, word: number, yesPrice: number, curve: number): void {
    const { message, orders } = this;
    const end = message.maker;
    end.account = orders.int(maker, ACCOUNT);
    end.position = orders.int(maker, POSITION);
    end.side = sideOf(word);
    end.outcome = outcomeOf(word);
    end.price = inTermsOf(end.outcome, yesPrice);
    end.builder = orders.int(maker, BUILDER);

    const notional = orders.word(maker, NOTIONAL);
    this.makerNotional = notional + notionalOf(message.quantity, end.price);
    const feeBps = feeBpsOf(word);
    end.builderFee = builderFee(feeBps, this.makerNotional) - builderFee(feeBps, notional);

    const before = orders.word(maker, MAKER_CURVE);
    this.makerCurve = before + curve;
    const marketFeeBps = this.markets.int(message.market, FEE_BPS);
    const rebatePct = this.markets.int(message.market, MAKER_REBATE_PCT);
    message.rebate =
      makerRebate(rebatePct, marketFeeBps, this.makerCurve) -
      makerRebate(rebatePct, marketFeeBps, before);
  }
}
