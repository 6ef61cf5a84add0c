/** Sentences about orders. Only `sentences.ts` uses them: in every one the outcome is named. */
export const ORDER_WORDS = {
  /** Of a question with several outcomes. */
  of: (outcome: string, label: string) => `${outcome} of ${label}`,
  upTo: (size: string) => `up to ${size}`,
  buy: (size: string, what: string, most: string) => `Buy ${size} ${what}, at most ${most}`,
  sell: (size: string, what: string, least: string) =>
    `Sell ${size} ${what}, at least ${least} each`,
  bid: (size: string, what: string, price: string, most: string) =>
    `Bid for ${size} ${what} at ${price}, at most ${most}`,
  offer: (size: string, what: string, price: string) => `Offer ${size} ${what} at ${price} each`,
  bought: (size: string, what: string, price: string) => `Bought ${size} ${what} at ${price}`,
  sold: (size: string, what: string, price: string) => `Sold ${size} ${what} at ${price}`,
  rests: (size: string, what: string, price: string) =>
    `${size} ${what} wait in the book at ${price}`,
  nothing: {
    buy: (what: string) => `No ${what} was bought`,
    sell: (what: string) => `No ${what} was sold`,
  },
  ifRight: (what: string) => `If ${what}, you get`,
  ifWrong: (what: string, most: string) => `If not ${what}, you lose at most ${most}.`,
  side: { buy: (what: string) => `Buy ${what}`, sell: (what: string) => `Sell ${what}` },
  resting: (act: string, size: string, price: string) => `${act}: ${size} at ${price}`,
  held: (size: string, what: string) => `${size} ${what}`,
} as const;
