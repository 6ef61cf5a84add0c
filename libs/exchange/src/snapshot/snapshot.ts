/**
 * The whole state as bytes: the same history gives the same bytes. Tables are written as they lie in memory (the used
 * part of each, freed records included), objects by layouts. Indexes and due times are derived and rebuilt. Tables
 * are little-endian, like every machine that Node runs on.
 *
 * A snapshot does not show whether it is intact: store the state hash beside it and compare before restoring.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { DecodeError, decode, encode, toHex } from '@bellwether/codec';
import type { ExpectedLoad } from '../capacities';
import { findResolvedEvents } from '../commands/resolution';
import { DELEGATED_TO } from '../accounts/account-table';
import { MAX_TRADING_KEYS, MAX_USERS_OF_BUILDER } from '../limits';
import { SEQ } from '../orders/order-pool';
import { ExchangeState } from '../state';
import {
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  SNAPSHOT_VERSION_WITH_ARCHIVE,
  SNAPSHOT_VERSION_WITH_LIMITS,
  SNAPSHOT_VERSION_WITH_QUOTA,
  WITH_DUE_TIMES,
  WITH_EVENT_DETAILS,
  WITH_TRADING_KEYS,
  archivePartLayout,
  detailsOf,
  detailsPartLayout,
  dueTimesLayout,
  hasDueTimes,
  hasTradingKeys,
  headLayout,
  headOf,
  limitsPartLayout,
  loadObjects,
  objectsLayout,
  objectsOf,
  quotaPartLayout,
  tradingKeysLayout,
} from './head';
import type { ArchivePart, SnapshotHead } from './head';
import { PartReader, joinParts } from './parts';

const VERSIONS: readonly number[] = [
  SNAPSHOT_VERSION,
  SNAPSHOT_VERSION_WITH_LIMITS,
  SNAPSHOT_VERSION_WITH_QUOTA,
  SNAPSHOT_VERSION_WITH_ARCHIVE,
];

export function writeState(state: ExchangeState): Uint8Array {
  const accounts = state.accountTable.images();
  const builders = state.builders.images();
  const markets = state.markets.images();
  const ladder = state.ladder.images();
  return joinParts([
    encode(headLayout, headOf(state)),
    encode(objectsLayout, objectsOf(state)),
    ...limitsParts(state),
    state.ledger.image(),
    accounts.keys,
    accounts.accounts,
    state.positions.usedImage(),
    state.holdings.image(state.markets.used),
    builders.keys,
    builders.revenues,
    markets.keys,
    markets.markets,
    ladder.books,
    ladder.levels,
    ladder.occupancy,
    ladder.directories,
    state.orders.usedImage(),
    state.finished.image(),
    state.outcomes.image(),
    state.withdrawals.usedImage(),
    state.endedWithdrawals.image(),
    ...dueTimesParts(state),
    ...detailsParts(state),
    ...tradingKeysParts(state),
  ]);
}

function detailsParts(state: ExchangeState): Uint8Array[] {
  const details = detailsOf(state);
  return details.length === 0 ? [] : [encode(detailsPartLayout, details)];
}

function loadDetails({ catalogue }: ExchangeState, part: Uint8Array): void {
  for (const { event, details } of decode(detailsPartLayout, part))
    catalogue.describe(event, details);
}

function dueTimesParts(state: ExchangeState): Uint8Array[] {
  if (!hasDueTimes(state)) return [];
  const expiries = state.expiries.entries();
  const cancelAfters = state.cancelAfters.entries();
  return [encode(dueTimesLayout, { expiries, cancelAfters })];
}

/** Runs after the orders are loaded: among equal times, the order placed first comes first. */
function loadDueTimes(state: ExchangeState, part: Uint8Array): void {
  const { expiries, cancelAfters } = decode(dueTimesLayout, part);
  for (const { record, dueMs } of expiries)
    state.expiries.add(record, dueMs, state.orders.word(record, SEQ));
  state.cancelAfters.load(cancelAfters);
}

function tradingKeysParts(state: ExchangeState): Uint8Array[] {
  if (!hasTradingKeys(state)) return [];
  const { tradingKeys } = state;
  const part = { maxKeys: tradingKeys.maxKeys, accounts: tradingKeys.entries() };
  return [encode(tradingKeysLayout, part)];
}

function loadTradingKeys({ tradingKeys }: ExchangeState, part: Uint8Array): void {
  const { maxKeys, accounts } = decode(tradingKeysLayout, part);
  tradingKeys.maxKeys = maxKeys;
  for (const { account, lastNonce, keys } of accounts) {
    tradingKeys.use(account, lastNonce);
    for (const key of keys) tradingKeys.add({ account, ...key });
  }
}

function limitsParts(state: ExchangeState): Uint8Array[] {
  const { outcomes, withdrawalQuota, archivedEvents } = state;
  const { limits } = state.money;
  const money = limits === null ? null : { limits, outcomesTail: outcomes.tailOffset };
  const quota =
    withdrawalQuota.limits === null
      ? null
      : { limits: withdrawalQuota.limits, ...withdrawalQuota.image() };
  const { terms } = archivedEvents;
  if (terms !== null) {
    const part = { money, quota, archiving: terms, ...numbersOf(state) };
    return [encode(archivePartLayout, part), archivedEvents.image()];
  }
  if (quota !== null) return [encode(quotaPartLayout, { money, ...quota })];
  return money === null ? [] : [encode(limitsPartLayout, money)];
}

const numbersOf = ({ catalogue, markets }: ExchangeState) => ({
  lastEvent: catalogue.last,
  events: catalogue.all().map((event) => ({ event, markets: [...catalogue.entry(event).markets] })),
  freeMarket: markets.free,
});

/**
 * Runs before the tables are loaded: the layout of remembered outcomes depends on these limits.
 *
 * @returns with archiving, the numbers of events and of their markets
 */
function loadLimits(state: ExchangeState, version: number, parts: PartReader): ArchivePart | null {
  const { money, quota, archive } = readLimits(version, parts);
  if (money !== null) {
    state.money.set(money.limits);
    state.outcomes.keepFrom(money.outcomesTail);
  }
  if (quota !== null) {
    state.withdrawalQuota.limits = quota.limits;
    state.withdrawalQuota.load(quota);
  }
  if (archive !== null) {
    state.archivedEvents.terms = archive.archiving;
    state.archivedEvents.load(parts.next());
  }
  return archive;
}

function readLimits(version: number, parts: PartReader) {
  switch (version) {
    case SNAPSHOT_VERSION_WITH_ARCHIVE: {
      const archive = decode(archivePartLayout, parts.next());
      return { money: archive.money, quota: archive.quota, archive };
    }
    case SNAPSHOT_VERSION_WITH_QUOTA: {
      const quota = decode(quotaPartLayout, parts.next());
      return { money: quota.money, quota, archive: null };
    }
    case SNAPSHOT_VERSION_WITH_LIMITS:
      return { money: decode(limitsPartLayout, parts.next()), quota: null, archive: null };
    default:
      return { money: null, quota: null, archive: null };
  }
}

export function readState(snapshot: Uint8Array, expected: ExpectedLoad): ExchangeState {
  const parts = new PartReader(snapshot);
  const head = decode(headLayout, parts.next());
  const version = head.version % WITH_DUE_TIMES;
  const isKnown = VERSIONS.includes(version) && head.version < 2 * WITH_TRADING_KEYS;
  if (head.format !== SNAPSHOT_FORMAT || !isKnown) {
    throw new DecodeError(`a snapshot of ${head.format} version ${head.version}`, 0);
  }
  const state = new ExchangeState(
    head.network,
    {
      ...head.capacities,
      maxTradingKeys: MAX_TRADING_KEYS,
      maxUsersOfBuilder: MAX_USERS_OF_BUILDER,
    },
    expected,
  );
  state.mode = head.mode;
  state.withdrawalsPaused = head.withdrawalsPaused;
  state.lastSeq = head.lastSeq;
  state.lastEventSeq = head.lastEventSeq;
  state.lastTimestampMs = head.lastTimestampMs;
  state.matching.lastTradeId = head.lastTradeId;
  const objects = decode(objectsLayout, parts.next());
  const archive = loadLimits(state, version, parts);
  loadObjects(state, objects, archive);
  try {
    loadTables(state, head, parts, archive?.freeMarket ?? 0);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DecodeError(`a table of the snapshot does not fit: ${error.message}`, 0);
  }
  if ((head.version & WITH_DUE_TIMES) !== 0) loadDueTimes(state, parts.next());
  if ((head.version & WITH_EVENT_DETAILS) !== 0) loadDetails(state, parts.next());
  if ((head.version & WITH_TRADING_KEYS) !== 0) loadTradingKeys(state, parts.next());
  parts.end();
  findResolvedEvents(state);
  state.excess.lookAtAll();
  return state;
}

function loadTables(
  state: ExchangeState,
  head: SnapshotHead,
  parts: PartReader,
  freeMarket: number,
): void {
  state.ledger.load(parts.next());
  state.accountTable.loadImages({ keys: parts.next(), accounts: parts.next() });
  countUsersOfBuilders(state);
  state.positions.loadPositions(parts.next(), head.positions);
  state.holdings.load(parts.next());
  state.builders.loadImages({ keys: parts.next(), revenues: parts.next() });
  state.markets.loadImages({ keys: parts.next(), markets: parts.next() }, freeMarket);
  state.ladder.loadImages(
    {
      books: parts.next(),
      levels: parts.next(),
      occupancy: parts.next(),
      directories: parts.next(),
    },
    { pages: head.pages, directories: head.directories },
  );
  state.orders.loadPool(parts.next(), head.orders);
  state.accounts.openOrders.loaded();
  state.finished.load(parts.next(), head.finishedOrders);
  state.outcomes.load(parts.next(), head.outcomesEnd);
  state.withdrawals.loadWithdrawals(parts.next(), head.withdrawals);
  state.endedWithdrawals.load(parts.next(), head.endedWithdrawals);
}

function countUsersOfBuilders({ accountTable, delegations }: ExchangeState): void {
  for (let account = 1; account <= accountTable.count; account++) {
    const number = accountTable.int(account, DELEGATED_TO);
    if (number !== 0) delegations.addUser(number);
  }
}

export const hashOfSnapshot = (snapshot: Uint8Array): string => toHex(sha256(snapshot));
