import { payoutAnswer, payoutsAnswer } from '../../answer/payout';
import { ENGINE_READ, FUNDING_RECORD, PAYING_OUT } from '../../endpoint-codes';
import { payoutReference, payoutRequest, payoutsQuery } from '../../request/payout';
import { endpoints } from '../endpoint';

export const builderPayouts = endpoints(
  { tag: 'Revenue', caller: { credential: 'envelope' } },
  {
    payOut: {
      route: 'POST /v1/builder/payout',
      body: payoutRequest,
      summary: 'Pay out the own revenue',
      description:
        'Needs the scope `payout`. To a user it is in the balance at once; to a wallet it goes the way of a withdrawal, ' +
        'and what cannot be paid is revenue again.',
      answer: payoutAnswer,
      status: 202,
      repeats: true,
      codes: [...PAYING_OUT, 'SCOPE_MISSING'],
      // Nodes are asked, and a refusal leaves the reference unused.
      callLimit: 'deposit_addresses',
    },
    listPayouts: {
      route: 'GET /v1/builder/payouts',
      query: payoutsQuery,
      summary: 'List the own payouts',
      description: 'Newest first, and what can be paid out now. The scope `read` alone is enough.',
      answer: payoutsAnswer,
      codes: [...FUNDING_RECORD, ...ENGINE_READ],
    },
    getPayout: {
      route: 'GET /v1/builder/payouts/:reference',
      parameters: { reference: payoutReference },
      summary: 'Read one of the own payouts',
      description: 'The scope `read` alone is enough.',
      answer: payoutAnswer,
      codes: [...FUNDING_RECORD, 'PAYOUT_NOT_FOUND'],
    },
  },
);
