/** Commands of operators and the signer: events, states, resolutions, modes, fees, credits, delegates, limits. */
import type { CommandOf, FeeCategory } from '../../src/command';
import { EXCHANGE_MODES, MARKET_ACTIONS, RESOLUTIONS } from '../../src/command';
import type { CatalogueEntry } from '../oracle/state';
import { type Drawing, allMarkets, anyUser } from './drawing';
import { drawEventSource } from './draw-source';
import { UNKNOWN_MARKET } from './keys';
import type { Draft } from './step';

const CATEGORIES = [
  { name: 'sports', sub: 'tennis' },
  { name: 'sports', sub: 'chess' },
  { name: 'weather', sub: 'rain' },
] as const;

const admin = (command: Draft['command']): Draft[] => [{ lane: 'admin', command }];

export function drawCreateEvent(drawing: Drawing): Draft[] {
  const { random, profile } = drawing;
  const nowSeconds = Math.floor(drawing.timestampMs() / 1000);
  const outcomes = random.pick(profile.outcomesPerEvent);
  const isLate = random.chance(0.1);
  const expiry = nowSeconds + (isLate ? 0 : 1 + random.pick(profile.expiriesIn));
  const opensAt = random.chance(0.15) ? nowSeconds + random.between(-1, 5) : null;
  const command: CommandOf<'create_event'> = {
    kind: 'create_event',
    eventId: `event-${drawing.nextName()}`,
    question: 'Will it happen?',
    description: '',
    category: random.pick(CATEGORIES),
    expiry,
    mutuallyExclusive: outcomes > 1 && random.chance(0.6),
    feeBps: random.pick(profile.protocolFeesBps),
    opensAt,
    labels: Array.from({ length: outcomes }, (_, index) => `outcome ${index}`),
    rules: random.pick([undefined, 'It happens before noon.']),
    resolutionSource: random.pick([undefined, 'https://example.org/results', 'The referee']),
    imageUrl: random.pick([undefined, 'https://example.org/a.png']),
  };
  const source = drawEventSource(drawing, command);
  if (command.mutuallyExclusive)
    return admin({ ...command, exhaustive: random.pick([undefined, true]), source });
  return admin({
    ...command,
    source,
    ...random.pick([{}, {}, { voidPrice: 4_000 }, { voidAtLast: true }]),
  });
}

/** Sometimes an archived one. */
const lastArchived = ({ random, oracle }: Drawing): CatalogueEntry | undefined => {
  const { archived } = oracle.state;
  return archived.length > 0 && random.chance(0.05) ? random.pick(archived.slice(-3)) : undefined;
};

const anyMarketId = (drawing: Drawing): Uint8Array => {
  const { random } = drawing;
  const markets = allMarkets(drawing).map(({ marketId }) => marketId);
  if (markets.length === 0 || random.chance(0.03)) return UNKNOWN_MARKET;
  const archived = lastArchived(drawing);
  if (archived !== undefined) return random.pick(archived.markets).marketId;
  return random.pick(random.chance(0.5) ? markets.slice(-4) : markets);
};

export function drawMarketStatus(drawing: Drawing): Draft[] {
  const marketId = anyMarketId(drawing);
  const action = drawing.random.weighted({ pause: 3, resume: 6, close: 1 });
  if (!MARKET_ACTIONS.includes(action)) return [];
  return admin({ kind: 'set_market_status', marketId, action });
}

export function drawResolveMarket(drawing: Drawing): Draft[] {
  const { random } = drawing;
  const resolution = random.pick(RESOLUTIONS);
  const price = resolution === 'void' ? random.pick([null, 0, 1, 5000, 9999, 10_000]) : null;
  return admin({ kind: 'resolve_market', marketId: anyMarketId(drawing), resolution, price });
}

export function drawResolveEvent(drawing: Drawing): Draft[] {
  const { random, oracle } = drawing;
  const events = [...oracle.state.events.values()];
  if (events.length === 0 || random.chance(0.03)) {
    return admin({ kind: 'resolve_event', eventId: 'no such event', winner: null });
  }
  const event =
    lastArchived(drawing) ?? random.pick(random.chance(0.5) ? events.slice(-2) : events);
  const ofIt = event.markets.map(({ marketId }) => marketId);
  const winner = random.chance(0.05) ? anyMarketId(drawing) : random.pick([null, ...ofIt, ...ofIt]);
  return admin({ kind: 'resolve_event', eventId: event.command.eventId, winner });
}

export const drawMode = ({ random }: Drawing): Draft[] =>
  admin({ kind: 'set_mode', mode: random.pick(EXCHANGE_MODES) });

export const OPEN_AGAIN: Draft = { lane: 'admin', command: { kind: 'set_mode', mode: 'open' } };

export function drawFees({ random }: Drawing): Draft[] {
  const rows: FeeCategory[] = [];
  const add = (name: string, sub: string) => {
    if (random.chance(0.3)) return;
    const feeBps = random.pick([0, 1, 333, 700, 1000]);
    rows.push({ name, sub, feeBps, makerRebatePct: random.pick([0, 1, 20, 33, 50]) });
  };
  for (const { name, sub } of CATEGORIES) add(name, sub);
  add('sports', '*');
  add('*', '*');
  return admin({ kind: 'set_fees', categories: rows });
}

export function drawCredit(drawing: Drawing): Draft[] {
  const amount = drawing.random.pick(drawing.profile.credits);
  const reference = `credit-${drawing.nextName()}`;
  return admin({ kind: 'test_credit', user: anyUser(drawing), amount, reference });
}

export const drawDelegate = (drawing: Drawing): Draft[] => [
  {
    lane: 'builder',
    command: {
      kind: 'register_delegate',
      user: anyUser(drawing),
      builderId: drawing.random.pick(['builder-1', 'builder-1', 'builder-2']),
    },
  },
];

export const drawUserLimits = (drawing: Drawing): Draft[] =>
  admin({
    kind: 'set_user_limits',
    user: anyUser(drawing),
    maxOpenOrders: drawing.random.pick([null, ...drawing.profile.openOrderLimits]),
  });

export const drawTick = (): Draft[] => [{ lane: 'internal', command: { kind: 'tick' } }];

/** Limits near what the profile's users own and place. */
export function drawMoneyLimits({ random }: Drawing): Draft[] {
  const poor = random.pick([1, 3, 100]);
  const limits = {
    restingMinimums: [
      { name: '*', sub: '*', microUsdc: random.pick([0, 100, 500_000, 1_000_000]) },
      { name: 'sports', sub: '*', microUsdc: random.pick([0, 2_000_000]) },
    ],
    openOrderTiers: [
      { fromMicroUsdc: 0, maxOpenOrders: poor },
      { fromMicroUsdc: random.pick([1, 1_000_000]), maxOpenOrders: poor + random.between(0, 3) },
      { fromMicroUsdc: 100_000_000, maxOpenOrders: 1_000 },
    ],
    reservedPct: random.pick([0, 25, 50]),
    fewRecords: random.pick([1, 2, 10]),
    keptOutcomes: random.pick([0, 1, 8]),
    keptOutcomeBytes: random.pick([0, 256, 2_048]),
    keptOutcomeSeconds: random.pick([0, 5, 86_400]),
  };
  return [{ lane: 'internal', command: { kind: 'set_money_limits', limits } }];
}

export function drawWithdrawalLimits({ random }: Drawing): Draft[] {
  const limits = { openPerUser: random.pick([1, 1, 2]), dailyPerUser: random.pick([3, 30, 90]) };
  return [{ lane: 'internal', command: { kind: 'set_withdrawal_limits', limits } }];
}

export function drawArchiving({ random }: Drawing): Draft[] {
  const archiving = { afterSeconds: random.pick([86_400, 86_400, 90_000, 300_000]) };
  return [{ lane: 'internal', command: { kind: 'set_archiving', archiving } }];
}
