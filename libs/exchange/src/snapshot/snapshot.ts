/**
 * The whole state as bytes: the same history gives the same bytes. Tables are written as they lie in memory (the used
 * part of each, freed records included), objects by layouts. Indexes and due times are derived and rebuilt. Tables
 * are little-endian, like every machine that Node runs on.
 *
 * A snapshot does not show whether it is intact: store the state hash beside it and compare before restoring.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { DecodeError, decode, encode, toHex } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { DELEGATED_TO } from '../accounts/account-table';
import type { TradingKey } from '../accounts/trading-keys';
import type { ExpectedLoad } from '../capacities';
import { findResolvedEvents } from '../commands/resolution';
import { SEQ } from '../orders/order-pool';
import { ExchangeState } from '../state';
import { casesLayout, casesOf, loadCases } from './cases';
import { loadSources, sourcesLayout, sourcesOf } from './sources';
import {
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  dueTimesLayout,
  headLayout,
  headOf,
  loadObjects,
  objectsLayout,
  objectsOf,
  payoutsLayout,
  tradingKeysLayout,
} from './head';
import type { SnapshotHead } from './head';
import { joinParts, splitParts } from './parts';

/** In the order in which they are written. An added part comes last, and may be empty. */
export const PART_NAMES = [
  'head',
  'objects',
  'ledger',
  'account_keys',
  'accounts',
  'positions',
  'holdings',
  'builder_keys',
  'builder_revenues',
  'market_keys',
  'markets',
  'books',
  'levels',
  'occupancy',
  'directories',
  'orders',
  'finished_orders',
  'outcomes',
  'withdrawals',
  'ended_withdrawals',
  'archived_events',
  'due_times',
  'trading_keys',
  'payouts',
  'cases',
  'sources',
] as const;
type Parts = Record<(typeof PART_NAMES)[number], Uint8Array>;

export function writeState(state: ExchangeState): Uint8Array {
  const accounts = state.accountTable.images();
  const builders = state.builders.images();
  const markets = state.markets.images();
  const ladder = state.ladder.images();
  const expiries = state.expiries.entries();
  const cancelAfters = state.cancelAfters.entries();
  return joinParts({
    head: encode(headLayout, headOf(state)),
    objects: encode(objectsLayout, objectsOf(state)),
    ledger: state.ledger.image(),
    account_keys: accounts.keys,
    accounts: accounts.accounts,
    positions: state.positions.usedImage(),
    holdings: state.holdings.image(state.markets.used),
    builder_keys: builders.keys,
    builder_revenues: builders.revenues,
    market_keys: markets.keys,
    markets: markets.markets,
    books: ladder.books,
    levels: ladder.levels,
    occupancy: ladder.occupancy,
    directories: ladder.directories,
    orders: state.orders.usedImage(),
    finished_orders: state.finished.image(),
    outcomes: state.outcomes.image(),
    withdrawals: state.withdrawals.usedImage(),
    ended_withdrawals: state.endedWithdrawals.image(),
    archived_events: state.archivedEvents.image(),
    due_times: encode(dueTimesLayout, { expiries, cancelAfters }),
    trading_keys: encode(tradingKeysLayout, keysOf(state)),
    payouts: payoutsPart(state.payouts.image()),
    cases: casesPart(state),
    sources: sourcesPart(state),
  } satisfies Parts);
}

export function readState(snapshot: Uint8Array, expected: ExpectedLoad): ExchangeState {
  const parts: Parts = splitParts(snapshot, PART_NAMES);
  const head = decode(headLayout, parts.head);
  if (head.format !== SNAPSHOT_FORMAT || head.version !== SNAPSHOT_VERSION) {
    throw new DecodeError(`a snapshot of ${head.format} version ${head.version}`, 0);
  }
  const state = new ExchangeState(head.network, head.capacities, expected);
  loadHead(state, head);
  loadObjects(state, decode(objectsLayout, parts.objects));
  try {
    loadTables(state, head, parts);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DecodeError(`a table of the snapshot does not fit: ${error.message}`, 0);
  }
  loadDueTimes(state, parts.due_times);
  loadTradingKeys(state, parts.trading_keys);
  if (parts.payouts.length > 0) state.payouts.load(decode(payoutsLayout, parts.payouts));
  if (parts.cases.length > 0) loadCases(state, decode(casesLayout, parts.cases));
  loadSources(state, parts.sources.length > 0 ? decode(sourcesLayout, parts.sources) : null);
  findResolvedEvents(state);
  state.excess.lookAtAll();
  return state;
}

/** Runs before the tables are loaded: the layout of remembered outcomes depends on it. */
function loadHead(state: ExchangeState, head: SnapshotHead): void {
  state.mode = head.mode;
  state.withdrawalsPaused = head.withdrawalsPaused;
  if (head.moneyLimits !== null) state.money.set(head.moneyLimits);
  state.withdrawalQuota.limits = head.withdrawalLimits;
  state.archivedEvents.terms = head.archiving;
  state.lastSeq = head.lastSeq;
  state.lastEventSeq = head.lastEventSeq;
  state.lastTimestampMs = head.lastTimestampMs;
  state.matching.lastTradeId = head.lastTradeId;
  state.outcomes.tailOffset = head.outcomesTail;
}

function loadTables(state: ExchangeState, head: SnapshotHead, parts: Parts): void {
  state.ledger.load(parts.ledger);
  state.accountTable.loadImages({ keys: parts.account_keys, accounts: parts.accounts });
  countUsersOfBuilders(state);
  state.positions.loadPositions(parts.positions, head.positions);
  state.holdings.load(parts.holdings);
  state.builders.loadImages({ keys: parts.builder_keys, revenues: parts.builder_revenues });
  const { market_keys: keys, markets } = parts;
  state.markets.loadImages({ keys, markets }, head.freeMarket);
  state.ladder.loadImages(parts, { pages: head.pages, directories: head.directories });
  state.orders.loadPool(parts.orders, head.orders);
  state.accounts.openOrders.loaded();
  state.finished.load(parts.finished_orders, head.finishedOrders);
  state.outcomes.load(parts.outcomes, head.outcomesEnd);
  state.withdrawals.loadWithdrawals(parts.withdrawals, head.withdrawals);
  state.endedWithdrawals.load(parts.ended_withdrawals, head.endedWithdrawals);
  state.archivedEvents.load(parts.archived_events);
}

/** Runs after the orders are loaded: among equal times, the order placed first comes first. */
function loadDueTimes(state: ExchangeState, part: Uint8Array): void {
  const { expiries, cancelAfters } = decode(dueTimesLayout, part);
  for (const { record, dueMs } of expiries)
    state.expiries.add(record, dueMs, state.orders.word(record, SEQ));
  state.cancelAfters.load(cancelAfters);
}

/** By account, with the resting orders of each key. */
const keysOf = ({ tradingKeys, budgets }: ExchangeState) =>
  tradingKeys.entries().map(({ keys, ...account }) => ({
    ...account,
    keys: keys.map((key) => ({ ...key, orders: budgets.ordersOf(key) })),
  }));

/** Not written before the first payout. */
const payoutsPart = (payouts: ValueOf<typeof payoutsLayout>): Uint8Array =>
  payouts.sources.length === 0 ? new Uint8Array(0) : encode(payoutsLayout, payouts);

/** Not written before anything of it was used. */
function casesPart(state: ExchangeState): Uint8Array {
  const image = casesOf(state);
  return image === null ? new Uint8Array(0) : encode(casesLayout, image);
}

/** Not written before anything of it was used. */
function sourcesPart(state: ExchangeState): Uint8Array {
  const image = sourcesOf(state);
  return image === null ? new Uint8Array(0) : encode(sourcesLayout, image);
}

/** Runs after the orders are loaded. */
function loadTradingKeys({ tradingKeys, budgets, locks }: ExchangeState, part: Uint8Array): void {
  for (const { account, lastNonce, keys } of decode(tradingKeysLayout, part)) {
    tradingKeys.use(account, lastNonce);
    for (const { orders, ...allowed } of keys) {
      const key: TradingKey = { account, ...allowed, locked: 0 };
      tradingKeys.add(key);
      budgets.load(key, orders, locks);
    }
  }
}

function countUsersOfBuilders({ accountTable, delegations }: ExchangeState): void {
  for (let account = 1; account <= accountTable.count; account++) {
    const number = accountTable.int(account, DELEGATED_TO);
    if (number !== 0) delegations.addUser(number);
  }
}

export const hashOfSnapshot = (snapshot: Uint8Array): string => toHex(sha256(snapshot));
