import { bool, list, oneOf, optional, struct, text, u16, u32, u53 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import {
  EXCHANGE_MODES,
  NETWORKS,
  archivingLayout,
  createEventLayout,
  feeCategoryLayout,
  moneyLimitsLayout,
  withdrawalLimitsLayout,
} from '../command';
import type { ExchangeState } from '../state';

/**
 * Raised with every change of what a snapshot holds: another version's snapshot is refused, its journal replayed. Where money
 * sets no limits a snapshot has the bytes that it had before there were any, so the states of old journals have the hashes
 * they had; where it does, a part more says which.
 */
export const SNAPSHOT_VERSION = 2;
export const SNAPSHOT_VERSION_WITH_LIMITS = 3;
/** The same of limits of withdrawals, by which a part more says what each user had of the day. */
export const SNAPSHOT_VERSION_WITH_QUOTA = 4;
/** The same where events are archived: numbers of events and markets do not count up any more, and ids are remembered. */
export const SNAPSHOT_VERSION_WITH_ARCHIVE = 5;
export const SNAPSHOT_FORMAT = 'bellwether/exchange-snapshot';

const poolMarks = struct({ top: u32, free: u32, live: u32 });

/** The first part: what is needed to make an empty exchange, and its counters. */
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

/** The second part: what the exchange keeps as objects. */
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
});
export type SnapshotObjects = ValueOf<typeof objectsLayout>;

/** The third part, where money sets limits. `outcomesTail`: offset of the oldest outcome that was not let go. */
export const limitsPartLayout = struct({ limits: moneyLimitsLayout, outcomesTail: u53 });

const quotaFields = {
  limits: withdrawalLimitsLayout,
  day: u53,
  accepted: list(struct({ account: u32, count: u16 })),
};

/** The third part in place of that, where withdrawals have limits; `money` is null where money sets none. */
export const quotaPartLayout = struct({ money: optional(limitsPartLayout), ...quotaFields });

/**
 * The third part in place of both, where events are archived; the fingerprints of those that were are the fourth. `events`: the numbers of
 * those in the second part, in its order, and of their markets. `lastEvent`: the highest number given. `freeMarket`: heads the free records.
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

function versionOf({ money, withdrawalQuota, archivedEvents }: ExchangeState): number {
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
      const { markets, ...entry } = catalogue.entry(event);
      return { ...entry, firstMarket: markets[0]! };
    }),
    feeCategories: [...state.fees.categories],
    feesSeq: state.fees.asOfSeq,
  };
}

/** @param archive of the same snapshot, null where nothing was archived: numbers count up then */
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
      ...entry,
      markets,
    });
  }
  if (archive !== null) state.catalogue.skipTo(archive.lastEvent);
  state.dueTimes.addEvents(state.catalogue);
  state.fees.set(objects.feeCategories, objects.feesSeq);
}
