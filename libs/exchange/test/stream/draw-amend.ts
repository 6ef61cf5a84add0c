/** Changes of resting orders: smaller, larger, at the same and at other prices; also of ended and foreign orders. */
import { MAX_ORDER_SIZE } from '../../src/limits';
import type { CommandOf } from '../../src/command';
import { openSizeOf } from '../oracle/state';
import { type Drawing, accountOrNone, allMarkets } from './drawing';
import { UNKNOWN_MARKET, builderKeyId, signatureOf, userKey } from './keys';
import { type Draft, UNKNOWN_ORDER_ID } from './step';

export function drawAmend(drawing: Drawing): Draft[] {
  const { random, oracle, profile } = drawing;
  const open = allMarkets(drawing).flatMap((market) => market.openOrders);
  const choice = open.length > 0 && random.chance(0.9) ? open : [...oracle.state.orders.values()];
  if (choice.length === 0) return [];
  const order = random.pick(choice);
  const user = random.chance(0.03) ? userKey(random.between(1, profile.users)) : order.account.user;
  const account = accountOrNone(drawing, user);
  const isDelegated = (account?.delegatedTo ?? null) !== null;
  const lane = isDelegated !== random.chance(0.01) ? 'builder' : 'order';
  const yesPrice = random.pick(profile.prices);
  const { outcome, price } = order.terms;
  const other = outcome === 'yes' ? yesPrice : 10_000 - yesPrice;
  const around = Number(openSizeOf(order)) + random.between(-2, 1);
  const size = random.chance(0.7) ? around : random.pick(profile.sizes);
  return [
    {
      lane,
      target: order.id,
      command: {
        kind: 'amend',
        user,
        marketId: random.chance(0.02) ? UNKNOWN_MARKET : order.market.marketId,
        orderId: UNKNOWN_ORDER_ID,
        price: random.chance(0.5) ? price : other,
        size: Math.min(Math.max(size, 1), MAX_ORDER_SIZE),
        nonce: (account?.nonces.order.last ?? 0) + random.between(1, 2),
        ...drawFilled(drawing, Number(order.filled)),
        builder: lane === 'builder' ? builderKeyId(random.between(1, 2)) : null,
        signature: signatureOf(1),
      },
    },
  ];
}

/** Half of the time the change says how much was filled; sometimes it is wrong. */
const drawFilled = ({ random }: Drawing, filled: number) =>
  random.chance(0.5) ? { filled: Math.max(0, filled + random.pick([0, 0, 0, 0, 1, -1])) } : {};

/** Another change under the same nonce, or the same one signed again. */
export function changeAmend({ random }: Drawing, amend: CommandOf<'amend'>): CommandOf<'amend'> {
  if (random.chance(0.2)) return { ...amend, filled: (amend.filled ?? 0) + 1 };
  return random.chance(0.7)
    ? { ...amend, size: amend.size === 1 ? 2 : amend.size - 1 }
    : { ...amend, signature: signatureOf(2) };
}
