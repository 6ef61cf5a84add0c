import { FULL_TERMS, fullOrderForm, orderForm } from '@bellwether/canonical-message';
import { batchAnswer } from '../../answer/batch';
import { cancelAfterAnswer } from '../../answer/cancel-after';
import { debugSignatureAnswer } from '../../answer/debug';
import { cancelledAllAnswer, cancelledAnswer, submittedAnswer } from '../../answer/order';
import { previewAnswer } from '../../answer/preview';
import { redeemedAnswer } from '../../answer/redeem';
import { tradingKeyChangeAnswer, tradingKeysAnswer } from '../../answer/trading-key';
import {
  ALLOWING_KEY,
  CANCELLING_AFTER,
  CANCELLING_ALL,
  ENGINE_READ,
  MARKET_READ,
  ORDER_AMENDING,
  ORDER_CANCELLING,
  ORDER_PLACING,
  REDEEMING,
  REVOKING_KEY,
  USER_SIGNED,
} from '../../endpoint-codes';
import { signedAmendRequest } from '../../request/amend';
import { signedBatchRequest } from '../../request/batch';
import { signedCancelAfterRequest } from '../../request/cancel-after';
import { debugSignatureRequest } from '../../request/debug';
import { publicKey } from '../../request/fields';
import {
  previewRequest,
  signedCancelAllRequest,
  signedCancelRequest,
  signedOrderRequest,
} from '../../request/order';
import { allowTradingKeyRequest, revokeTradingKeyRequest } from '../../request/owner-text';
import { signedRedeemRequest } from '../../request/redeem';
import { endpoints } from '../endpoint';

const anyOf = (names: readonly string[]): string =>
  names
    .map((name) => `\`${name}\``)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ');

export const trading = endpoints(
  { tag: 'Trading', caller: null },
  {
    placeOrder: {
      route: 'POST /v1/orders',
      body: signedOrderRequest,
      summary: 'Place an order',
      description: `Signed by the user over the ${orderForm.byteLength} bytes of the canonical order message; with ${anyOf(Object.keys(FULL_TERMS))}, over the ${fullOrderForm.byteLength} bytes of its full form.`,
      answer: submittedAnswer,
      repeats: true,
      codes: [...ORDER_PLACING, ...USER_SIGNED],
    },
    cancelOrder: {
      route: 'POST /v1/orders/cancel',
      effect: 'exactly-once',
      body: signedCancelRequest,
      summary: 'Cancel an order',
      answer: cancelledAnswer,
      codes: [...ORDER_CANCELLING, ...USER_SIGNED, 'MARKET_NOT_FOUND'],
      weight: 2,
      lane: 'cancels',
    },
    amendOrder: {
      route: 'POST /v1/orders/amend',
      body: signedAmendRequest,
      summary: 'Change a resting order',
      description:
        'Its price, and how many contracts are open after it. A smaller size at the same price keeps its place in the queue; anything else comes in anew, under the same id.',
      answer: submittedAnswer,
      repeats: true,
      codes: [...ORDER_AMENDING, ...USER_SIGNED],
    },
    cancelAfter: {
      route: 'POST /v1/orders/cancel-after',
      body: signedCancelAfterRequest,
      summary: 'Cancel all orders later, unless this is repeated',
      description:
        'The dead man’s switch: `seconds` after this command, all open orders of the user are cancelled. Each call sets it anew; 0 switches it off.',
      answer: cancelAfterAnswer,
      repeats: true,
      codes: [...CANCELLING_AFTER, ...USER_SIGNED],
      lane: 'cancels',
    },
    cancelAllOrders: {
      route: 'POST /v1/orders/cancel-all',
      body: signedCancelAllRequest,
      summary: 'Cancel all orders',
      description: 'Of a user, in one market or in all.',
      answer: cancelledAllAnswer,
      repeats: true,
      codes: [...CANCELLING_ALL, ...USER_SIGNED],
      lane: 'cancel_alls',
    },
    sendBatch: {
      route: 'POST /v1/orders/batch',
      effect: 'exactly-once',
      body: signedBatchRequest,
      summary: 'Several operations at once',
      description:
        'Up to 20 orders, cancels, changes and cancel-alls, each signed as it would be alone. They are carried out in their order, with nothing between them; each is answered as its own endpoint would answer. One that is refused stops none of the others. Rate limits count operations, and admit a batch whole or not at all: a 429 of one user, and an overload, carry out nothing.',
      answer: batchAnswer,
      codes: ORDER_PLACING.filter((code) => code === 'OUTCOME_UNKNOWN' || code === 'OVERLOADED'),
    },
    redeemPairs: {
      route: 'POST /v1/positions/redeem',
      body: signedRedeemRequest,
      summary: 'Redeem pairs of contracts',
      description:
        'One YES and one NO of a market are worth 1 USD together, whatever happens. Signed by the user over the 82 bytes of the redeem message. Also while the market is paused or closed; without a fee.',
      answer: redeemedAnswer,
      repeats: true,
      codes: [...REDEEMING, ...USER_SIGNED],
    },
    allowTradingKey: {
      route: 'POST /v1/trading-keys',
      body: allowTradingKeyRequest,
      summary: 'Allow a key to trade for an account',
      description:
        'By a text that the owner signed, as a wallet signs texts. The key may place, change and cancel orders, redeem pairs, and nothing else: requests that it signs name it as `signer`. At most 16 keys of an account at a time, each for at most 366 days. A key that is allowed already gets the new end.',
      answer: tradingKeyChangeAnswer,
      repeats: true,
      codes: ALLOWING_KEY,
    },
    revokeTradingKey: {
      route: 'POST /v1/trading-keys/revoke',
      body: revokeTradingKeyRequest,
      summary: 'End a trading key',
      description:
        'By a text that the owner signed, with a new nonce; or that the trading key itself signed, with the nonce it was allowed with. From then on nothing that the key signed is carried out. Its open orders stay.',
      answer: tradingKeyChangeAnswer,
      repeats: true,
      codes: REVOKING_KEY,
      lane: 'cancels',
    },
    listTradingKeys: {
      route: 'GET /v1/trading-keys/:account',
      parameters: { account: publicKey },
      summary: 'List the trading keys of an account',
      description:
        'Never older than the request. Those that may trade first, then those that ended within 30 days.',
      answer: tradingKeysAnswer,
      codes: ENGINE_READ,
      isFromMemory: true,
    },
    debugSignature: {
      route: 'POST /v1/debug/signature',
      effect: 'read',
      body: debugSignatureRequest,
      summary: 'Find out why a signature does not hold',
      description:
        'On the test network alone. The canonical bytes field by field, of a text line by line, whether the signature holds, in which form and by which key, what differs from the bytes that were signed, and which usual mistake explains it.',
      answer: debugSignatureAnswer,
      codes: [...ENGINE_READ, 'TEST_NETWORK_ONLY'],
      // Up to 160 signatures are verified, one after the other.
      weight: 100,
      lane: 'reads',
    },
    previewOrder: {
      route: 'POST /v1/preview',
      effect: 'read',
      body: previewRequest,
      summary: 'Preview an order',
      description:
        'The engine runs its own rules, without effect, on the order as the next command. A refusal that it foretells is what was asked for, and is answered with 200, beside the numbers that the order would have without it. Without a `user` nobody’s means are looked at; without a session of the `user`, orders that it has open are met as those of others are. It counts as a read, and as one more for each 20 orders that it meets.',
      answer: previewAnswer,
      codes: [...MARKET_READ, 'SESSION_INVALID', 'HISTORY_UNAVAILABLE'],
      lane: 'reads',
    },
  },
);
