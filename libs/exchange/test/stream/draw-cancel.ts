/** Cancels of every kind of order: own and open, ended, of another user or market, unknown. */
import { type Drawing, accountOrNone, allMarkets, anyUser } from './drawing';
import { UNKNOWN_MARKET, signatureOf, userKey } from './keys';
import { type Draft, UNKNOWN_ORDER_ID } from './step';

export function drawCancel(drawing: Drawing): Draft[] {
  const { random, oracle, profile } = drawing;
  const orders = [...oracle.state.orders.values()];
  const open = allMarkets(drawing).flatMap((market) => market.openOrders);
  const choice = open.length > 0 && random.chance(0.75) ? open : orders;
  if (choice.length === 0 || random.chance(0.03)) return [cancelOfUnknown(drawing)];
  const order = random.pick(choice);
  const isForeign = random.chance(0.05);
  const isElsewhere = random.chance(0.03);
  return [
    {
      lane: 'cancel',
      target: order.id,
      command: {
        kind: 'cancel',
        user: isForeign ? userKey(random.between(1, profile.users)) : order.account.user,
        marketId: isElsewhere ? UNKNOWN_MARKET : order.market.marketId,
        orderId: UNKNOWN_ORDER_ID,
        signature: signatureOf(1),
      },
    },
  ];
}

const cancelOfUnknown = (drawing: Drawing): Draft => ({
  lane: 'cancel',
  command: {
    kind: 'cancel',
    user: anyUser(drawing),
    marketId: allMarkets(drawing)[0]?.marketId ?? UNKNOWN_MARKET,
    orderId: UNKNOWN_ORDER_ID,
    signature: signatureOf(1),
  },
});

export function drawCancelAll(drawing: Drawing): Draft[] {
  const { random } = drawing;
  const user = anyUser(drawing);
  const markets = allMarkets(drawing).map(({ marketId }) => marketId);
  const known = markets.length > 0 && random.chance(0.9) ? random.pick(markets) : UNKNOWN_MARKET;
  const last = accountOrNone(drawing, user)?.nonces.cancel_all.last ?? 0;
  const nonce = last + random.between(1, 2);
  const marketId = random.chance(0.4) ? null : known;
  return [
    {
      lane: 'cancel',
      command: { kind: 'cancel_all', user, marketId, nonce, signature: signatureOf(1) },
    },
  ];
}
