import { bool, list, oneOf, optional, struct, text, u16, u32, u53 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import {
  EXCHANGE_MODES,
  NETWORKS,
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

/** The third part in place of that, where withdrawals have limits; `money` is null where money sets none. */
export const quotaPartLayout = struct({
  money: optional(limitsPartLayout),
  limits: withdrawalLimitsLayout,
  day: u53,
  accepted: list(struct({ account: u32, count: u16 })),
});

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

function versionOf({ money, withdrawalQuota }: ExchangeState): number {
  if (withdrawalQuota.limits !== null) return SNAPSHOT_VERSION_WITH_QUOTA;
  return money.limits === null ? SNAPSHOT_VERSION : SNAPSHOT_VERSION_WITH_LIMITS;
}

export function objectsOf(state: ExchangeState): SnapshotObjects {
  const events: SnapshotObjects['events'] = [];
  for (let event = 1; event <= state.catalogue.count; event++) {
    events.push(state.catalogue.entry(event));
  }
  return {
    builderIds: [...state.delegations.all],
    credits: [...state.credits.all()],
    events,
    feeCategories: [...state.fees.categories],
    feesSeq: state.fees.asOfSeq,
  };
}

export function loadObjects(state: ExchangeState, objects: SnapshotObjects): void {
  for (const builderId of objects.builderIds) state.delegations.numberOf(builderId);
  for (const credit of objects.credits) state.credits.add(credit);
  for (const { command, ...entry } of objects.events) {
    state.catalogue.add({ command: { kind: 'create_event', ...command }, ...entry });
  }
  state.dueTimes.addEvents(state.catalogue);
  state.fees.set(objects.feeCategories, objects.feesSeq);
}
