import { addressOf } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { sameBytes, toHex } from '@bellwether/codec';
import {
  NOTHING_ON_CHAIN,
  depositCostMicroUsdc,
  hasSettledValue,
  tierCapMicroUsdc,
} from '@bellwether/funding';
import type { Deposit, DepositSource, Tier } from '@bellwether/funding';
import type { Judgement } from '@bellwether/persistence';
import { verdictOf } from '@bellwether/runtime';
import type { Worker } from '@bellwether/runtime';
import type { ListenerParts } from '../../parts';
import { AWAY_PAUSE_MS, DECISIONS_AT_ONCE, DECISION_LEASE_MS, WORK_PAUSE_MS } from '../limits';
import { worstOf } from '../work-on';
import { Departures } from './departures';
import type { DepositValue } from './deposit-value';

type Parts = ConstructorParameters<typeof Departures>[0] &
  Pick<
    ListenerParts,
    | 'tiers'
    | 'network'
    | 'tariff'
    | 'shareWaitMs'
    | 'dailyCap'
    | 'unpaidGasCapMicroUsdc'
    | 'now'
    | 'log'
  > & {
    readonly value: Pick<DepositValue, 'of'>;
  };

/**
 * Decides about found deposits, and again about waiting ones when their time has come: in one order across all
 * listeners, each user's as they were found, users by turns. Room in the daily cap goes to the first; a deposit that does
 * not fit does not block later ones.
 */
export class DecideDeposits implements Worker {
  readonly pauseMs = WORK_PAUSE_MS;
  private readonly departures: Departures;

  /**
   * One worker decides about USDC, another about tokens that need a quote, so that a swap service that is away does not
   * delay USDC.
   */
  constructor(
    readonly name: string,
    private readonly sources: readonly DepositSource[],
    private readonly parts: Parts,
  ) {
    this.departures = new Departures(parts);
  }

  /**
   * @returns how many were decided; 0 if some had no answer, so that a service that limits requests is not asked at once
   *   again
   * @throws the worst failure, if none was decided or time alone does not help
   */
  async tick(): Promise<number> {
    const { stores, log, now } = this.parts;
    const claim = { limit: DECISIONS_AT_ONCE, nowMs: now(), leaseMs: DECISION_LEASE_MS };
    const steps = ['deciding', 'waiting'] as const;
    const due = await stores.deposits.claimInOrder(claim, { sources: this.sources, steps });
    const claimed = await this.withoutPayouts(due);
    const facts = await Promise.allSettled(claimed.map((deposit) => this.factsOf(deposit)));
    const errors: unknown[] = [];
    let judged = 0;
    for (const [place, deposit] of claimed.entries()) {
      const known = facts[place]!;
      if (known.status === 'rejected') {
        errors.push(known.reason);
        await stores.deposits.postpone(deposit.depositId, now() + AWAY_PAUSE_MS);
      } else if (await this.decide(known.value)) judged += 1;
    }
    if (errors.length === 0) return judged;
    const worst = worstOf(errors);
    if (judged === 0 || verdictOf(worst) !== 'retry') throw worst;
    log.warn({ err: worst, worker: this.name, failed: errors.length, judged }, 'some not decided');
    return 0;
  }

  /**
   * Without those that turned out to pay their user's own withdrawal: its row came back after they were found. They go.
   */
  private async withoutPayouts(due: readonly Deposit[]): Promise<readonly Deposit[]> {
    const { deposits, payouts } = this.parts.stores;
    const sequences = due.flatMap(({ arrivedSequence: one }) => (one === null ? [] : [one]));
    if (sequences.length === 0) return due;
    const payees = await payouts.toOwnAddress(sequences);
    const isPayout = ({ user, arrivedSequence }: Deposit): boolean => {
      const payee = arrivedSequence === null ? undefined : payees.get(arrivedSequence);
      return payee !== undefined && sameBytes(payee, user);
    };
    for (const one of due) if (isPayout(one)) await deposits.drop(one.depositId);
    return due.filter((one) => !isPayout(one));
  }

  private async factsOf(deposit: Deposit): Promise<Omit<Judgement, 'nowMs'>> {
    const { value, network, tariff, dailyCap, shareWaitMs } = this.parts;
    const places = { ...NOTHING_ON_CHAIN, isApproved: shareWaitMs === 0 };
    // Both are asked at once: the few values that a busy service gives go to those whose turn is first. A failed swap is
    // repeated at the value of the first decision: its bound follows from that, whatever the price is now.
    const [valueMicroUsdc, hasLeft] = await Promise.all([
      hasSettledValue(deposit) ? deposit.amountMicroUsdc : value.of(deposit),
      this.departures.hasLeft(deposit),
    ]);
    const tier = await this.tierFor(deposit.user, valueMicroUsdc ?? 0);
    return {
      depositId: deposit.depositId,
      valueMicroUsdc,
      costMicroUsdc: depositCostMicroUsdc(deposit.source, tariff, places),
      unpaidGasCapMicroUsdc: this.parts.unpaidGasCapMicroUsdc,
      tier,
      network,
      hasLeft,
      isListed: isListed(deposit, dailyCap.listedTokens),
      userShareBps: dailyCap.userShareBps,
    };
  }

  /** An amount above a tier's cap is refused for good, so the tier is read now: another listener may have raised it. */
  private async tierFor(user: Uint8Array, valueMicroUsdc: number): Promise<Tier> {
    const { tiers } = this.parts;
    const tier = await tiers.tierOf(user);
    return valueMicroUsdc <= tierCapMicroUsdc(tier) ? tier : (await tiers.refresh(user)).tier;
  }

  private async decide(facts: Omit<Judgement, 'nowMs'>): Promise<boolean> {
    const { stores, log, now } = this.parts;
    const judged = await stores.deposits.decide({ ...facts, nowMs: now() });
    if (judged === null || judged.decision === null) return false;
    const { decision, deposit } = judged;
    const { kind } = decision;
    const reason = kind === 'accept' ? undefined : decision.reason;
    const { amountMicroUsdc, tier } = deposit;
    const about = { decision: kind, reason, amount_micro_usdc: amountMicroUsdc, tier };
    log.info({ deposit_id: toHex(deposit.depositId), ...about }, 'deposit judged');
    return true;
  }
}

/** USDC and the native token need no trusted quote. */
const isListed = ({ source, mint }: Deposit, listed: ReadonlySet<Address>): boolean =>
  source !== 'ext_token' || (mint !== null && listed.has(addressOf(mint)));
