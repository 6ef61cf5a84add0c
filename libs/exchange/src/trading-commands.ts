/** The commands that users trade with: the layouts of their fields. */
import { bool, growing, oneOf, optional, u16, u32, u53 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { TEXT_FORMS, fullTerms, laterFullTerms, layoutsOf } from '@bellwether/canonical-message';
import {
  ORDER_TYPES,
  OUTCOMES,
  REVOCATION_SIGNERS,
  SIDES,
  clientId,
  keyId,
  marketId,
  publicKey,
  signature,
} from './command-words';

/** Terms of the full form only. `expiresAt` in Unix seconds, 0 for never. */
export const fullTermsLayout = growing(layoutsOf(fullTerms), layoutsOf(laterFullTerms));
export type FullTerms = ValueOf<typeof fullTermsLayout>;

/** Given: the trading key whose signature it is. Else it is the user's own. */
const bySigner = { signer: publicKey };

/**
 * `size` in contracts, `price` in bp of the order's own outcome. `builder` is set only on the builder lane. `terms` are
 * given in the full form, whose signature also binds the type and the builder's fee.
 */
export const orderLayout = growing(
  {
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
  },
  { terms: fullTermsLayout, ...bySigner, clientId },
);

export const cancelLayout = growing(
  { user: publicKey, marketId, orderId: u53, signature },
  bySigner,
);

/** `marketId` null: all markets. */
export const cancelAllLayout = growing(
  {
    user: publicKey,
    marketId: optional(marketId),
    nonce: u53,
    signature,
  },
  { ...bySigner, clientId },
);

/**
 * Redeems `size` pairs of contracts, one YES and one NO each, for 1 USD a pair. The nonce is of the kind `order`.
 * `builder` as in `withdraw`.
 */
export const redeemLayout = growing(
  {
    user: publicKey,
    marketId,
    size: u32,
    nonce: u53,
    builder: optional(keyId),
    signature,
  },
  { ...bySigner, clientId },
);

/**
 * Changes the price and the open contracts of a resting order, which keeps its id. `size` is what is open after it.
 * `filled`: so many contracts were filled when it was signed, else nothing is changed; left out, it does not matter.
 * The nonce is of the kind `order`. `builder` as in `withdraw`.
 */
export const amendLayout = growing(
  {
    user: publicKey,
    marketId,
    orderId: u53,
    price: u16,
    size: u32,
    nonce: u53,
    builder: optional(keyId),
    signature,
  },
  { ...bySigner, filled: u53, clientId },
);

/**
 * Sets the user's dead man's switch: `seconds` after this command all open orders are cancelled, unless it is set
 * again. 0 switches it off. The nonce is of a kind of its own.
 */
export const cancelAfterLayout = growing(
  {
    user: publicKey,
    seconds: u16,
    nonce: u53,
    signature,
  },
  { ...bySigner, clientId },
);

/**
 * What a trading key may do at most, as its owner's text says: `atMost` micro-USDC a UTC day, orders at prices within
 * `priceBand` bp of the market's, and `redeem` pairs or not.
 */
export const keyBoundsFields = { atMost: u53, priceBand: u16, redeem: bool };

/** Which key may trade for whom until when (Unix seconds), and within which bounds. */
export const allowedKeyFields = {
  user: publicKey,
  tradingKey: publicKey,
  until: u53,
  ...keyBoundsFields,
  nonce: u53,
};

/**
 * Allows a key to trade for the user. Signed by the user as a text of this `form`. The nonce is of a kind of its own.
 */
export const allowTradingKeyLayout = growing({
  ...allowedKeyFields,
  form: oneOf(TEXT_FORMS),
  signature,
});

/**
 * Ends a trading key. Signed as a text by the user, whose nonce it uses, or by the trading key itself, which names the
 * nonce that it was allowed with.
 */
export const revokeTradingKeyLayout = growing({
  user: publicKey,
  tradingKey: publicKey,
  nonce: u53,
  signedBy: oneOf(REVOCATION_SIGNERS),
  form: oneOf(TEXT_FORMS),
  signature,
});
