import { caseAnswer, casesAnswer, marketResolutionAnswer } from '../../answer/case';
import { attestedAnswer } from '../../answer/case-change';
import { challengedAnswer } from '../../answer/order';
import { sourcesAnswer } from '../../answer/source';
import {
  ATTESTING,
  CHALLENGING,
  ENGINE_READ,
  HISTORY_READ,
  MARKET_HISTORY_READ,
  OWNER_SIGNED,
  SESSION_READ,
} from '../../endpoint-codes';
import { signedAttestationRequest } from '../../request/attestation';
import { caseIdParameter } from '../../request/case-admin';
import { signedChallengeRequest } from '../../request/challenge';
import { marketId } from '../../request/fields';
import { casesQuery } from '../../request/query';
import { endpoints } from '../endpoint';

const WHOSE =
  'Of history, which may lag by moments. With a session of the user, its own challenges name it; with an operator’s key, all do.';

export const cases = endpoints(
  { tag: 'Results', caller: null },
  {
    listCases: {
      route: 'GET /v1/cases',
      query: casesQuery,
      summary: 'List results that are or were proposed',
      description: `Newest first. ${WHOSE}`,
      answer: casesAnswer,
      codes: [...HISTORY_READ, ...SESSION_READ],
    },
    getCase: {
      route: 'GET /v1/cases/:case_id',
      parameters: { case_id: caseIdParameter },
      summary: 'Read how a result came about',
      description: WHOSE,
      answer: caseAnswer,
      codes: [...ENGINE_READ, ...SESSION_READ, 'HISTORY_UNAVAILABLE', 'CASE_NOT_FOUND'],
      weight: 2,
    },
    challengeCase: {
      route: 'POST /v1/cases/:case_id/challenge',
      parameters: { case_id: caseIdParameter },
      body: signedChallengeRequest,
      summary: 'Challenge a proposed result',
      description:
        'With the stake that the rules of the event ask for, signed by the key of the account itself: a trading key may not. The result is disputed from then on, until an operator decides. The stake comes back unless the result is upheld; the first who claimed what is decided is rewarded.',
      answer: challengedAnswer,
      repeats: true,
      codes: [...CHALLENGING, ...OWNER_SIGNED],
    },
    listSources: {
      route: 'GET /v1/sources',
      summary: 'List who may say results',
      description:
        'Keys that sign what they see, and those that are retired. An event that names one says so in its entry.',
      answer: sourcesAnswer,
      codes: ENGINE_READ,
    },
    attest: {
      route: 'POST /v1/attestations',
      body: signedAttestationRequest,
      summary: 'Hand in what the source of a result saw',
      description:
        'From anybody: the signature says who speaks. It proposes the result that follows from the rule of the event, or agrees with the one that is proposed. If another one is proposed, or the source says another value than before, the result is disputed without a stake, until an operator decides. The same again gets the first answer.',
      answer: attestedAnswer,
      repeats: true,
      codes: ATTESTING,
    },
    getMarketResolution: {
      route: 'GET /v1/markets/:market_id/resolution',
      parameters: { market_id: marketId },
      summary: 'Read how the result of a market came about',
      description: WHOSE,
      answer: marketResolutionAnswer,
      codes: [...MARKET_HISTORY_READ, ...SESSION_READ],
      weight: 4,
    },
  },
);
