import { batchAnswer } from '../../answer/batch';
import { signedAnswer } from '../../answer/builder';
import { cancelAfterAnswer } from '../../answer/cancel-after';
import {
  cancelledAllAnswer,
  cancelledAnswer,
  challengedAnswer,
  submittedAnswer,
} from '../../answer/order';
import { redeemedAnswer } from '../../answer/redeem';
import {
  BUILDER_SENT,
  CANCELLING_AFTER,
  CANCELLING_ALL,
  CHALLENGING,
  ENGINE_READ,
  ORDER_AMENDING,
  ORDER_CANCELLING,
  ORDER_PLACING,
  REDEEMING,
} from '../../endpoint-codes';
import { amendRequest } from '../../request/amend';
import { batchRequest } from '../../request/batch';
import { cancelAfterRequest } from '../../request/cancel-after';
import { challengeRequest } from '../../request/challenge';
import { cancelAllRequest, cancelRequest, orderRequest } from '../../request/order';
import { redeemRequest } from '../../request/redeem';
import { endpoints } from '../endpoint';

export const builderTrading = endpoints(
  { tag: 'Trading', caller: { credential: 'envelope' } },
  {
    submitOrder: {
      route: 'POST /v1/submit',
      body: orderRequest,
      summary: 'Sign an order and place it',
      description: 'Signed with the key that the signer keeps for the user.',
      answer: submittedAnswer,
      repeats: true,
      codes: [...ORDER_PLACING, ...BUILDER_SENT, 'SIGNER_UNAVAILABLE'],
    },
    signOrder: {
      route: 'POST /v1/sign',
      effect: 'read',
      body: orderRequest,
      caller: { credential: 'api_key' },
      summary: 'Sign an order without placing it',
      answer: signedAnswer,
      codes: [
        ...BUILDER_SENT,
        'SIGNER_UNAVAILABLE',
        'MARKET_NOT_FOUND',
        'MARKET_NOT_ACTIVE',
        ...ENGINE_READ,
      ],
    },
    cancelOrder: {
      route: 'POST /v1/cancel',
      effect: 'exactly-once',
      body: cancelRequest,
      summary: 'Cancel an order',
      answer: cancelledAnswer,
      codes: [...ORDER_CANCELLING, ...BUILDER_SENT, 'SIGNER_UNAVAILABLE'],
      lane: 'cancels',
    },
    cancelAllOrders: {
      route: 'POST /v1/cancel-all',
      body: cancelAllRequest,
      summary: 'Cancel all orders',
      description: 'Of a user, in one market or in all.',
      answer: cancelledAllAnswer,
      repeats: true,
      codes: [...CANCELLING_ALL, ...BUILDER_SENT, 'SIGNER_UNAVAILABLE'],
      lane: 'cancel_alls',
    },
    amendOrder: {
      route: 'POST /v1/amend',
      body: amendRequest,
      summary: 'Change a resting order',
      description:
        'Its price, and how many contracts are open after it. A smaller size at the same price keeps its place in the queue; anything else comes in anew, under the same id.',
      answer: submittedAnswer,
      repeats: true,
      codes: [...ORDER_AMENDING, ...BUILDER_SENT, 'SIGNER_UNAVAILABLE'],
    },
    cancelAfter: {
      route: 'POST /v1/cancel-after',
      body: cancelAfterRequest,
      summary: 'Cancel all orders later, unless this is repeated',
      description:
        'The dead man’s switch: `seconds` after this command, all open orders of the user are cancelled. Each call sets it anew; 0 switches it off.',
      answer: cancelAfterAnswer,
      repeats: true,
      codes: [...CANCELLING_AFTER, ...BUILDER_SENT, 'SIGNER_UNAVAILABLE'],
      lane: 'cancels',
    },
    redeemPairs: {
      route: 'POST /v1/redeem',
      body: redeemRequest,
      summary: 'Redeem pairs of contracts',
      description:
        'One YES and one NO of a market are worth 1 USD together, whatever happens. Signed with the key that the signer keeps for the user. Also while the market is paused or closed; without a fee.',
      answer: redeemedAnswer,
      repeats: true,
      codes: [...REDEEMING, ...BUILDER_SENT, 'SIGNER_UNAVAILABLE'],
    },
    challengeCase: {
      route: 'POST /v1/challenge',
      body: challengeRequest,
      summary: 'Challenge a proposed result',
      description:
        'With the stake that the rules of the event ask for. Signed with the key that the signer keeps for the user.',
      answer: challengedAnswer,
      repeats: true,
      codes: [...CHALLENGING, ...BUILDER_SENT, 'SIGNER_UNAVAILABLE'],
    },
    submitBatch: {
      route: 'POST /v1/submit/batch',
      effect: 'exactly-once',
      body: batchRequest,
      summary: 'Several operations at once',
      description:
        'Up to 20 orders, cancels, changes and cancel-alls, each signed with the key that the signer keeps for its user. They are carried out in their order, with nothing between them; each is answered as its own endpoint would answer. One that is refused stops none of the others. Rate limits count operations, and admit a batch whole or not at all: a 429 of one user, and an overload, carry out nothing.',
      answer: batchAnswer,
      codes: [
        ...ORDER_PLACING.filter((code) => code === 'OUTCOME_UNKNOWN' || code === 'OVERLOADED'),
        ...BUILDER_SENT,
        'SIGNER_UNAVAILABLE',
      ],
    },
  },
);
