import { bool, list, oneOf, optional, struct, text, u16, u32, u53 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import {
  EXCHANGE_MODES,
  NETWORKS,
  TRADING_KEY_ENDS,
  archivingLayout,
  createEventLayout,
  eventDetailsLayout,
  feeCategoryLayout,
  moneyLimitsLayout,
  publicKey,
  withdrawalLimitsLayout,
} from '../command';
import { MAX_TRADING_KEYS } from '../limits';
import type { ExchangeState } from '../state';

/**
 * Raise it with every change of the snapshot format: a snapshot of another version is refused and the journal
 * replayed. Without money limits a snapshot has the same bytes as before they existed, so that states of old journals
 * keep their hashes. With them, a further part holds the limits.
 */
export const SNAPSHOT_VERSION = 2;
export const SNAPSHOT_VERSION_WITH_LIMITS = 3;
/** The version with withdrawal limits: a further part holds each user's count of the day. */
export const SNAPSHOT_VERSION_WITH_QUOTA = 4;
/** The version with archiving: numbers of events and markets have gaps, and the ids of archived events are stored. */
export const SNAPSHOT_VERSION_WITH_ARCHIVE = 5;
/**
 * Added to the version of a snapshot in which orders expire or dead man's switches were set: a last part holds them.
 * Without them a snapshot has the same bytes as before they existed.
 */
export const WITH_DUE_TIMES = 16;
/** Added to the version of a snapshot with events that have details: the part after all others holds them. */
export const WITH_EVENT_DETAILS = 32;
/** Added to the version of a snapshot with trading keys: a part after all others holds them. */
export const WITH_TRADING_KEYS = 64;
export const SNAPSHOT_FORMAT = 'bellwether/exchange-snapshot';

const poolMarks = struct({ top: u32, free: u32, live: u32 });

/** The first part: what an empty exchange is built from, and its counters. */
export const headLayout = struct({
  format: text,
  version: u16,
  network: oneOf(NETWORKS),
  capacities: struct({
    maxAccounts: u53,
    maxMarkets: u53,
    maxRestingOrders: u53,
    maxPositions: u53,
    maxPricePages: u53,
    maxBuilderKeys: u53,
    maxCreditReferences: u53,
    rememberedOutcomes: u53,
    outcomeMemoryBytes: u53,
    rememberedFinishedOrders: u53,
    maxOpenWithdrawals: u53,
    rememberedEndedWithdrawals: u53,
    endedPerSlice: u53,
  }),
  mode: oneOf(EXCHANGE_MODES),
  withdrawalsPaused: bool,
  lastSeq: u53,
  lastEventSeq: u53,
  lastTimestampMs: u53,
  lastTradeId: u53,
  finishedOrders: u53,
  outcomesEnd: u53,
  endedWithdrawals: u53,
  orders: poolMarks,
  positions: poolMarks,
  pages: poolMarks,
  directories: poolMarks,
  withdrawals: poolMarks,
});
export type SnapshotHead = ValueOf<typeof headLayout>;

/** The second part: the state that is stored as objects. */
export const objectsLayout = struct({
  builderIds: list(text),
  credits: list(
    struct({
      reference: text,
      account: u32,
      amount: u53,
      available: u53,
      seq: u53,
      timestampMs: u53,
    }),
  ),
  events: list(
    struct({
      command: createEventLayout,
      feeBps: u16,
      makerRebatePct: u16,
      createdSeq: u53,
      createdMs: u53,
      firstMarket: u32,
    }),
  ),
  feeCategories: list(feeCategoryLayout),
  feesSeq: u53,
  /** Markets that have ended and still have orders or holders, in the order in which they wait. */
  windingDown: list(u32),
});
export type SnapshotObjects = ValueOf<typeof objectsLayout>;

/** The third part, with money limits. `outcomesTail`: offset of the oldest outcome that was not evicted. */
export const limitsPartLayout = struct({ limits: moneyLimitsLayout, outcomesTail: u53 });

const quotaFields = {
  limits: withdrawalLimitsLayout,
  day: u53,
  accepted: list(struct({ account: u32, count: u16 })),
};

/** The third part instead, with withdrawal limits; `money` is null without money limits. */
export const quotaPartLayout = struct({ money: optional(limitsPartLayout), ...quotaFields });

/**
 * The third part instead of both, with archiving; the fingerprints of the archived events are the fourth part.
 * `events`: the numbers of the events in the second part, in its order, and of their markets. `lastEvent`: the
 * highest assigned number. `freeMarket`: head of the free list.
 */
export const archivePartLayout = struct({
  money: optional(limitsPartLayout),
  quota: optional(struct(quotaFields)),
  archiving: archivingLayout,
  lastEvent: u53,
  events: list(struct({ event: u53, markets: list(u32) })),
  freeMarket: u32,
});
export type ArchivePart = ValueOf<typeof archivePartLayout>;

export function headOf(state: ExchangeState): SnapshotHead {
  const { pages, directories } = state.ladder.marks;
  return {
    format: SNAPSHOT_FORMAT,
    version: versionOf(state),
    network: state.network,
    capacities: state.capacities,
    mode: state.mode,
    withdrawalsPaused: state.withdrawalsPaused,
    lastSeq: state.lastSeq,
    lastEventSeq: state.lastEventSeq,
    lastTimestampMs: state.lastTimestampMs,
    lastTradeId: state.matching.lastTradeId,
    finishedOrders: state.finished.count,
    outcomesEnd: state.outcomes.endOffset,
    endedWithdrawals: state.endedWithdrawals.count,
    orders: state.orders.marks,
    positions: state.positions.marks,
    pages,
    directories,
    withdrawals: state.withdrawals.marks,
  };
}

/** Orders by record, accounts by number; times in Unix ms. `isOn`: the switch is still to come. */
export const dueTimesLayout = struct({
  expiries: list(struct({ record: u32, dueMs: u53 })),
  cancelAfters: list(
    struct({
      account: u32,
      nonce: u53,
      seconds: u16,
      seq: u53,
      timestampMs: u53,
      isOn: bool,
    }),
  ),
});

export const hasDueTimes = ({ expiries, cancelAfters }: ExchangeState): boolean =>
  expiries.count + cancelAfters.count > 0;

/** The last part: events by number, in order of creation. */
export const detailsPartLayout = list(struct({ event: u53, details: eventDetailsLayout }));

export const detailsOf = ({ catalogue }: ExchangeState): ValueOf<typeof detailsPartLayout> =>
  catalogue.all().flatMap((event) => {
    const { details } = catalogue.entry(event);
    return details === null ? [] : [{ event, details }];
  });

/**
 * By account; of each its allowances in order, those that are active first. `maxKeys`: of all accounts. Times in Unix ms,
 * `until` in seconds.
 */
export const tradingKeysLayout = struct({
  maxKeys: u53,
  accounts: list(
    struct({
      account: u32,
      lastNonce: u53,
      keys: list(
        struct({
          key: publicKey,
          until: u53,
          nonce: u53,
          seq: u53,
          timestampMs: u53,
          end: optional(
            struct({ reason: oneOf(TRADING_KEY_ENDS), nonce: u53, seq: u53, timestampMs: u53 }),
          ),
        }),
      ),
    }),
  ),
});

/** A table of another size than usual is stored too: what it refuses depends on it. */
export const hasTradingKeys = ({ tradingKeys }: ExchangeState): boolean =>
  tradingKeys.count > 0 || tradingKeys.maxKeys !== MAX_TRADING_KEYS;

function versionOf(state: ExchangeState): number {
  return (
    baseVersionOf(state) +
    (hasDueTimes(state) ? WITH_DUE_TIMES : 0) +
    (detailsOf(state).length > 0 ? WITH_EVENT_DETAILS : 0) +
    (hasTradingKeys(state) ? WITH_TRADING_KEYS : 0)
  );
}

function baseVersionOf({ money, withdrawalQuota, archivedEvents }: ExchangeState): number {
  if (archivedEvents.terms !== null) return SNAPSHOT_VERSION_WITH_ARCHIVE;
  if (withdrawalQuota.limits !== null) return SNAPSHOT_VERSION_WITH_QUOTA;
  return money.limits === null ? SNAPSHOT_VERSION : SNAPSHOT_VERSION_WITH_LIMITS;
}

export function objectsOf(state: ExchangeState): SnapshotObjects {
  const { catalogue } = state;
  return {
    builderIds: [...state.delegations.all],
    credits: [...state.credits.all()],
    events: catalogue.all().map((event) => {
      const { markets, details: _, ...entry } = catalogue.entry(event);
      return { ...entry, firstMarket: markets[0]! };
    }),
    feeCategories: [...state.fees.categories],
    feesSeq: state.fees.asOfSeq,
    windingDown: state.windingDown.all(),
  };
}

/** @param archive of the same snapshot, null without archiving: numbers then have no gaps */
export function loadObjects(
  state: ExchangeState,
  objects: SnapshotObjects,
  archive: ArchivePart | null,
): void {
  for (const builderId of objects.builderIds) state.delegations.numberOf(builderId);
  for (const credit of objects.credits) state.credits.add(credit);
  for (const [i, { command, firstMarket, ...entry }] of objects.events.entries()) {
    const { event, markets } = archive?.events[i] ?? {
      event: state.catalogue.next,
      markets: command.labels.map((_, label) => firstMarket + label),
    };
    state.catalogue.add(event, {
      command: { kind: 'create_event', ...command },
      details: null,
      ...entry,
      markets,
    });
  }
  if (archive !== null) state.catalogue.skipTo(archive.lastEvent);
  state.dueTimes.addEvents(state.catalogue);
  state.fees.set(objects.feeCategories, objects.feesSeq);
  for (const market of objects.windingDown) state.windingDown.add(market);
}
