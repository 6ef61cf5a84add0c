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
  headLayout,
  headOf,
  limitsPartLayout,
  loadObjects,
  objectsLayout,
  objectsOf,
} from './head';
import type { SnapshotHead } from './head';
import { PartReader, joinParts } from './parts';

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

function limitsPart({ money, outcomes }: ExchangeState): Uint8Array[] {
  const { limits } = money;
  if (limits === null) return [];
  return [encode(limitsPartLayout, { limits, outcomesTail: outcomes.tailOffset })];
}

export function readState(snapshot: Uint8Array, expected: ExpectedLoad): ExchangeState {
  const parts = new PartReader(snapshot);
  const head = decode(headLayout, parts.next());
  const hasLimits = head.version === SNAPSHOT_VERSION_WITH_LIMITS;
  if (head.format !== SNAPSHOT_FORMAT || !(hasLimits || head.version === SNAPSHOT_VERSION)) {
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
  if (hasLimits) {
    const { limits, outcomesTail } = decode(limitsPartLayout, parts.next());
    state.money.set(limits);
    state.outcomes.keepFrom(outcomesTail);
  }
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
