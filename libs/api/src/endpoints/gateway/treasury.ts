import { treasuryAnswer, treasuryPayoutAnswer, treasuryPayoutsAnswer } from '../../answer/payout';
import { CONFIRMED, ENGINE_READ, FUNDING_RECORD, PAYING_OUT } from '../../endpoint-codes';
import { treasuryPayoutRequest, treasuryPayoutsQuery } from '../../request/payout';
import { endpoints, operators } from '../endpoint';

export const treasury = endpoints(
  { tag: 'Administration', wraps: true, caller: operators('money') },
  {
    getTreasury: {
      route: 'GET /admin/treasury',
      caller: operators('read'),
      summary: 'Read what the exchange earned and can be paid out',
      answer: treasuryAnswer,
      codes: ENGINE_READ,
    },
    payTreasury: {
      route: 'POST /admin/treasury/payout',
      body: treasuryPayoutRequest,
      summary: 'Pay out what the exchange earned',
      description:
        'To a wallet it goes the way of a withdrawal; to a user it is in the balance at once. It is paid once for each ' +
        'source and reference.',
      answer: treasuryPayoutAnswer,
      status: 202,
      repeats: true,
      codes: [...PAYING_OUT, ...CONFIRMED],
    },
    listTreasuryPayouts: {
      route: 'GET /admin/treasury/payouts',
      query: treasuryPayoutsQuery,
      caller: operators('read'),
      summary: 'List payouts of what the exchange earned',
      description: 'Newest first.',
      answer: treasuryPayoutsAnswer,
      codes: FUNDING_RECORD,
    },
  },
);
