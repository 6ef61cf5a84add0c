/** The shapes of the commands that users trade with. */
import type { CommandOf, Lane, OrderCommand } from '../command';
import {
  MAX_BUILDER_FEE_BPS,
  MAX_CANCEL_AFTER_SECONDS,
  MAX_NONCE,
  MAX_ORDER_SIZE,
  MAX_PRICE_BPS,
  MAX_UNIX_SECONDS,
  MIN_CANCEL_AFTER_SECONDS,
  MIN_PRICE_BPS,
} from '../limits';
import { byteString, first, integer, wrong } from './shape';
import type { Rule } from './shape';

const KEY_BYTES = 32;
const KEY_ID_BYTES = 16;

type Trading = CommandOf<'order' | 'amend' | 'cancel' | 'cancel_all' | 'cancel_after' | 'redeem'>;

export function tradingShape(command: Trading, lane: Lane): Rule {
  switch (command.kind) {
    case 'order':
      return orderShape(command, lane) ?? expiryShape(command) ?? maxCostShape(command);
    case 'amend':
      return amendShape(command, lane);
    case 'cancel':
      return first([
        byteString('user', command.user, KEY_BYTES),
        byteString('market_id', command.marketId, KEY_BYTES),
        integer('order_id', command.orderId, 1, Number.MAX_SAFE_INTEGER),
      ]);
    case 'cancel_all':
      return first([
        byteString('user', command.user, KEY_BYTES),
        command.marketId === null ? null : byteString('market_id', command.marketId, KEY_BYTES),
        integer('nonce', command.nonce, 1, MAX_NONCE),
      ]);
    case 'cancel_after':
      return cancelAfterShape(command);
    case 'redeem':
      return redeemShape(command, lane);
  }
}

/** Builders' users have keys that the signer keeps: nobody else signs for them. */
export function signerShape({ signer }: Trading, lane: Lane): Rule {
  if (signer === undefined) return null;
  if (lane === 'builder') return wrong('signer', 'a key', 'none on this lane');
  return byteString('signer', signer, KEY_BYTES);
}

/** Only commands through the signer carry a builder's key. */
export function builderShape(
  { builder }: { readonly builder: Uint8Array | null },
  lane: Lane,
): Rule {
  const viaBuilder = lane === 'builder';
  if (!viaBuilder && builder !== null) return wrong('builder', 'a key', 'none on this lane');
  if (viaBuilder && builder === null) return wrong('builder', 'none', "a builder's key");
  return builder === null ? null : byteString('builder', builder, KEY_ID_BYTES);
}

/** Only orders through the signer carry a builder's fee. */
function orderShape(order: OrderCommand, lane: Lane): Rule {
  const no = builderShape(order, lane);
  if (no !== null) return no;
  return first([
    byteString('user', order.user, KEY_BYTES),
    byteString('market_id', order.marketId, KEY_BYTES),
    integer('price', order.price, MIN_PRICE_BPS, MAX_PRICE_BPS),
    integer('size', order.size, 1, MAX_ORDER_SIZE),
    integer('nonce', order.nonce, 1, MAX_NONCE),
    integer('fee_bps', order.feeBps, 0, lane === 'builder' ? MAX_BUILDER_FEE_BPS : 0),
  ]);
}

function amendShape(command: CommandOf<'amend'>, lane: Lane): Rule {
  return (
    builderShape(command, lane) ??
    first([
      byteString('user', command.user, KEY_BYTES),
      byteString('market_id', command.marketId, KEY_BYTES),
      integer('order_id', command.orderId, 1, Number.MAX_SAFE_INTEGER),
      integer('price', command.price, MIN_PRICE_BPS, MAX_PRICE_BPS),
      integer('size', command.size, 1, MAX_ORDER_SIZE),
      integer('nonce', command.nonce, 1, MAX_NONCE),
      command.filled === undefined ? null : integer('filled', command.filled, 0, MAX_ORDER_SIZE),
    ])
  );
}

/** Only what may rest has an end. When it is, the core judges by the record's time. */
export function expiryShape({ orderType, terms }: Pick<OrderCommand, 'orderType' | 'terms'>): Rule {
  if (terms === undefined) return null;
  const { expiresAt } = terms;
  const mayRest = orderType === 'gtc' || orderType === 'post_only';
  const outOfRange = integer('expires_at', expiresAt, 0, MAX_UNIX_SECONDS);
  if (outOfRange !== null || mayRest || expiresAt === 0) return outOfRange;
  return wrong('expires_at', expiresAt, '0: an ioc or fok never rests');
}

/** Only a buy costs something. */
export function maxCostShape({ side, terms }: Pick<OrderCommand, 'side' | 'terms'>): Rule {
  const maxCost = terms?.maxCost;
  if (maxCost === undefined || maxCost === 0) return null;
  if (side === 'sell') return wrong('max_cost', maxCost, '0: a sell costs nothing');
  return integer('max_cost', maxCost, 0, Number.MAX_SAFE_INTEGER);
}

function cancelAfterShape({ user, seconds, nonce }: CommandOf<'cancel_after'>): Rule {
  const isInRange =
    seconds === 0 || (seconds >= MIN_CANCEL_AFTER_SECONDS && seconds <= MAX_CANCEL_AFTER_SECONDS);
  return first([
    byteString('user', user, KEY_BYTES),
    isInRange
      ? null
      : wrong(
          'seconds',
          seconds,
          `0, or ${MIN_CANCEL_AFTER_SECONDS} to ${MAX_CANCEL_AFTER_SECONDS}`,
        ),
    integer('nonce', nonce, 1, MAX_NONCE),
  ]);
}

function redeemShape(command: CommandOf<'redeem'>, lane: Lane): Rule {
  return (
    builderShape(command, lane) ??
    first([
      byteString('user', command.user, KEY_BYTES),
      byteString('market_id', command.marketId, KEY_BYTES),
      integer('size', command.size, 1, MAX_ORDER_SIZE),
      integer('nonce', command.nonce, 1, MAX_NONCE),
    ])
  );
}
