import {
  caseChangeAnswer,
  fundFilledAnswer,
  madeGoodAnswer,
  proposedAnswer,
} from '../../answer/case-change';
import { resolutionRulesSetAnswer } from '../../answer/resolution-rules';
import { sourceSetAnswer } from '../../answer/source';
import {
  CASE_CHANGE,
  CONFIRMED,
  GRANTING,
  OPERATOR_COMMAND,
  PROPOSING,
} from '../../endpoint-codes';
import {
  caseIdParameter,
  decideRequest,
  fillFundRequest,
  makeGoodRequest,
  proposeEventRequest,
  proposeMarketRequest,
  withdrawCaseRequest,
} from '../../request/case-admin';
import { resolutionRulesRequest } from '../../request/resolution-rules';
import { marketId, publicKey } from '../../request/fields';
import { sourceRequest } from '../../request/source-admin';
import { dryRunQuery, eventIdParameter } from '../../request/query';
import { endpoints, operators } from '../endpoint';

const TWO_OPERATORS =
  'Where a second operator confirms dangerous acts, this is one if it may be challenged for less than an hour.';
const DRY_RUN = 'With `dry_run=true` nothing is done, and the answer says what would be paid.';

export const caseAdmin = endpoints(
  { tag: 'Administration', wraps: true, caller: operators('markets') },
  {
    setResolutionRules: {
      route: 'PUT /admin/resolution-rules',
      body: resolutionRulesRequest,
      caller: operators('admin'),
      summary: 'Set how results come about, by category',
      description: 'Events that exist keep their rules.',
      answer: resolutionRulesSetAnswer,
      codes: OPERATOR_COMMAND,
    },
    setSource: {
      route: 'PUT /admin/sources',
      body: sourceRequest,
      caller: operators('admin'),
      summary: 'Add a source of results, change its words, or retire it',
      description:
        'A key stays that of its name for ever. Two operators agree on it; one alone may retire a key, which only keeps new events from naming it.',
      answer: sourceSetAnswer,
      codes: [
        ...OPERATOR_COMMAND,
        ...CONFIRMED,
        'SOURCE_NOT_FOUND',
        'SOURCE_KEY_TAKEN',
        'SOURCE_RETIRED',
      ],
    },
    proposeMarket: {
      route: 'POST /admin/markets/:market_id/propose',
      parameters: { market_id: marketId },
      query: dryRunQuery,
      body: proposeMarketRequest,
      summary: 'Propose the result of a market',
      description: `Nobody trades it from then on; it is paid when nobody has challenged it in time. A proposal that nobody has challenged is corrected by another one. Of outcomes that exclude each other, a market by itself may only be out: \`no\`. ${DRY_RUN} ${TWO_OPERATORS}`,
      answer: proposedAnswer,
      codes: [...PROPOSING, ...CONFIRMED, 'MARKET_NOT_FOUND'],
    },
    proposeEvent: {
      route: 'POST /admin/events/:event_id/propose',
      parameters: { event_id: eventIdParameter },
      query: dryRunQuery,
      body: proposeEventRequest,
      summary: 'Propose the result of an event',
      description: `Of one whose outcomes exclude each other: all of its markets at once. ${DRY_RUN} ${TWO_OPERATORS}`,
      answer: proposedAnswer,
      codes: [...PROPOSING, ...CONFIRMED, 'EVENT_NOT_FOUND', 'MARKET_NOT_FOUND'],
    },
    decideCase: {
      route: 'POST /admin/cases/:case_id/decide',
      parameters: { case_id: caseIdParameter },
      body: decideRequest,
      caller: operators('judge'),
      summary: 'Decide a disputed result',
      description:
        'Where the rules of the event say so, who proposed it may not. `overturn` begins a second round with a new window, and is paid at once in the second. It is a dangerous act, which a second operator confirms where that is required.',
      answer: caseChangeAnswer,
      codes: [
        ...CASE_CHANGE,
        ...CONFIRMED,
        'OWN_ACT',
        'RESOLVE_BY_EVENT',
        'MARKET_NOT_FOUND',
        'ALREADY_RESOLVED',
      ],
    },
    withdrawCase: {
      route: 'POST /admin/cases/:case_id/withdraw',
      parameters: { case_id: caseIdParameter },
      body: withdrawCaseRequest,
      summary: 'Take back a proposed result',
      description:
        'Of a case that nobody has challenged. Its markets are paused, or closed if they have expired.',
      answer: caseChangeAnswer,
      codes: CASE_CHANGE,
    },
    fillDisputeFund: {
      route: 'POST /admin/dispute-fund',
      body: fillFundRequest,
      caller: operators('money'),
      summary: 'Give protocol fees to the dispute fund',
      description: 'It pays rewards of challenges, and nothing takes from it.',
      answer: fundFilledAnswer,
      repeats: true,
      codes: GRANTING,
    },
    makeGood: {
      route: 'POST /admin/users/:public_key/make-good',
      parameters: { public_key: publicKey },
      body: makeGoodRequest,
      caller: operators('money'),
      summary: 'Give protocol fees to a user',
      description:
        'So a wrong result that was paid is made good from nobody else. Two operators agree on it.',
      answer: madeGoodAnswer,
      repeats: true,
      codes: [...GRANTING, ...CONFIRMED],
    },
  },
);
