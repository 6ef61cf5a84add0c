/** Random but consistent histories, as an engine might emit them, made without one. */
import type { CancelReason, OrderView, OrderStatus } from '@bellwether/exchange';
import { Random } from '@bellwether/seeded-random';
import { EventScript, key16, key32 } from './event-script';

export const USERS = 6;
export const MARKETS = 3;
export const KEYS = 2;

interface Open {
  readonly order: OrderView;
  filled: number;
}

/**
 * Users place orders that trade against the open ones, cancel, and are refused; time steps range from seconds to hours.
 */
export function randomHistory(seed: number, commands: number): EventScript {
  const random = new Random(seed);
  const below = (count: number) => random.index(count);
  const script = new EventScript();
  const open: Open[] = [];
  let orderId = 0;
  let tradeId = 0;
  let nonce = 0;

  const fill = (taker: OrderView, maker: Open, quantity: number): void => {
    maker.filled += quantity;
    script.trade(
      {
        tradeId: ++tradeId,
        quantity,
        price: 1 + below(9_999),
        outcome: taker.outcome,
        takerFee: below(1_000),
        makerRebate: below(50),
        builderFee: below(100),
        builder: random.unit() < 0.5 ? key16(below(KEYS)) : null,
        makerBuilderFee: below(100),
        maker: maker.order.user,
        taker: taker.user,
        makerOrderId: maker.order.orderId,
        takerOrderId: taker.orderId,
      },
      { marketId: taker.marketId, makerFilled: maker.filled },
    );
    if (maker.filled === maker.order.size) open.splice(open.indexOf(maker), 1);
  };

  const place = (): void => {
    const user = key32(1 + below(USERS));
    const marketId = key32(100 + below(MARKETS));
    const size = 1 + below(50);
    const makers = open.filter((one) => key(one.order.marketId) === key(marketId)).slice(0, 3);
    const fills: [Open, number][] = [];
    let filled = 0;
    for (const maker of makers) {
      if (key(maker.order.user) === key(user) || random.unit() < 0.3 || filled === size) continue;
      const quantity = Math.min(size - filled, maker.order.size - maker.filled);
      fills.push([maker, quantity]);
      filled += quantity;
    }
    const isIoc = random.unit() < 0.3;
    const status = statusOf(size, filled, isIoc);
    script.order({
      orderId: ++orderId,
      user,
      marketId,
      size,
      filled,
      status,
      outcome: random.unit() < 0.5 ? 'yes' : 'no',
      orderType: isIoc ? 'ioc' : 'gtc',
      nonce: ++nonce,
      cancelReason: status === 'cancelled' ? 'ioc_remainder' : null,
    });
    const { event } = script.events.at(-1)!;
    if (event.kind !== 'order_accepted') throw new Error('an order was just added');
    for (const [maker, quantity] of fills) fill(event.order, maker, quantity);
    if (status === 'resting' || status === 'partially_filled')
      open.push({ order: event.order, filled });
  };

  const cancel = (reason: CancelReason): void => {
    const [one] = open.splice(below(open.length), 1);
    if (one === undefined) return;
    const { orderId: cancelled, user, marketId, size } = one.order;
    script.add({
      kind: 'order_cancelled',
      orderId: cancelled,
      user,
      marketId,
      filledSize: one.filled,
      cancelledSize: size - one.filled,
      releasedMicroUsdc: 1,
      reason,
    });
  };

  for (let command = 0; command < commands; command++) {
    script.next(below(random.unit() < 0.02 ? 50_000_000 : 20_000));
    const what = random.unit();
    if (what < 0.75) place();
    else if (what < 0.9) cancel('user');
    else refuse(script, ++nonce, below);
  }
  return script;
}

const key = (bytes: Uint8Array): string => bytes.join();

function statusOf(size: number, filled: number, isIoc: boolean): OrderStatus {
  if (filled === size) return 'filled';
  if (isIoc) return 'cancelled';
  return filled === 0 ? 'resting' : 'partially_filled';
}

function refuse(script: EventScript, nonce: number, below: (count: number) => number): void {
  script.add({
    kind: 'refused',
    user: key32(1 + below(USERS)),
    nonceKind: 'order',
    nonce,
    builder: null,
    refusal: {
      code: 'INSUFFICIENT_BALANCE',
      details: [{ kind: 'number', name: 'required', value: below(1_000) }],
      order: null,
    },
  });
}
