import { withdrawalsPausedAnswer } from '../../answer/admin';
import {
  bridgeExecutorAnswer,
  dailyCapAnswer,
  queuesAnswer,
  rejectedAnswer,
  releasedAnswer,
  stepOverAnswer,
  tierAnswer,
  tierChangeAnswer,
} from '../../answer/funding';
import {
  CONFIRMED,
  FUNDING_CHANGE,
  FUNDING_READ,
  FUNDING_RECORD,
  OPERATOR_COMMAND,
} from '../../endpoint-codes';
import { emptyRequest } from '../../request/admin';
import {
  bridgeExecutorRequest,
  dailyCapRequest,
  stepOverRequest,
  tierCacheRequest,
  userTierRequest,
} from '../../request/funding-admin';
import { depositIdParameter, queuesQuery } from '../../request/funding';
import { endpoints, operators } from '../endpoint';

export const fundingAdmin = endpoints(
  { tag: 'Administration', wraps: true, caller: operators('money') },
  {
    setTier: {
      route: 'POST /admin/bridge/user-tier',
      effect: 'set',
      body: userTierRequest,
      summary: "Set a user's tier",
      description: 'A transaction on the main chain: the answer comes when it is final.',
      answer: tierChangeAnswer,
      codes: [...FUNDING_CHANGE, ...CONFIRMED],
    },
    refreshTier: {
      route: 'POST /admin/bridge/invalidate-tier-cache',
      effect: 'set',
      body: tierCacheRequest,
      summary: "Read a user's tier again",
      description: 'In place of the value that is cached for a minute.',
      answer: tierAnswer,
      codes: FUNDING_READ,
    },
    setBridgeExecutor: {
      route: 'POST /admin/bridge/executor',
      effect: 'set',
      body: bridgeExecutorRequest,
      summary: 'Switch the bridge',
      description: 'Off: new deposits are queued.',
      answer: bridgeExecutorAnswer,
      codes: FUNDING_CHANGE,
    },
    setDailyCap: {
      route: 'PUT /admin/bridge/daily-cap',
      body: dailyCapRequest,
      summary: 'Set the daily cap of the bridge',
      answer: dailyCapAnswer,
      codes: [...FUNDING_CHANGE, ...CONFIRMED],
    },
    stepOverBlock: {
      route: 'POST /admin/scan/step-over',
      effect: 'set',
      body: stepOverRequest,
      summary: 'Let the scan of a chain step over a block that it cannot read',
      description:
        'Nothing in it is read for deposits. What it held is recorded, and balances that it changed are found by comparing them. The same request again shows what became of it.',
      answer: stepOverAnswer,
      codes: [...FUNDING_CHANGE, ...CONFIRMED],
    },
    listQueues: {
      route: 'GET /admin/queues',
      query: queuesQuery,
      caller: operators('read'),
      summary: 'List deposits of a phase',
      answer: queuesAnswer,
      codes: FUNDING_RECORD,
    },
    releaseDeposit: {
      route: 'POST /admin/queues/:deposit_id/release',
      effect: 'exactly-once',
      parameters: { deposit_id: depositIdParameter },
      body: emptyRequest,
      summary: 'Let a queued deposit pass the daily cap',
      answer: releasedAnswer,
      codes: [...FUNDING_CHANGE, ...CONFIRMED, 'DEPOSIT_NOT_FOUND', 'DEPOSIT_NOT_QUEUED'],
    },
    rejectDeposit: {
      route: 'POST /admin/queues/:deposit_id/reject',
      effect: 'exactly-once',
      parameters: { deposit_id: depositIdParameter },
      body: emptyRequest,
      summary: 'Take a deposit out of the queue',
      description:
        'It ends `rejected` and stays at its address, for its user, or its builder, to recover.',
      answer: rejectedAnswer,
      codes: [...FUNDING_CHANGE, 'DEPOSIT_NOT_FOUND', 'DEPOSIT_NOT_QUEUED'],
    },
    pauseWithdrawals: {
      route: 'POST /admin/withdrawals/pause',
      effect: 'set',
      body: emptyRequest,
      summary: 'Take no more withdrawals',
      description: 'What was accepted before is paid all the same.',
      answer: withdrawalsPausedAnswer,
      codes: OPERATOR_COMMAND,
    },
    resumeWithdrawals: {
      route: 'POST /admin/withdrawals/resume',
      effect: 'set',
      body: emptyRequest,
      summary: 'Take withdrawals again',
      answer: withdrawalsPausedAnswer,
      codes: [...OPERATOR_COMMAND, ...CONFIRMED],
    },
  },
);
