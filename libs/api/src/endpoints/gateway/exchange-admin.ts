import { creditedAnswer, modeAnswer, scheduleAnswer, userLimitsAnswer } from '../../answer/admin';
import { OPERATOR_COMMAND } from '../../endpoint-codes';
import { creditRequest, feesRequest, modeRequest, userLimitsRequest } from '../../request/admin';
import { publicKey } from '../../request/fields';
import { endpoints, operators } from '../endpoint';

export const exchangeAdmin = endpoints(
  { tag: 'Administration', wraps: true, caller: operators('money') },
  {
    creditTestMoney: {
      route: 'POST /admin/credit',
      call: 'credit',
      body: creditRequest,
      summary: 'Give a user test money',
      description: 'On the test network alone. Each `reference` is credited once.',
      answer: creditedAnswer,
      repeats: true,
      codes: [
        ...OPERATOR_COMMAND,
        'REFERENCE_REUSED',
        'TEST_NETWORK_ONLY',
        'BALANCE_LIMIT_EXCEEDED',
      ],
    },
    setMode: {
      route: 'POST /admin/mode',
      effect: 'set',
      body: modeRequest,
      caller: operators('markets', 'money'),
      summary: 'Set the mode of the exchange',
      answer: modeAnswer,
      codes: OPERATOR_COMMAND,
    },
    setFees: {
      route: 'PUT /admin/fees',
      body: feesRequest,
      summary: 'Set the schedule of fees',
      description: 'Markets that exist keep their rates.',
      answer: scheduleAnswer,
      codes: OPERATOR_COMMAND,
    },
    setUserLimits: {
      route: 'PUT /admin/users/:public_key/limits',
      parameters: { public_key: publicKey },
      body: userLimitsRequest,
      summary: "Set a user's limits",
      answer: userLimitsAnswer,
      codes: OPERATOR_COMMAND,
    },
  },
);
