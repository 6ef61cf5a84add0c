/** The parts of a snapshot that are stored as objects. */
import {
  bool,
  growing,
  list,
  oneOf,
  optional,
  struct,
  text,
  u16,
  u32,
  u53,
} from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import {
  EXCHANGE_MODES,
  NETWORKS,
  PAYOUT_RECIPIENTS,
  REVENUE_SOURCES,
  TRADING_KEY_ENDS,
  archivingLayout,
  chainAddress,
  clientId,
  createEventLayout,
  feeCategoryLayout,
  keyBoundsFields,
  moneyLimitsLayout,
  publicKey,
  resolutionRulesLayout,
  withdrawalId,
  withdrawalLimitsLayout,
} from '../command';
import type { ExchangeState } from '../state';

/**
 * Raise it when the meaning of a part changes; new parts and later fields need no new version. A snapshot of another one
 * is refused, and the journal replayed.
 */
export const SNAPSHOT_VERSION = 1;
export const SNAPSHOT_FORMAT = 'bellwether/exchange-snapshot';

const poolMarks = struct({ top: u32, free: u32, live: u32 });

/** The first part: what an empty exchange is built from, and its counters. */
export const headLayout = growing({
  format: text,
  version: u16,
  network: oneOf(NETWORKS),
  capacities: growing({
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
    maxTradingKeys: u53,
    maxUsersOfBuilder: u53,
    endedPerSlice: u53,
  }),
  mode: oneOf(EXCHANGE_MODES),
  withdrawalsPaused: bool,
  /** The leader's configuration; null: not set yet. */
  moneyLimits: optional(moneyLimitsLayout),
  withdrawalLimits: optional(withdrawalLimitsLayout),
  archiving: optional(archivingLayout),
  lastSeq: u53,
  lastEventSeq: u53,
  lastTimestampMs: u53,
  lastTradeId: u53,
  finishedOrders: u53,
  outcomesEnd: u53,
  /** Offset of the oldest outcome with a label that was not evicted; null: none has a label. */
  outcomesTail: optional(u53),
  endedWithdrawals: u53,
  orders: poolMarks,
  positions: poolMarks,
  pages: poolMarks,
  directories: poolMarks,
  withdrawals: poolMarks,
  freeMarket: u32,
});
export type SnapshotHead = ValueOf<typeof headLayout>;

/** `event` and `markets` are their numbers. */
export const objectsLayout = growing({
  builderIds: list(text),
  credits: list(
    growing({
      reference: text,
      account: u32,
      amount: u53,
      available: u53,
      seq: u53,
      timestampMs: u53,
    }),
  ),
  /** The highest number that an event got. */
  lastEvent: u53,
  events: list(
    growing(
      {
        event: u53,
        command: createEventLayout,
        feeBps: u16,
        makerRebatePct: u16,
        createdSeq: u53,
        createdMs: u53,
        markets: list(u32),
      },
      { resolutionRules: resolutionRulesLayout, expiry: u53 },
    ),
  ),
  feeCategories: list(feeCategoryLayout),
  feesSeq: u53,
  /** Markets that have ended and still have orders or holders, in the order in which they wait. */
  windingDown: list(u32),
  /** Withdrawals that were accepted on `day`, counted since 1970, by account number. */
  accepted: growing({ day: u53, accepted: list(struct({ account: u32, count: u16 })) }),
});
export type SnapshotObjects = ValueOf<typeof objectsLayout>;

export function headOf(state: ExchangeState): SnapshotHead {
  const { pages, directories } = state.ladder.marks;
  return {
    format: SNAPSHOT_FORMAT,
    version: SNAPSHOT_VERSION,
    network: state.network,
    capacities: state.capacities,
    mode: state.mode,
    withdrawalsPaused: state.withdrawalsPaused,
    moneyLimits: state.money.limits,
    withdrawalLimits: state.withdrawalQuota.limits,
    archiving: state.archivedEvents.terms,
    lastSeq: state.lastSeq,
    lastEventSeq: state.lastEventSeq,
    lastTimestampMs: state.lastTimestampMs,
    lastTradeId: state.matching.lastTradeId,
    finishedOrders: state.finished.count,
    outcomesEnd: state.outcomes.endOffset,
    outcomesTail: state.outcomes.tailOffset,
    endedWithdrawals: state.endedWithdrawals.count,
    orders: state.orders.marks,
    positions: state.positions.marks,
    pages,
    directories,
    withdrawals: state.withdrawals.marks,
    freeMarket: state.markets.free,
  };
}

/** Orders by record, accounts by number; times in Unix ms. `isOn`: the switch is still to come. */
export const dueTimesLayout = growing({
  expiries: list(growing({ record: u32, dueMs: u53 })),
  cancelAfters: list(
    growing(
      { account: u32, nonce: u53, seconds: u16, seq: u53, timestampMs: u53, isOn: bool },
      { clientId },
    ),
  ),
});

/**
 * By account; of each its allowances in order, those that are active first. Times in Unix ms, `until` in seconds.
 */
export const tradingKeysLayout = list(
  growing({
    account: u32,
    lastNonce: u53,
    keys: list(
      growing({
        key: publicKey,
        until: u53,
        ...keyBoundsFields,
        day: u32,
        spent: u53,
        /** Records of its resting orders, ascending. */
        orders: list(u32),
        nonce: u53,
        seq: u53,
        timestampMs: u53,
        end: optional(
          growing({ reason: oneOf(TRADING_KEY_ENDS), nonce: u53, seq: u53, timestampMs: u53 }),
        ),
      }),
    ),
  }),
);

/** Accounts and keys by number; times in Unix ms. */
export const payoutsLayout = growing({
  sources: list(
    growing({ account: u32, source: oneOf(REVENUE_SOURCES), builderId: text, home: u32 }),
  ),
  given: list(
    growing({
      account: u32,
      reference: text,
      amount: u53,
      maxGasFee: u53,
      gasFee: u53,
      recipientKind: oneOf(PAYOUT_RECIPIENTS),
      recipient: chainAddress,
      allowProgramAddress: bool,
      withdrawalId: optional(withdrawalId),
      seq: u53,
      timestampMs: u53,
    }),
  ),
});

export function objectsOf(state: ExchangeState): SnapshotObjects {
  const { catalogue } = state;
  return {
    builderIds: [...state.delegations.all],
    credits: [...state.credits.all()],
    lastEvent: catalogue.last,
    events: catalogue.all().map((event) => {
      const entry = catalogue.entry(event);
      return { event, ...entry, markets: [...entry.markets] };
    }),
    feeCategories: [...state.fees.categories],
    feesSeq: state.fees.asOfSeq,
    windingDown: state.windingDown.all(),
    accepted: state.withdrawalQuota.image(),
  };
}

export function loadObjects(state: ExchangeState, objects: SnapshotObjects): void {
  for (const builderId of objects.builderIds) state.delegations.numberOf(builderId);
  for (const credit of objects.credits) state.credits.add(credit);
  for (const { event, command, ...entry } of objects.events) {
    state.catalogue.add(event, { command: { kind: 'create_event', ...command }, ...entry });
  }
  state.catalogue.skipTo(objects.lastEvent);
  state.dueTimes.addEvents(state.catalogue);
  state.fees.set(objects.feeCategories, objects.feesSeq);
  for (const market of objects.windingDown) state.windingDown.add(market);
  state.withdrawalQuota.load(objects.accepted);
}
