/** Redemptions of pairs: of holders of both outcomes, around what they may redeem, and of users who hold none. */
import { MAX_ORDER_SIZE } from '../../src/limits';
import type { CommandOf } from '../../src/command';
import { type Drawing, accountOrNone, allMarkets, anyPast, anyUser, positionIn } from './drawing';
import { drawMarket } from './draw-order';
import { UNKNOWN_MARKET, builderKeyId, signatureOf } from './keys';
import type { Draft } from './step';

export function drawRedeem(drawing: Drawing): Draft[] {
  const { random } = drawing;
  const past = anyPast(drawing, 'redeem');
  if (past !== null && random.chance(0.15)) return [past];
  const user = anyUser(drawing);
  const market = random.chance(0.3) ? drawMarket(drawing) : marketWithPairs(drawing, user);
  const free = market === null ? 0 : pairsOf(drawing, market, user);
  const size = random.chance(0.7) ? free + random.between(-1, 1) : random.pick([1, 2, 10]);
  const account = accountOrNone(drawing, user);
  const isDelegated = (account?.delegatedTo ?? null) !== null;
  const lane = isDelegated !== random.chance(0.01) ? 'builder' : 'order';
  return [
    {
      lane,
      command: {
        kind: 'redeem',
        user,
        marketId: market?.marketId ?? UNKNOWN_MARKET,
        size: Math.min(Math.max(size, 1), MAX_ORDER_SIZE),
        nonce: (account?.nonces.order.last ?? 0) + random.between(1, 2),
        builder: lane === 'builder' ? builderKeyId(random.between(1, 2)) : null,
        signature: signatureOf(1),
      },
    },
  ];
}

/** Another redemption under the same nonce, or the same one signed again. */
export function changeRedeem(
  { random }: Drawing,
  redeem: CommandOf<'redeem'>,
): CommandOf<'redeem'> {
  return random.chance(0.7)
    ? { ...redeem, size: redeem.size === 1 ? 2 : redeem.size - 1 }
    : { ...redeem, signature: signatureOf(2) };
}

type AnyMarket = ReturnType<typeof allMarkets>[number];

function marketWithPairs(drawing: Drawing, user: Uint8Array): AnyMarket | null {
  const held = allMarkets(drawing).filter((market) => pairsOf(drawing, market, user) > 0);
  return held.length === 0 ? drawMarket(drawing) : drawing.random.pick(held);
}

function pairsOf(drawing: Drawing, market: AnyMarket, user: Uint8Array): number {
  const { yes, no, yesLocked, noLocked } = positionIn(drawing, market, user);
  return Math.min(yes - yesLocked, no - noLocked);
}
