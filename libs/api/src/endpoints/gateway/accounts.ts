import { balanceAnswer, noncesAnswer, positionAnswer } from '../../answer/account';
import { tradesAnswer } from '../../answer/fill';
import { ledgerAnswer } from '../../answer/ledger';
import { nonceOutcomeAnswer, orderAnswer, ordersAnswer } from '../../answer/order';
import { positionsAnswer } from '../../answer/positions';
import { userAllowanceAnswer } from '../../answer/rate-limits';
import { accountSessionAnswer } from '../../answer/session';
import { ENGINE_READ, HISTORY_READ, MARKET_HISTORY_READ } from '../../endpoint-codes';
import { marketId, publicKey } from '../../request/fields';
import { ledgerQuery } from '../../request/ledger';
import {
  nonceParameter,
  orderIdParameter,
  ordersQuery,
  positionsQuery,
  tradesQuery,
} from '../../request/query';
import { sessionRequest } from '../../request/session';
import { endpoints, owner } from '../endpoint';

export const accounts = endpoints(
  { tag: 'Accounts', caller: null },
  {
    getBalance: {
      route: 'GET /v1/balance/:public_key',
      parameters: { public_key: publicKey },
      summary: "Read a user's balance",
      description:
        'Never older than the request: a caller reads its own writes. Zeros for an unknown user.',
      answer: balanceAnswer,
      codes: ENGINE_READ,
      isFromMemory: true,
    },
    getPosition: {
      route: 'GET /v1/position/:market_id/:public_key',
      parameters: { market_id: marketId, public_key: publicKey },
      summary: "Read a user's position in a market",
      answer: positionAnswer,
      codes: MARKET_HISTORY_READ,
      isFromMemory: true,
    },
    listPositions: {
      route: 'GET /v1/positions/:public_key',
      parameters: { public_key: publicKey },
      query: positionsQuery,
      summary: "List a user's positions, with what they cost and brought",
      description:
        'Last opened first. Exact from the ledger: trades, redemptions and payouts, at average cost. Of history, which may lag by moments: `seq` says how far it is. What is locked in open orders is in the position of a market.',
      answer: positionsAnswer,
      codes: HISTORY_READ,
    },
    getNonces: {
      route: 'GET /v1/nonce/:public_key',
      parameters: { public_key: publicKey },
      summary: "Read a user's nonces",
      description: 'Use any higher nonce for the next call of that kind.',
      answer: noncesAnswer,
      codes: ENGINE_READ,
      isFromMemory: true,
    },
    listUserTrades: {
      route: 'GET /v1/trades/:public_key',
      call: 'trades',
      parameters: { public_key: publicKey },
      query: tradesQuery,
      summary: "List a user's trades",
      description: 'Of all markets, as maker and as taker. Newest first.',
      answer: tradesAnswer,
      codes: HISTORY_READ,
    },
    listOrders: {
      route: 'GET /v1/orders/:public_key',
      parameters: { public_key: publicKey },
      query: ordersQuery,
      caller: owner('public_key'),
      summary: "List a user's orders",
      description:
        'Newest first. With `status=open` they are live, as of the request; any other list is history and may lag by moments.',
      answer: ordersAnswer,
      codes: [...MARKET_HISTORY_READ],
    },
    getOrder: {
      route: 'GET /v1/orders/:public_key/:order_id',
      parameters: { public_key: publicKey, order_id: orderIdParameter },
      caller: owner('public_key'),
      summary: 'Read an order',
      answer: orderAnswer,
      codes: [...ENGINE_READ, 'HISTORY_UNAVAILABLE', 'ORDER_NOT_FOUND'],
    },
    getOrderByNonce: {
      route: 'GET /v1/orders/:public_key/by-nonce/:nonce',
      parameters: { public_key: publicKey, nonce: nonceParameter },
      caller: owner('public_key'),
      summary: 'Read what became of a nonce',
      description:
        'For a caller who never got the answer to an order: the order, or the refusal that used the nonce up. `ORDER_NOT_FOUND`: it has come to nothing. `HISTORY_UNAVAILABLE`: that is not known yet.',
      answer: nonceOutcomeAnswer,
      codes: [...ENGINE_READ, 'HISTORY_UNAVAILABLE', 'ORDER_NOT_FOUND'],
    },
    getLedger: {
      route: 'GET /v1/ledger/:public_key',
      parameters: { public_key: publicKey },
      query: ledgerQuery,
      caller: owner('public_key'),
      summary: "List the movements of a user's money",
      description:
        'A statement of history: each movement with the total that it left. Newest first.',
      answer: ledgerAnswer,
      codes: HISTORY_READ,
    },
    getUserLimits: {
      route: 'GET /v1/limits/:public_key',
      call: 'limits',
      parameters: { public_key: publicKey },
      caller: owner('public_key'),
      summary: "Read a user's limits, and what is left of them",
      description: 'Of the user, at the engine: addresses and API keys have limits of their own.',
      answer: userAllowanceAnswer,
      codes: ENGINE_READ,
    },
    openSession: {
      route: 'POST /v1/session',
      effect: 'read',
      body: sessionRequest,
      summary: 'Open a session',
      description:
        "Its token reads the account's orders, ledger, deposits and `user:` stream for 24 hours, and changes nothing. Any gateway takes it. One that a trading key signed ends with that key.",
      answer: accountSessionAnswer,
      codes: ['SIGNATURE_INVALID', 'SESSION_INVALID', 'ENGINE_UNAVAILABLE', 'OVERLOADED'],
    },
  },
);
