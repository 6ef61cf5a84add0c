import {
  eventCreatedAnswer,
  eventResolvedAnswer,
  marketResolvedAnswer,
  marketStatusAnswer,
} from '../../answer/admin';
import { CONFIRMED, MARKET_CHANGE, OPERATOR_COMMAND, RESOLVING } from '../../endpoint-codes';
import { emptyRequest } from '../../request/admin';
import { marketId } from '../../request/fields';
import {
  createEventRequest,
  resolveEventRequest,
  resolveMarketRequest,
} from '../../request/market-admin';
import { dryRunQuery, eventIdParameter } from '../../request/query';
import { endpoints, operators } from '../endpoint';

export const marketAdmin = endpoints(
  { tag: 'Administration', wraps: true, caller: operators('markets') },
  {
    createEvent: {
      route: 'POST /admin/events',
      onceWithout: 'event_id',
      body: createEventRequest,
      summary: 'Make an event and its markets',
      description:
        'With an `event_id` it is made once, however often it is sent; without one each call makes another.',
      answer: eventCreatedAnswer,
      repeats: true,
      codes: [...OPERATOR_COMMAND, 'EVENT_EXISTS', 'SOURCE_NOT_FOUND', 'SOURCE_RETIRED'],
    },
    pauseMarket: {
      route: 'POST /admin/markets/:market_id/pause',
      effect: 'set',
      parameters: { market_id: marketId },
      body: emptyRequest,
      summary: 'Pause a market',
      description: 'It takes cancels and no orders until it is resumed.',
      answer: marketStatusAnswer,
      codes: MARKET_CHANGE,
    },
    resumeMarket: {
      route: 'POST /admin/markets/:market_id/resume',
      effect: 'set',
      parameters: { market_id: marketId },
      body: emptyRequest,
      summary: 'Resume a paused market',
      answer: marketStatusAnswer,
      codes: MARKET_CHANGE,
    },
    closeMarket: {
      route: 'POST /admin/markets/:market_id/close',
      effect: 'set',
      parameters: { market_id: marketId },
      body: emptyRequest,
      summary: 'Close a market',
      description: 'Its orders are cancelled; it waits for its resolution.',
      answer: marketStatusAnswer,
      codes: MARKET_CHANGE,
    },
    resolveMarket: {
      route: 'POST /admin/markets/:market_id/resolve',
      parameters: { market_id: marketId },
      query: dryRunQuery,
      body: resolveMarketRequest,
      summary: 'Resolve a market',
      description:
        'Holders are paid in the same command. With `dry_run=true` nothing is done, and the answer says what would be paid.',
      answer: marketResolvedAnswer,
      repeats: true,
      codes: [...RESOLVING, ...CONFIRMED, 'MARKET_NOT_FOUND'],
    },
    resolveEvent: {
      route: 'POST /admin/events/:event_id/resolve',
      parameters: { event_id: eventIdParameter },
      query: dryRunQuery,
      body: resolveEventRequest,
      summary: 'Resolve an event',
      description:
        'All of its markets at once. With `dry_run=true` nothing is done, and the answer says what would be paid.',
      answer: eventResolvedAnswer,
      repeats: true,
      codes: [...RESOLVING, ...CONFIRMED, 'EVENT_NOT_FOUND', 'MARKET_NOT_FOUND'],
    },
  },
);
