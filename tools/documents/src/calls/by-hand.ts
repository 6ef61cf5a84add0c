/** The endpoints whose calls have logic of their own in both SDKs: they are written by hand there. */

interface ByHand {
  readonly app: 'gateway' | 'signer';
  readonly why: string;
  /** By id: class and method in TypeScript; null: no call. In Python they are the same, in snake case. */
  readonly calls: Readonly<Record<string, `${string}.${string}` | null>>;
}

export const BY_HAND: readonly ByHand[] = [
  {
    app: 'gateway',
    why: 'signed by the user, most under a nonce',
    calls: {
      placeOrder: 'Trader.placeOrder',
      cancelOrder: 'Trader.cancelOrder',
      amendOrder: 'Trader.amendOrder',
      cancelAfter: 'Trader.cancelAfter',
      cancelAllOrders: 'Trader.cancelAll',
      sendBatch: 'Trader.batch',
      redeemPairs: 'Trader.redeem',
      challengeCase: 'Trader.challenge',
      recoverDeposit: 'Trader.recover',
      withdraw: 'Trader.withdraw',
      allowTradingKey: 'TradingKeys.sendAllowance',
      revokeTradingKey: 'TradingKeys.sendRevocation',
    },
  },
  {
    app: 'signer',
    why: 'under a nonce, or of the terms of such a call',
    calls: {
      submitOrder: 'BuilderClient.submitOrder',
      signOrder: 'BuilderClient.signOrder',
      cancelOrder: 'BuilderClient.cancelOrder',
      cancelAllOrders: 'BuilderClient.cancelAll',
      amendOrder: 'BuilderClient.amendOrder',
      cancelAfter: 'BuilderClient.cancelAfter',
      redeemPairs: 'BuilderClient.redeem',
      challengeCase: 'BuilderClient.challenge',
      submitBatch: 'BuilderClient.batch',
      recoverDeposit: 'BuilderClient.recover',
      withdraw: 'BuilderClient.withdraw',
      quoteWithdrawal: 'BuilderClient.quoteWithdrawal',
    },
  },
  {
    app: 'gateway',
    why: 'it takes the terms of a withdrawal, of which only some are quoted',
    calls: { quoteWithdrawal: 'PublicClient.quoteWithdrawal' },
  },
  {
    app: 'gateway',
    why: 'it opens a session of the user where it can, as no answer asks for one',
    calls: { previewOrder: 'PublicClient.previewOrder' },
  },
  { app: 'gateway', why: 'reads open sessions by themselves', calls: { openSession: null } },
  { app: 'signer', why: 'reads open sessions by themselves', calls: { openUserSession: null } },
  { app: 'gateway', why: 'a connection, of a MarketStream', calls: { openStream: null } },
];

export const isByHand = (app: 'gateway' | 'signer', id: string): boolean =>
  BY_HAND.some((one) => one.app === app && id in one.calls);
