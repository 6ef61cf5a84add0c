/**
 * The whole state as bytes: the same history gives the same bytes. The tables are written as they lie in memory
 * (the used part of each, freed records included), objects by layouts; indexes and due times follow from these
 * and are made anew. Tables are little-endian, as is every machine that Node runs on.
 *
 * A snapshot says nothing of whether it is intact: keep the state hash beside it and compare before restoring.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { DecodeError, decode, encode, toHex } from '@bellwether/codec';
import type { ExpectedLoad } from '../capacities';
import { ExchangeState } from '../state';
import {
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  SNAPSHOT_VERSION_WITH_LIMITS,
  SNAPSHOT_VERSION_WITH_QUOTA,
  headLayout,
  headOf,
  limitsPartLayout,
  loadObjects,
  objectsLayout,
  objectsOf,
  quotaPartLayout,
} from './head';
import type { SnapshotHead } from './head';
import { PartReader, joinParts } from './parts';

const VERSIONS: readonly number[] = [
  SNAPSHOT_VERSION,
  SNAPSHOT_VERSION_WITH_LIMITS,
  SNAPSHOT_VERSION_WITH_QUOTA,
];

export function writeState(state: ExchangeState): Uint8Array {
  const accounts = state.accountTable.images();
  const builders = state.builders.images();
  const markets = state.markets.images();
  const ladder = state.ladder.images();
  return joinParts([
    encode(headLayout, headOf(state)),
    encode(objectsLayout, objectsOf(state)),
    ...limitsPart(state),
    state.ledger.image(),
    accounts.keys,
    accounts.accounts,
    state.positions.usedImage(),
    state.holdings.image(state.markets.count),
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
  ]);
}

function limitsPart({ money, outcomes, withdrawalQuota }: ExchangeState): Uint8Array[] {
  const ofMoney =
    money.limits === null ? null : { limits: money.limits, outcomesTail: outcomes.tailOffset };
  const { limits } = withdrawalQuota;
  if (limits !== null) {
    return [encode(quotaPartLayout, { money: ofMoney, limits, ...withdrawalQuota.image() })];
  }
  return ofMoney === null ? [] : [encode(limitsPartLayout, ofMoney)];
}

/** Before the tables are: whether outcomes are kept decides how theirs is read. */
function loadLimits(state: ExchangeState, version: number, parts: PartReader): void {
  if (version === SNAPSHOT_VERSION) return;
  const quota =
    version === SNAPSHOT_VERSION_WITH_QUOTA ? decode(quotaPartLayout, parts.next()) : null;
  const money = quota === null ? decode(limitsPartLayout, parts.next()) : quota.money;
  if (money !== null) {
    state.money.set(money.limits);
    state.outcomes.keepFrom(money.outcomesTail);
  }
  if (quota === null) return;
  state.withdrawalQuota.limits = quota.limits;
  state.withdrawalQuota.load(quota);
}

export function readState(snapshot: Uint8Array, expected: ExpectedLoad): ExchangeState {
  const parts = new PartReader(snapshot);
  const head = decode(headLayout, parts.next());
  if (head.format !== SNAPSHOT_FORMAT || !VERSIONS.includes(head.version)) {
    throw new DecodeError(`a snapshot of ${head.format} version ${head.version}`, 0);
  }
  const state = new ExchangeState(head.network, head.capacities, expected);
  state.mode = head.mode;
  state.withdrawalsPaused = head.withdrawalsPaused;
  state.lastSeq = head.lastSeq;
  state.lastEventSeq = head.lastEventSeq;
  state.lastTimestampMs = head.lastTimestampMs;
  state.matching.lastTradeId = head.lastTradeId;
  loadObjects(state, decode(objectsLayout, parts.next()));
  loadLimits(state, head.version, parts);
  try {
    loadTables(state, head, parts);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DecodeError(`a table of the snapshot does not fit: ${error.message}`, 0);
  }
  parts.end();
  return state;
}

function loadTables(state: ExchangeState, head: SnapshotHead, parts: PartReader): void {
  state.ledger.load(parts.next());
  state.accountTable.loadImages({ keys: parts.next(), accounts: parts.next() });
  state.positions.loadPositions(parts.next(), head.positions);
  state.holdings.load(parts.next());
  state.builders.loadImages({ keys: parts.next(), revenues: parts.next() });
  state.markets.loadImages({ keys: parts.next(), markets: parts.next() });
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
  state.finished.load(parts.next(), head.finishedOrders);
  state.outcomes.load(parts.next(), head.outcomesEnd);
  state.withdrawals.loadWithdrawals(parts.next(), head.withdrawals);
  state.endedWithdrawals.load(parts.next(), head.endedWithdrawals);
}

export const hashOfSnapshot = (snapshot: Uint8Array): string => toHex(sha256(snapshot));
