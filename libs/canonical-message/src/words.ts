/** The words of signed messages: the index is the byte. Add-only. */
export const NETWORK_NAMES = ['test', 'production'] as const;
export type NetworkName = (typeof NETWORK_NAMES)[number];

export const OUTCOMES = ['yes', 'no'] as const;
export const SIDES = ['buy', 'sell'] as const;
export const ORDER_TYPES = ['gtc', 'ioc', 'fok', 'post_only'] as const;
/** The effect of a self-trade: cancel that one, cancel the rest of itself, or both. */
export const SELF_TRADE_MODES = ['cancel_maker', 'cancel_taker', 'cancel_both'] as const;
/** Recipient of a withdrawal. `default` is the user's own deposit address on `ext`. */
export const RECIPIENT_KINDS = ['default', 'recipient_ext', 'recipient_main'] as const;
/** What a challenger of a proposed result says instead; `winner` names a market, `too_early` none. */
export const CLAIMS = ['yes', 'no', 'void', 'winner', 'too_early'] as const;
/** What the source of a result attests: a value that the rule compares, or the index of the market that won. */
export const ATTESTED_KINDS = ['value', 'winner'] as const;
