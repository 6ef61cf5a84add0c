/** Redeeming pairs: `size` YES with `size` NO of one holder for `size` × 1 USD. */
import { toHex } from '@bellwether/codec';
import type { CommandOf } from '../../src/command';
import type { ReplyBody } from '../../src/reply';
import { accountOf } from './accounts';
import { MICRO_USDC_PER_CONTRACT, toSafeNumber } from './amounts';
import { keyOf } from './key-bounds';
import { refuse, refused } from './refusals';
import { lockedContractsOf } from './state';
import type { State } from './state';

type Redeem = CommandOf<'redeem'>;

/** All signed fields. */
export const bodyOfRedeem = ({ user, marketId, size, nonce }: Redeem): string =>
  JSON.stringify(['redeem', toHex(user), toHex(marketId), size, nonce]);

/** Applies a redemption whose nonce is valid and now used. */
export function redeem(state: State, command: Redeem): ReplyBody {
  const { user, marketId, size, nonce, builder } = command;
  const account = accountOf(state, user);
  const market = state.markets.get(toHex(marketId));
  if (market === undefined)
    return refused(refuse('MARKET_NOT_FOUND', { market_id: toHex(marketId) }));
  if (market.status === 'resolved' || market.status === 'voided')
    return refused(refuse('MARKET_NOT_ACTIVE', { status: market.status }));

  if (keyOf(account, command)?.redeem === false)
    return refused(refuse('TRADING_KEY_BOUND', { bound: 'redeem' }));

  const position = market.positions.get(toHex(user));
  const lockedYes = lockedContractsOf(account, market, 'yes');
  const lockedNo = lockedContractsOf(account, market, 'no');
  const freeYes = (position?.yes ?? 0n) - lockedYes;
  const freeNo = (position?.no ?? 0n) - lockedNo;
  const [outcome, free, locked] =
    freeNo < freeYes ? (['no', freeNo, lockedNo] as const) : (['yes', freeYes, lockedYes] as const);
  if (position === undefined || BigInt(size) > free) {
    return refused(
      refuse('INSUFFICIENT_POSITION', {
        outcome,
        required: size,
        available: toSafeNumber(free),
        locked: toSafeNumber(locked),
        shortfall: toSafeNumber(BigInt(size) - free),
      }),
    );
  }
  const pairs = BigInt(size);
  const paid = pairs * MICRO_USDC_PER_CONTRACT;
  position.yes -= pairs;
  position.no -= pairs;
  market.collateral -= paid;
  account.cash += paid;
  const paidMicroUsdc = toSafeNumber(paid);
  state.emitted.push({ kind: 'redeemed', user, marketId, size, paidMicroUsdc, nonce, builder });
  return { kind: 'redeem', marketId, size, paidMicroUsdc, nonce };
}
