import { sha256 } from '@noble/hashes/sha2.js';
import { addressOf, signatureText } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { RETRY_SCHEDULES, gasBill, partsOfRecovery, retryDelayMs } from '@bellwether/funding';
import type { GasBill } from '@bellwether/funding';
import { payeeNow } from '@bellwether/funding-runtime';
import type {
  ChainTransaction,
  NewGasCharge,
  Recovery,
  RecoveryFact,
  StepEffects,
} from '@bellwether/persistence';
import type { Worker } from '@bellwether/runtime';
import type { ListenerParts } from '../../parts';
import { rowOfTransaction } from '../../transactions/transaction-row';
import {
  AWAY_PAUSE_MS,
  LOOK_PAUSE_MS,
  MAX_REFUSED_RECOVERIES,
  RECOVERY_ATTEMPTS,
  RECOVERY_TIMEOUT_MS,
  STEPS_AT_ONCE,
  STEP_LEASE_MS,
  WORK_PAUSE_MS,
} from '../limits';
import { workOn } from '../work-on';
import { chainOf, freeBalance, holdingOf, payeeOf } from './free-balance';
import { MadeRecoveries } from './made-recoveries';
import type { MadeRecovery } from './made-recoveries';
import { coversGas } from './recoverable';
import { feeAbove, recoveryGas } from './recovery-gas';
import type { RecoveryGas } from './recovery-gas';
import { recoveryTransaction } from './recovery-transaction';

type Parts = Pick<
  ListenerParts,
  | 'stores'
  | 'chains'
  | 'engine'
  | 'sides'
  | 'usdc'
  | 'vault'
  | 'listener'
  | 'addresses'
  | 'tariff'
  | 'log'
  | 'now'
>;

/** Sends free balances of deposit addresses to recoveries' recipients, one at a time for each user and token. */
export class SendRecoveries implements Worker {
  readonly name = 'send-recoveries';
  readonly pauseMs = WORK_PAUSE_MS;
  /** By id: since when each look has found that nothing can be sent now. */
  private readonly refusedSinceMs = new Map<string, number>();

  private readonly made: MadeRecoveries;

  constructor(private readonly parts: Parts) {
    this.made = new MadeRecoveries(parts);
  }

  /** @returns how many progressed */
  async tick(): Promise<number> {
    const { stores, now } = this.parts;
    const claim = { limit: STEPS_AT_ONCE, nowMs: now(), leaseMs: STEP_LEASE_MS };
    return workOn(await stores.recoveries.claimDue(claim), {
      step: (recovery) => this.step(recovery),
      later: (recovery) => this.knowNothing(recovery),
    });
  }

  private step(recovery: Recovery): Promise<boolean> {
    const { txSignature } = recovery;
    return txSignature === null ? this.begin(recovery) : this.follow(recovery, txSignature);
  }

  private async begin(recovery: Recovery): Promise<boolean> {
    const { chains, addresses, log, now, stores } = this.parts;
    if (recovery.attempt >= RECOVERY_ATTEMPTS) return this.advance(recovery, { kind: 'failed' });
    const { user, mint } = recovery;
    const { depositAddress } = await addresses.of(user);
    const holding = await holdingOf(this.parts, depositAddress, mint);
    if (holding === null) return this.advance(recovery, { kind: 'failed' });
    if (recovery.authorizedMs !== null && recovery.attempt === 0) {
      const made = await this.made.of(recovery, depositAddress, holding);
      if (made !== 'none') return this.adopt(recovery, made);
    }
    // What waits because it cannot pay its cost is its user's to take back.
    const isUsdc = addressOf(mint) === this.parts.usdc.ext;
    const token = { mint: holding.kind === 'lamports' ? null : mint, isUsdc };
    await stores.unpaidGas.giveUp(user, token, now());
    const free = await freeBalance(this.parts, user, depositAddress, holding);
    if (free.kind === 'nothing') return this.advance(recovery, { kind: 'failed' });
    if (free.kind === 'unknown') {
      await this.knowNothing(recovery);
      return false;
    }
    if (free.kind === 'moving') return this.wait(recovery);
    const payee = await payeeNow(payeeOf(recovery, holding), this.parts);
    if (payee.kind === 'not_a_wallet') return this.advance(recovery, { kind: 'failed' });
    const paying = recoveryGas(this.parts, holding, payee.account);
    if (feeAbove(paying, recovery.maxGasFee) !== null)
      return this.advance(recovery, { kind: 'failed' });
    const gas = paying.paidBy === 'holding' ? paying.gas : 0n;
    const amount = free.amount - gas;
    if (amount <= 0n || !(await this.isPaidFor(recovery, paying))) {
      return this.advance(recovery, { kind: 'failed' });
    }
    const makesAccount = paying.paidBy === 'holding' && paying.makesAccount;
    const kept = await recoveryTransaction(this.parts, recovery, holding, {
      from: free.from,
      amount,
      gas,
      makesAccount,
    });
    const { error } = await chains[chainOf(holding)].simulate(kept);
    if (error !== null) {
      log.warn({ recovery_id: recovery.recoveryId, error }, 'the recovery would fail');
      return this.wait(recovery);
    }
    const purpose = purposeOf(recovery, recovery.attempt + 1);
    const row = rowOfTransaction(kept, { purpose, chain: chainOf(holding), user });
    const fact = { kind: 'signed', amount, txSignature: row.signature } as const;
    const charges = paying.paidBy === 'balance' ? [chargeOf(recovery, paying.bill)] : [];
    return this.advance(recovery, fact, { keep: [row], charges });
  }

  /** It was sent by rows that are gone: nothing is sent again, whatever has come since. */
  private async adopt(recovery: Recovery, made: Exclude<MadeRecovery, 'none'>): Promise<boolean> {
    if (made !== 'searching') return this.advance(recovery, { kind: 'found', ...made });
    await this.lookAgain(recovery, LOOK_PAUSE_MS);
    return false;
  }

  /** The broadcast sees the transaction through. Here its end is checked. */
  private async follow(recovery: Recovery, txSignature: Uint8Array): Promise<boolean> {
    const { stores, now } = this.parts;
    const row = await stores.transactions.byPurpose(purposeOf(recovery, recovery.attempt));
    if (row === null || row.state === 'kept') {
      await this.lookAgain(recovery, LOOK_PAUSE_MS);
      return false;
    }
    if (row.state === 'final') return this.advance(recovery, { kind: 'completed', txSignature });
    // It cost its fee, and brought nothing that could have paid it.
    const charges = row.state === 'failed' ? [this.chargeOfFailed(recovery, row)] : [];
    const isNew = await this.advance(recovery, { kind: 'expired', txSignature }, { charges });
    if (isNew && row.state === 'failed') {
      const delayMs = retryDelayMs('bridge', recovery.attempt) ?? RETRY_SCHEDULES.bridge.lastMs;
      await stores.recoveries.postpone(recovery.recoveryId, now() + delayMs);
    }
    return isNew;
  }

  /** It leaves nobody with a debt. */
  private async isPaidFor({ user, attempt }: Recovery, paying: RecoveryGas): Promise<boolean> {
    if (paying.paidBy !== 'balance') return paying.paidBy === 'holding';
    const isCharged = attempt > 0;
    return isCharged || coversGas(this.parts, user, paying.bill.microUsdc);
  }

  /** A node may be wrong for a moment, but not for a minute. */
  private async wait(recovery: Recovery): Promise<boolean> {
    const { recoveryId } = recovery;
    const nowMs = this.parts.now();
    const sinceMs = this.refusedSinceMs.get(recoveryId) ?? nowMs;
    if (nowMs - sinceMs > RECOVERY_TIMEOUT_MS) return this.advance(recovery, { kind: 'failed' });
    if (this.refusedSinceMs.size >= MAX_REFUSED_RECOVERIES) this.refusedSinceMs.clear();
    this.refusedSinceMs.set(recoveryId, sinceMs);
    await this.lookAgain(recovery, LOOK_PAUSE_MS);
    return false;
  }

  /** Nodes are away, or the scan is behind: no reason to give a recovery up, however long it lasts. */
  private async knowNothing(recovery: Recovery): Promise<void> {
    this.refusedSinceMs.delete(recovery.recoveryId);
    await this.lookAgain(recovery, AWAY_PAUSE_MS);
  }

  private async advance(
    { recoveryId }: Recovery,
    fact: RecoveryFact,
    effects: StepEffects = {},
  ): Promise<boolean> {
    const { stores, now } = this.parts;
    const change = { recoveryId, fact, nowMs: now(), effects };
    const { kind } = await stores.recoveries.advance(change);
    this.refusedSinceMs.delete(recoveryId);
    return kind === 'done';
  }

  private chargeOfFailed({ user }: Recovery, row: ChainTransaction): NewGasCharge {
    const parts = partsOfRecovery({ makesAccount: false, chain: row.chain });
    const { microUsdc: amountMicroUsdc, items } = gasBill(parts, this.parts.tariff);
    const purpose = `recovery:${signatureText(row.signature)}`;
    return { user, purpose, amountMicroUsdc, items };
  }

  private lookAgain({ recoveryId }: Recovery, afterMs: number): Promise<void> {
    const { stores, now } = this.parts;
    return stores.recoveries.postpone(recoveryId, now() + afterMs);
  }
}

/** Once per recovery, before its first transaction is sent. */
const chargeOf = ({ recoveryId, user }: Recovery, bill: GasBill): NewGasCharge => ({
  user,
  purpose: `recovery:${toHex(sha256(new TextEncoder().encode(recoveryId)))}`,
  amountMicroUsdc: bill.microUsdc,
  items: bill.items,
});

const purposeOf = ({ recoveryId }: Recovery, attempt: number): string =>
  `recovery:${recoveryId}:${attempt}`;
