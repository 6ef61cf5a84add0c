import { feesAnswer } from '../../answer/fees';
import { resolutionRulesAnswer } from '../../answer/resolution-rules';
import { solvencyAnswer } from '../../answer/solvency';
import { statusAnswer, timeAnswer } from '../../answer/status';
import { ENGINE_READ } from '../../endpoint-codes';
import { endpoints } from '../endpoint';

export const exchange = endpoints(
  { tag: 'Exchange', caller: null },
  {
    getFees: {
      route: 'GET /v1/fees',
      summary: 'Read what trading costs',
      answer: feesAnswer,
      codes: ENGINE_READ,
    },
    getResolutionRules: {
      route: 'GET /v1/resolution-rules',
      summary: 'Read how results come about',
      description:
        'By category, for new events. An event keeps those of its creation: its entry has them.',
      answer: resolutionRulesAnswer,
      codes: ENGINE_READ,
    },
    getTime: {
      route: 'GET /v1/time',
      summary: "Read the server's clock",
      answer: timeAnswer,
    },
    getStatus: {
      route: 'GET /v1/status',
      summary: 'Read the state of the exchange',
      description:
        'Its mode, how far history and chains have been read, and the limits a client must stay within.',
      answer: statusAnswer,
      codes: [...ENGINE_READ, 'HISTORY_UNAVAILABLE'],
      weight: 2,
    },
    getSolvency: {
      route: 'GET /v1/solvency',
      summary: "Read the sums of the exchange's books",
      description: 'What it owes, what it has, and whether the chains agree.',
      answer: solvencyAnswer,
      codes: [...ENGINE_READ, 'HISTORY_UNAVAILABLE'],
      weight: 2,
    },
  },
);
