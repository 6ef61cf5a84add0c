/** The commands that users trade with: the layouts of their fields. */
import { bool, oneOf, optional, struct, u16, u32, u53 } from '@bellwether/codec';
import { TEXT_FORMS } from '@bellwether/canonical-message';
import {
  ORDER_TYPES,
  OUTCOMES,
  REVOCATION_SIGNERS,
  SELF_TRADE_MODES,
  SIDES,
  keyId,
  marketId,
  publicKey,
  signature,
} from './command-words';

/** `size` in contracts, `price` in bp of the order's own outcome. `builder` is set only on the builder lane. */
export const orderLayout = struct({
  user: publicKey,
  marketId,
  outcome: oneOf(OUTCOMES),
  side: oneOf(SIDES),
  price: u16,
  size: u32,
  orderType: oneOf(ORDER_TYPES),
  nonce: u53,
  feeBps: u16,
  builder: optional(keyId),
  signature,
});

export const cancelLayout = struct({ user: publicKey, marketId, orderId: u53, signature });

/** `marketId` null: all markets. */
export const cancelAllLayout = struct({
  user: publicKey,
  marketId: optional(marketId),
  nonce: u53,
  signature,
});

/**
 * Redeems `size` pairs of contracts, one YES and one NO each, for 1 USD a pair. The nonce is of the kind `order`.
 * `builder` as in `withdraw`.
 */
export const redeemLayout = struct({
  user: publicKey,
  marketId,
  size: u32,
  nonce: u53,
  builder: optional(keyId),
  signature,
});

/**
 * An order in its full form: it binds the type, the builder's fee and the terms that the short form lacks.
 * `expiresAt` in Unix seconds, 0 for never.
 */
export const fullOrderLayout = struct({
  user: publicKey,
  marketId,
  outcome: oneOf(OUTCOMES),
  side: oneOf(SIDES),
  price: u16,
  size: u32,
  orderType: oneOf(ORDER_TYPES),
  selfTrade: oneOf(SELF_TRADE_MODES),
  reduceOnly: bool,
  nonce: u53,
  feeBps: u16,
  expiresAt: u53,
  builder: optional(keyId),
  signature,
});

/**
 * Changes the price and the open contracts of a resting order, which keeps its id. `size` is what is open after it. The
 * nonce is of the kind `order`. `builder` as in `withdraw`.
 */
export const amendLayout = struct({
  user: publicKey,
  marketId,
  orderId: u53,
  price: u16,
  size: u32,
  nonce: u53,
  builder: optional(keyId),
  signature,
});

/**
 * Sets the user's dead man's switch: `seconds` after this command all open orders are cancelled, unless it is set
 * again. 0 switches it off. The nonce is of a kind of its own.
 */
export const cancelAfterLayout = struct({
  user: publicKey,
  seconds: u16,
  nonce: u53,
  signature,
});

/**
 * Allows a key to trade for the user until a time (Unix seconds). Signed by the user as a text; `form` says how. The
 * nonce is of a kind of its own.
 */
export const allowTradingKeyLayout = struct({
  user: publicKey,
  tradingKey: publicKey,
  until: u53,
  nonce: u53,
  form: oneOf(TEXT_FORMS),
  signature,
});

/**
 * Ends a trading key. Signed as a text by the user, whose nonce it uses, or by the trading key itself, which names the
 * nonce that it was allowed with.
 */
export const revokeTradingKeyLayout = struct({
  user: publicKey,
  tradingKey: publicKey,
  nonce: u53,
  signedBy: oneOf(REVOCATION_SIGNERS),
  form: oneOf(TEXT_FORMS),
  signature,
});
