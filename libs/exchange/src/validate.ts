import { LANES_OF } from './command';
import { caseShape } from './admission/case-shape';
import { categoriesShape } from './admission/categories-shape';
import { configuredShape } from './admission/configured-shape';
import { eventShape } from './admission/event-shape';
import { fundingShape } from './admission/funding-shape';
import { sourceShape } from './admission/source-shape';
import { signerShape, tradingShape } from './admission/trading-shape';
import { tradingKeyShape } from './admission/trading-key-shape';
import type { Command, CommandOf, Lane } from './command';
import { byteString, bytesOfText, first, integer, wrong } from './admission/shape';
import type { Rule } from './admission/shape';
import {
  HIGHEST_MAX_OPEN_ORDERS,
  MAX_BUILDER_ID_BYTES,
  MAX_EVENT_ID_BYTES,
  MAX_FEE_CATEGORIES,
  MAX_MAKER_REBATE_PCT,
  MAX_PROTOCOL_FEE_BPS,
  MAX_REFERENCE_BYTES,
  MAX_SAFE_MICRO_USDC,
  PRICE_SCALE_BPS,
} from './limits';
import type { Refusal } from './reply';

const KEY_BYTES = 32;

/**
 * Checks a command's lane, ranges and lengths, without the state. It runs before the command gets a seq in the
 * journal; `apply` relies on it.
 *
 * @returns null, or `VALIDATION_FAILED` with `field` (as the HTTP bodies name it), `value` and `expected`
 */
export function validateCommand(command: Command, lane: Lane): Refusal | null {
  const lanes = LANES_OF[command.kind];
  if (!lanes.includes(lane)) return wrong('lane', lane, lanes.join(' or '));
  switch (command.kind) {
    case 'order':
    case 'amend':
    case 'cancel':
    case 'cancel_all':
    case 'cancel_after':
    case 'redeem':
      return signerShape(command, lane) ?? tradingShape(command, lane);
    case 'allow_trading_key':
    case 'revoke_trading_key':
      return tradingKeyShape(command);
    case 'register_delegate':
      return first([
        byteString('user', command.user, KEY_BYTES),
        bytesOfText('builder_id', command.builderId, 1, MAX_BUILDER_ID_BYTES),
      ]);
    case 'create_event':
      return eventShape(command);
    case 'set_market_status':
      return byteString('market_id', command.marketId, KEY_BYTES);
    case 'resolve_market':
      return resolveMarketShape(command);
    case 'resolve_event':
      return first([
        bytesOfText('event_id', command.eventId, 1, MAX_EVENT_ID_BYTES),
        optionalMarket('winner', command.winner),
      ]);
    case 'set_fees':
      return feesShape(command);
    case 'set_money_limits':
    case 'set_withdrawal_limits':
    case 'set_archiving':
      return configuredShape(command);
    case 'test_credit':
      return first([
        byteString('user', command.user, KEY_BYTES),
        integer('amount', command.amount, 1, MAX_SAFE_MICRO_USDC),
        bytesOfText('reference', command.reference, 1, MAX_REFERENCE_BYTES),
      ]);
    case 'set_user_limits':
      return userLimitsShape(command);
    case 'withdraw':
    case 'recover':
    case 'chain_credit':
    case 'charge_gas':
    case 'settle_withdrawal':
    case 'refund_withdrawal':
    case 'pay_revenue':
      return fundingShape(command);
    case 'set_resolution_rules':
    case 'propose':
    case 'withdraw_case':
    case 'challenge':
    case 'decide':
    case 'fill_fund':
    case 'make_good':
      return caseShape(command, lane);
    case 'attest':
    case 'set_source':
      return sourceShape(command);
    case 'set_mode':
    case 'set_withdrawals':
    case 'tick':
      return null;
  }
}

function resolveMarketShape(command: CommandOf<'resolve_market'>): Rule {
  const { marketId, resolution, price } = command;
  if (price !== null && resolution !== 'void') {
    return wrong('price', price, 'no price but with the outcome void');
  }
  return first([
    byteString('market_id', marketId, KEY_BYTES),
    price === null ? null : integer('price', price, 0, PRICE_SCALE_BPS),
  ]);
}

const userLimitsShape = ({ user, maxOpenOrders }: CommandOf<'set_user_limits'>): Rule =>
  first([
    byteString('user', user, KEY_BYTES),
    maxOpenOrders === null
      ? null
      : integer('max_open_orders', maxOpenOrders, 1, HIGHEST_MAX_OPEN_ORDERS),
  ]);

const feesShape = ({ categories }: CommandOf<'set_fees'>): Rule =>
  categoriesShape('categories', categories, MAX_FEE_CATEGORIES, (field, row) => [
    integer(`${field}.fee_bps`, row.feeBps, 0, MAX_PROTOCOL_FEE_BPS),
    integer(`${field}.maker_rebate_pct`, row.makerRebatePct, 0, MAX_MAKER_REBATE_PCT),
  ]);

const optionalMarket = (field: string, marketId: Uint8Array | null): Rule =>
  marketId === null ? null : byteString(field, marketId, KEY_BYTES);
