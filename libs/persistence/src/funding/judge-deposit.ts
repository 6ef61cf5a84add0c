/** Decides on a deposit in one transaction with what the decision depends on: the settings, the cap, the record. */
import {
  FULL_SHARE_BPS,
  capResetsAtMs,
  decideDeposit,
  hasSettledValue,
  isSwapped,
  userShareOf,
  utcDayOf,
} from '@bellwether/funding';
import type { Deposit, DepositDecision, DepositFact, Tier } from '@bellwether/funding';
import { readBucket, readSettings, reserveCap, usedByUser } from './daily-cap-rows';
import { applyDepositFact, lockDeposit } from './deposit-rows';
import type { FundingApp } from './step-effects';
import type { Client } from './table';
import { canPayGas, lockUnpaidGas, unpaidGas } from './unpaid-gas';

export interface Judgement {
  readonly depositId: Uint8Array;
  /**
   * The amount itself for USDC, the quote for any other token, `null` if no swap is offered. For a deposit with a
   * settled value (`hasSettledValue`) that value counts instead.
   */
  readonly valueMicroUsdc: number | null;
  /** What crediting it will be charged: `depositCostMicroUsdc`. */
  readonly costMicroUsdc?: number;
  /** The most that those who never paid may owe together. Default: no bound. */
  readonly unpaidGasCapMicroUsdc?: number | undefined;
  /** Read from the chain at most 60 s ago. */
  readonly tier: Tier;
  /** False: a quoted value uses nothing of the day's cap. Default: true. */
  readonly isListed?: boolean;
  /** The share of the day's cap that one user may use, in basis points. Default: all of it. */
  readonly userShareBps?: number;
  readonly network: 'test' | 'production';
  /** The chain shows that it was accepted once: rows are older. It is accepted, and the cap takes it beyond its end. */
  readonly hasLeft?: boolean;
  readonly nowMs: number;
}

export interface JudgedDeposit {
  readonly deposit: Deposit;
  /** `null` if it had been decided already. */
  readonly decision: DepositDecision | null;
}

/** Of what is accounted for afterwards. */
const UNBOUNDED = { dailyCapMicroUsdc: Number.MAX_SAFE_INTEGER };

/** Returns `null` if there is no such deposit. */
export async function judgeDeposit(
  client: Client,
  app: FundingApp,
  judgement: Judgement,
): Promise<JudgedDeposit | null> {
  const { depositId, nowMs } = judgement;
  const settings = await readSettings(client, 'FOR SHARE');
  const before = await lockDeposit(client, depositId);
  if (before === null) return null;
  if (before.step !== 'deciding' && before.step !== 'waiting') {
    return { deposit: before, decision: null };
  }
  const { source, sourceAmount, released } = before;
  const { costMicroUsdc = 0, unpaidGasCapMicroUsdc: gasCap, tier, isListed, network } = judgement;
  const valueMicroUsdc = hasSettledValue(before)
    ? before.amountMicroUsdc
    : judgement.valueMicroUsdc;
  const { userShareBps = FULL_SHARE_BPS } = judgement;
  const bucket = await readBucket(client, settings, nowMs);
  const shortMicroUsdc = costMicroUsdc - (valueMicroUsdc ?? costMicroUsdc);
  const isShort = gasCap !== undefined && shortMicroUsdc > 0;
  if (isShort) await lockUnpaidGas(client);
  let decision = decideDeposit(
    {
      source,
      sourceAmount,
      valueMicroUsdc,
      costMicroUsdc,
      canPay:
        isShort && (await canPayGas(client, { user: before.user, depositId, shortMicroUsdc })),
      tier,
      released,
      isListed,
      isSwapped: isSwapped(before),
      hasLeft: judgement.hasLeft,
    },
    {
      network,
      executorEnabled: settings.bridgeExecutor,
      bucket,
      user: {
        usedMicroUsdc: await usedByUser(client, before.user, utcDayOf(nowMs)),
        shareMicroUsdc: userShareOf(bucket.capMicroUsdc, userShareBps),
      },
      ...(isShort
        ? { unpaidGas: { microUsdc: await unpaidGas(client, depositId), capMicroUsdc: gasCap } }
        : {}),
      nowMs,
    },
  );
  // Another transaction may have reserved from the day's cap since it was read.
  if (decision.kind === 'accept' && decision.reservation !== null) {
    const bound = judgement.hasLeft === true ? UNBOUNDED : settings;
    const reserved = await reserveCap(client, decision.reservation, bound);
    if (!reserved) {
      decision = { kind: 'queue', reason: 'daily_cap', retryAtMs: capResetsAtMs(nowMs) };
    }
  }
  const fact = factOf(decision, valueMicroUsdc ?? 0, tier);
  const result = await applyDepositFact(client, app, before, { fact, nowMs });
  return { deposit: 'record' in result ? result.record : before, decision };
}

function factOf(decision: DepositDecision, valueMicroUsdc: number, tier: Tier): DepositFact {
  switch (decision.kind) {
    case 'accept':
      return {
        kind: 'accepted',
        next: decision.next,
        reservation: decision.reservation,
        gasShortMicroUsdc: decision.gasShortMicroUsdc,
        valueMicroUsdc,
        tier,
      };
    case 'queue':
      return {
        kind: 'queued',
        reason: decision.reason,
        retryAtMs: decision.retryAtMs,
        valueMicroUsdc,
        tier,
      };
    case 'reject':
      return { kind: 'rejected', reason: decision.reason, valueMicroUsdc, tier };
  }
}
