import { auditAnswer } from '../../answer/audit';
import { alarmsAnswer, knownUsersAnswer } from '../../answer/operators-lists';
import { withdrawalsAnswer } from '../../answer/withdrawal';
import { FUNDING_RECORD, HISTORY_READ } from '../../endpoint-codes';
import { alarmsQuery, allWithdrawalsQuery, knownUsersQuery } from '../../request/operators-lists';
import { auditQuery } from '../../request/query';
import { endpoints, operators } from '../endpoint';

export const operatorLists = endpoints(
  { tag: 'Administration', wraps: true, caller: operators('read') },
  {
    listAudit: {
      route: 'GET /admin/audit',
      query: auditQuery,
      summary: 'List what operators did',
      description: 'Newest first.',
      answer: auditAnswer,
      codes: HISTORY_READ,
    },
    listUsers: {
      route: 'GET /admin/users',
      query: knownUsersQuery,
      summary: 'List the users who ever had money',
      description: 'Newest first; or the one with an address. Moments behind the exchange.',
      answer: knownUsersAnswer,
      codes: HISTORY_READ,
    },
    listAllWithdrawals: {
      route: 'GET /admin/withdrawals',
      call: 'withdrawals',
      query: allWithdrawalsQuery,
      summary: 'List the withdrawals of all users',
      description: 'Newest first.',
      answer: withdrawalsAnswer,
      codes: FUNDING_RECORD,
    },
    listAlarms: {
      route: 'GET /admin/alarms',
      query: alarmsQuery,
      summary: 'List what people have to look at',
      description:
        'Alarms of the funding apps. The same one again is counted, and comes first. Of an app the last thousand are stored.',
      answer: alarmsAnswer,
      codes: HISTORY_READ,
    },
  },
);
