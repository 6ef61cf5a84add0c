/** The decision about a deposit as one transaction with what it depends on: the switch, the cap, the record. */
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

export interface Judgement {
  readonly depositId: Uint8Array;
  /**
   * The amount of USDC itself, the quote of anything else; `null` where nobody swaps it. Of a deposit whose value is settled
   * (`hasSettledValue`) that counts.
   */
  readonly valueMicroUsdc: number | null;
  /** What crediting it costs with every rent: `minDepositMicroUsdc`. */
  readonly minimumMicroUsdc?: number;
  /** Read from the chain, at most 60 s ago. */
  readonly tier: Tier;
  /** False: what a quote says of it takes nothing of the day. Default: true. */
  readonly isListed?: boolean;
  /** Of the day's cap one user may take so much. Default: all of it. */
  readonly userShareBps?: number;
  readonly network: 'test' | 'production';
  readonly nowMs: number;
}

export interface JudgedDeposit {
  readonly deposit: Deposit;
  /** `null` where it had been judged already. */
  readonly decision: DepositDecision | null;
}

/** `null` where there is no such deposit. */
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
  const { minimumMicroUsdc, tier, isListed, network } = judgement;
  const valueMicroUsdc = hasSettledValue(before)
    ? before.amountMicroUsdc
    : judgement.valueMicroUsdc;
  const { userShareBps = FULL_SHARE_BPS } = judgement;
  const bucket = await readBucket(client, settings, nowMs);
  let decision = decideDeposit(
    {
      source,
      sourceAmount,
      valueMicroUsdc,
      minimumMicroUsdc,
      tier,
      released,
      isListed,
      isSwapped: isSwapped(before),
    },
    {
      network,
      executorEnabled: settings.bridgeExecutor,
      bucket,
      user: {
        usedMicroUsdc: await usedByUser(client, before.user, utcDayOf(nowMs)),
        shareMicroUsdc: userShareOf(bucket.capMicroUsdc, userShareBps),
      },
      nowMs,
    },
  );
  // Between reading the bucket and taking from it another may have been faster.
  if (decision.kind === 'accept' && decision.reservation !== null) {
    const reserved = await reserveCap(client, decision.reservation, settings);
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
