/** The movements of a fill (docs/protocol/matching.md, sections 5 and 6), and how an order ends. */
import type { Fill, SettlementType } from '../../src/reply';
import { positionOf } from './accounts';
import {
  MICRO_USDC_PER_CONTRACT,
  builderFeeOf,
  costOf,
  curveOf,
  makerRebateOf,
  protocolFeeOf,
  toSafeNumber,
} from './amounts';
import { inYesTerms, settlementTypeOf, yesPriceOf } from './book';
import { spend } from './key-bounds';
import { earn } from './revenue';
import { type Market, type Order, type State, openSizeOf } from './state';

/** The fills of one command, whose protocol fee is rounded over all of them. */
export class TakerFills {
  readonly made: Fill[] = [];
  private curve = 0n;

  constructor(
    private readonly state: State,
    private readonly taker: Order,
  ) {}

  add(maker: Order, quantity: bigint): void {
    const { state, taker } = this;
    const { market } = maker;
    const price = yesPriceOf(maker.terms);
    const settlementType = settlementTypeOf(taker.terms, maker.terms);

    const curveBefore = this.curve;
    this.curve += curveOf(BigInt(price), quantity);
    const { feeBps } = market.event;
    const takerFee = protocolFeeOf(feeBps, this.curve) - protocolFeeOf(feeBps, curveBefore);
    const makerRebate = takeRebate(maker, curveOf(BigInt(price), quantity));
    const builderFee = fill(taker, price, quantity);
    const makerBuilderFee = fill(maker, price, quantity);
    if (maker.terms.side === 'buy')
      spend(state, maker.by, costOf(BigInt(maker.terms.price), quantity) + makerBuilderFee);

    taker.account.cash -= takerFee;
    maker.account.cash += makerRebate;
    state.protocolFees += takerFee - makerRebate;
    earn(state, taker.terms.builder, builderFee);
    earn(state, maker.terms.builder, makerBuilderFee);
    moveCollateral(market, settlementType, quantity);
    market.volume += quantity;
    if (market.lastPrice !== price) market.prices.push({ ms: state.timestampMs, price });
    market.lastPrice = price;

    const made: Fill = {
      tradeId: state.seq * 1_000_000 + this.made.length,
      quantity: Number(quantity),
      price: inYesTerms(taker.terms.outcome, price),
      outcome: taker.terms.outcome,
      takerSide: taker.terms.side,
      makerPrice: maker.terms.price,
      makerOutcome: maker.terms.outcome,
      makerSide: maker.terms.side,
      settlementType,
      takerFee: toSafeNumber(takerFee),
      makerRebate: toSafeNumber(makerRebate),
      builderFee: toSafeNumber(builderFee),
      builder: taker.terms.builder,
      makerBuilderFee: toSafeNumber(makerBuilderFee),
      makerBuilder: maker.terms.builder,
      maker: maker.account.user,
      taker: taker.account.user,
      makerOrderId: maker.id,
      takerOrderId: taker.id,
    };
    this.made.push(made);
    state.emitted.push({
      kind: 'trade',
      marketId: market.marketId,
      fill: made,
      makerFilled: Number(maker.filled),
    });
    if (openSizeOf(maker) === 0n) finish(state, maker, 'filled');
  }
}

/** Moves one order's money and contracts and charges its builder fee. Returns the fee. */
function fill(order: Order, yesPrice: number, quantity: bigint): bigint {
  const { outcome, side, feeBps } = order.terms;
  const price = BigInt(inYesTerms(outcome, yesPrice));
  const chargedBefore = builderFeeOf(BigInt(feeBps), order.notional);
  order.notional += quantity * price;
  order.filled += quantity;
  const fee = builderFeeOf(BigInt(feeBps), order.notional) - chargedBefore;

  const cost = costOf(price, quantity);
  order.account.cash += (side === 'buy' ? -cost : cost) - fee;
  positionOf(order.market, order.account)[outcome] += side === 'buy' ? quantity : -quantity;
  return fee;
}

/** Rounded over all the maker fills of the order. */
function takeRebate(maker: Order, curve: bigint): bigint {
  const { feeBps, makerRebatePct } = maker.market.event;
  const paidBefore = makerRebateOf(makerRebatePct, feeBps, maker.makerCurve);
  maker.makerCurve += curve;
  return makerRebateOf(makerRebatePct, feeBps, maker.makerCurve) - paidBefore;
}

function moveCollateral(market: Market, settlement: SettlementType, quantity: bigint): void {
  if (settlement === 'mint') market.collateral += quantity * MICRO_USDC_PER_CONTRACT;
  if (settlement === 'merge') market.collateral -= quantity * MICRO_USDC_PER_CONTRACT;
}

/** The order leaves the book. The engine forgets it after enough other orders have ended. */
export function finish(state: State, order: Order, ended: NonNullable<Order['ended']>): void {
  order.ended = ended;
  order.market.openOrders = order.market.openOrders.filter((other) => other !== order);
  order.account.openOrders = order.account.openOrders.filter((other) => other !== order);
  state.finished.push(order);
  if (state.finished.length > state.limits.rememberedFinishedOrders) {
    state.orders.delete(state.finished.shift()!.id);
  }
}
