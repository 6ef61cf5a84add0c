/**
 * Events and the states of their markets: creation, opening and expiry by time, pause, resume, close
 * (docs/protocol/matching.md, section 8).
 */
import { marketIdOf } from '@bellwether/canonical-message';
import { toHex } from '@bellwether/codec';
import type {
  Category,
  CommandOf,
  MarketAction,
  MarketStatus,
  ResolutionRules,
} from '../../src/command';
import { DEFAULT_MAKER_REBATE_PCT, DEFAULT_PROTOCOL_FEE_BPS } from '../../src/limits';
import type { Reply, ReplyBody } from '../../src/reply';
import { dueCases, endDueCase } from './cases';
import { setStatus } from './market-status';
import { dueTimesOf, endDue } from './cancel-after';
import { accountsInExcess, cancelExcess } from './excess';
import { endOf, nextSlice, waitingMarkets } from './slices';
import { dueKeysOf, passTradingKeys } from './trading-keys';
import { refuse, refused } from './refusals';
import { refuseSource } from './sources';
import { archivable, archiveDue } from './archive';
import type { CatalogueEntry, Market, State } from './state';

type CreateEvent = CommandOf<'create_event'>;

/** The reply of the creation this command repeats, if it is a repeat. */
export function repeatedCreation(state: State, command: CreateEvent): Reply | null {
  const known = state.events.get(command.eventId);
  if (known === undefined) return null;
  return bodyOf(known.command) === bodyOf(command) ? known.reply : null;
}

const bodyOf = (command: CreateEvent): string =>
  JSON.stringify([
    command.question,
    command.description,
    command.category.name,
    command.category.sub,
    command.expiry,
    command.mutuallyExclusive,
    command.feeBps,
    command.opensAt,
    command.labels,
    command.rules,
    command.resolutionSource,
    command.imageUrl,
    command.voidPrice,
    command.voidAtLast,
    command.exhaustive,
    command.source && [toHex(command.source.key), command.source.rule],
  ]);

export function createEvent(state: State, command: CreateEvent): ReplyBody {
  const { eventId, expiry, opensAt, labels } = command;
  const isKnown = ({ command }: CatalogueEntry) => command.eventId === eventId;
  if (state.events.has(eventId) || state.archived.some(isKnown)) {
    return refused(refuse('EVENT_EXISTS'));
  }
  if (expiry * 1000 <= state.timestampMs) {
    return refused(refuse('VALIDATION_FAILED', { field: 'expiry' }));
  }
  if (opensAt !== null && opensAt >= expiry) {
    return refused(refuse('VALIDATION_FAILED', { field: 'opens_at' }));
  }
  const noSource = refuseSource(state, command);
  if (noSource !== null) return refused(noSource);
  if (state.markets.size + labels.length > state.limits.maxMarkets) {
    return refused(refuse('CAPACITY_REACHED'));
  }
  const event: CatalogueEntry = {
    command,
    createdSeq: state.seq,
    createdMs: state.timestampMs,
    ...ratesOf(state, command),
    resolutionRules: rulesFor(state, command),
    expiry,
    markets: [],
    reply: null,
    words: [],
    lastEnded: null,
  };
  const opensLater = opensAt !== null && opensAt * 1000 > state.timestampMs;
  for (const label of labels) {
    event.markets.push(newMarket(state, event, label, opensLater ? 'pending' : 'active'));
  }
  state.events.set(eventId, event);
  for (const market of event.markets) state.markets.set(toHex(market.marketId), market);
  announce(state, event);
  const markets = event.markets.map(({ label, marketId }) => ({ label, marketId }));
  return { kind: 'event_created', eventId, markets };
}

function ratesOf(
  state: State,
  { category, feeBps }: CreateEvent,
): { feeBps: bigint; makerRebatePct: bigint } {
  const rowOf = ({ name, sub }: Category) =>
    state.feeCategories.find((row) => row.name === name && row.sub === sub);
  const row = rowOf(category) ??
    rowOf({ name: category.name, sub: '*' }) ??
    rowOf({ name: '*', sub: '*' }) ?? {
      feeBps: DEFAULT_PROTOCOL_FEE_BPS,
      makerRebatePct: DEFAULT_MAKER_REBATE_PCT,
    };
  return { feeBps: BigInt(feeBps ?? row.feeBps), makerRebatePct: BigInt(row.makerRebatePct) };
}

function rulesFor(state: State, { category }: CreateEvent): ResolutionRules | undefined {
  const rowOf = (name: string, sub: string) =>
    state.resolutionRules.find((row) => row.name === name && row.sub === sub);
  const row = rowOf(category.name, category.sub) ?? rowOf(category.name, '*') ?? rowOf('*', '*');
  if (row === undefined) return undefined;
  const { windowSeconds, stake, rewardPct, secondRole, sourceWindowSeconds } = row;
  return { windowSeconds, stake, rewardPct, secondRole, sourceWindowSeconds };
}

function newMarket(
  state: State,
  event: CatalogueEntry,
  label: string,
  status: MarketStatus,
): Market {
  const { eventId } = event.command;
  return {
    marketId: marketIdOf({ network: state.network, eventId, label }),
    label,
    event,
    status,
    isArchived: false,
    openOrders: [],
    positions: new Map(),
    collateral: 0n,
    lastPrice: null,
    prices: [],
    volume: 0n,
    resolution: null,
    resolutionPrice: null,
    waitsSince: null,
    resolvedAt: null,
    paid: 0n,
  };
}

function announce(
  state: State,
  { command, createdMs, feeBps, makerRebatePct, markets, resolutionRules }: CatalogueEntry,
) {
  state.emitted.push({
    kind: 'event_created',
    event: {
      eventId: command.eventId,
      question: command.question,
      description: command.description,
      category: command.category,
      expiry: command.expiry,
      mutuallyExclusive: command.mutuallyExclusive,
      feeBps: Number(feeBps),
      makerRebatePct: Number(makerRebatePct),
      opensAt: command.opensAt,
      createdMs,
      rules: command.rules,
      resolutionSource: command.resolutionSource,
      imageUrl: command.imageUrl,
      voidPrice: command.voidPrice,
      voidAtLast: command.voidAtLast,
      exhaustive: command.exhaustive,
      resolutionRules,
      source: command.source,
      markets: markets.map(({ label, marketId, status }) => ({ label, marketId, status })),
    },
  });
}

interface Due {
  readonly atMs: number;
  readonly market: Market;
  readonly status: 'active' | 'closed';
}

/** Pending openings and expiries, by time, then by creation of the market. */
function dueOf(state: State): Due[] {
  const due: Due[] = [];
  for (const market of state.markets.values()) {
    const { expiry } = market.event;
    const { opensAt } = market.event.command;
    if (market.status === 'pending' && opensAt !== null) {
      due.push({ atMs: opensAt * 1000, market, status: 'active' });
    }
    if (['pending', 'active', 'paused'].includes(market.status)) {
      due.push({ atMs: expiry * 1000, market, status: 'closed' });
    }
  }
  return due.sort((a, b) => a.atMs - b.atMs);
}

export function nextDueMs(state: State): number | null {
  if (state.mode === 'halted') return null;
  const first = [dueOf(state)[0]?.atMs, archivable(state)[0]?.atMs, dueCases(state)[0]?.atMs];
  const due = [
    ...first.filter((ms) => ms !== undefined),
    ...dueTimesOf(state),
    ...dueKeysOf(state),
    ...[...waitingMarkets(state), ...accountsInExcess(state)].map(() => state.timestampMs),
  ];
  return due.length === 0 ? null : Math.min(...due);
}

/** A tick ends a slice of what is due: so many orders and keys in all. Other commands end all of it. */
export function passTime(state: State, timestampMs: number, isTick: boolean): void {
  state.timestampMs = timestampMs;
  if (state.mode === 'halted') return;
  const due = dueOf(state).filter(({ atMs }) => atMs <= timestampMs);
  for (const { market, status } of due) setStatus(state, market, status);
  endOf(
    state,
    due.filter(({ status }) => status === 'closed').map(({ market }) => market),
  );
  const left = endDue(state, isTick ? state.limits.endedPerSlice : Infinity);
  passTradingKeys(state, left);
  if (isTick) {
    cancelExcess(state);
    nextSlice(state);
    endDueCase(state);
  }
  archiveDue(state);
}

const TRANSITIONS: Readonly<
  Record<MarketAction, { readonly from: readonly MarketStatus[]; readonly to: MarketStatus }>
> = {
  pause: { from: ['active'], to: 'paused' },
  resume: { from: ['paused'], to: 'active' },
  close: { from: ['pending', 'active', 'paused'], to: 'closed' },
};

export function setMarketStatus(
  state: State,
  { marketId, action }: CommandOf<'set_market_status'>,
): ReplyBody {
  const market = state.markets.get(toHex(marketId));
  if (market === undefined) {
    return refused(refuse('MARKET_NOT_FOUND', { market_id: toHex(marketId) }));
  }
  const { from, to } = TRANSITIONS[action];
  if (from.includes(market.status)) {
    setStatus(state, market, to);
    if (to === 'closed') endOf(state, [market]);
  } else if (market.status !== to) {
    return refused(refuse('MARKET_STATE_CONFLICT', { status: market.status }));
  }
  return { kind: 'market_status', marketId, status: to };
}
