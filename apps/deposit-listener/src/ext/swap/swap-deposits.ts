import {
  nativeMovementsIn,
  signatureBytes,
  signatureText,
  tokenMovementsIn,
} from '@bellwether/chain';
import type { FinalTransaction } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { gasBill, lamportsOfPart, nextRetryAtMs } from '@bellwether/funding';
import type { Deposit, FailureReason } from '@bellwether/funding';
import type { ChainTransaction, NewGasCharge, StepEffects } from '@bellwether/persistence';
import type { Worker } from '@bellwether/runtime';
import type { ListenerParts } from '../../parts';
import { rowOfTransaction } from '../../transactions/transaction-row';
import type { UserPlaces } from '../../watch/user-addresses';
import {
  AWAY_PAUSE_MS,
  LOOK_PAUSE_MS,
  STEPS_AT_ONCE,
  STEP_LEASE_MS,
  WORK_PAUSE_MS,
} from '../limits';
import { prepare } from '../preparation';
import { swapPurpose } from '../purposes';
import { tokenAccount } from '../token-account-preparation';
import { workOn } from '../work-on';
import { lamportRest } from './lamport-rest';
import { MadeSwaps } from './made-swaps';
import { leastOf } from './swap-bound';
import { offerSwap } from './swap-offer';

type Parts = Pick<
  ListenerParts,
  | 'stores'
  | 'chains'
  | 'usdc'
  | 'swap'
  | 'listener'
  | 'addresses'
  | 'tariff'
  | 'alarms'
  | 'log'
  | 'now'
>;

/**
 * Exchanges accepted deposits of tokens and lamports for USDC at the deposit address. One transaction per attempt,
 * stored before it is sent: nothing else ever happens in that attempt.
 */
export class SwapDeposits implements Worker {
  readonly name = 'swap-deposits';
  readonly pauseMs = WORK_PAUSE_MS;

  private readonly made: MadeSwaps;

  constructor(private readonly parts: Parts) {
    this.made = new MadeSwaps(parts);
  }

  /** @returns how many progressed */
  async tick(): Promise<number> {
    const { stores, now } = this.parts;
    const claim = { limit: STEPS_AT_ONCE, nowMs: now(), leaseMs: STEP_LEASE_MS };
    const which = { sources: ['ext_token', 'ext_native'], steps: ['swapping'] } as const;
    return workOn(await stores.deposits.claimDue(claim, which), {
      step: (deposit) => this.step(deposit),
      later: (deposit) => this.lookAgain(deposit, AWAY_PAUSE_MS),
    });
  }

  private async step(deposit: Deposit): Promise<boolean> {
    const { stores } = this.parts;
    const row = await stores.transactions.byPurpose(swapPurpose(deposit));
    switch (row?.state) {
      case undefined:
        return this.begin(deposit);
      case 'kept':
        await this.lookAgain(deposit, LOOK_PAUSE_MS);
        return false;
      case 'final':
        return this.lookForArrived(deposit, row);
      case 'failed':
        return this.fail(deposit, 'failed_on_chain', { charges: [this.charge(deposit)] });
      case 'expired':
        return this.fail(deposit, 'expired');
    }
  }

  private async begin(deposit: Deposit): Promise<boolean> {
    const { stores, chains, listener, addresses, log, now } = this.parts;
    const places = await addresses.of(deposit.user);
    const made = await this.made.of(deposit, places);
    if (made === 'searching') {
      await this.lookAgain(deposit, LOOK_PAUSE_MS);
      return false;
    }
    if (made !== 'none') return this.adopt(deposit, made);
    const ready = await this.prepared(deposit, places);
    if (ready !== true) return ready === false ? false : this.failUnsigned(deposit, ready);
    const offer = await offerSwap(this.parts, deposit, places);
    if (offer.failure !== undefined) {
      log.warn({ ...aboutOf(deposit), ...offer }, 'no swap that may be signed');
      return this.failUnsigned(deposit, offer.failure);
    }
    const signers = [listener, await addresses.depositSigner(deposit.user)];
    const kept = await chains.ext.signOffered({ wireBytes: offer.wireBytes, signers });
    const { error } = await chains.ext.simulate(kept);
    if (error !== null) {
      log.warn({ ...aboutOf(deposit), error }, 'the swap would fail');
      return this.failUnsigned(deposit, 'transaction_refused');
    }
    const about = { purpose: swapPurpose(deposit), chain: 'ext', user: deposit.user } as const;
    const row = await stores.deposits.keepFor(deposit, rowOfTransaction(kept, about), now());
    if (row !== null) await this.lookAgain(deposit, LOOK_PAUSE_MS);
    return row !== null;
  }

  /** Whether it may begin. False: not yet. A reason: it cannot. */
  private async prepared(deposit: Deposit, places: UserPlaces): Promise<boolean | FailureReason> {
    const { chains, usdc } = this.parts;
    const { source } = deposit;
    const { depositAddress: owner, depositUsdcAccount: account } = places;
    const wanted = [tokenAccount({ chain: 'ext', deposit, account, owner, mint: usdc.ext })];
    if (source === 'ext_native') {
      wanted.push(lamportRest(deposit, owner, await chains.ext.minimumLamports(0)));
    }
    for (const preparation of wanted) {
      const made = await prepare(this.parts, preparation);
      if (made.state === 'failed') return made.reason;
      if (made.state === 'under_way') {
        await this.lookAgain(deposit, LOOK_PAUSE_MS);
        return false;
      }
    }
    return true;
  }

  /** Rows are older than the chain: the deposit was swapped, and is not swapped again. */
  private adopt(deposit: Deposit, made: FinalTransaction): Promise<boolean> {
    const { signature } = made.transaction;
    this.parts.log.warn({ ...aboutOf(deposit), signature }, 'a swap that no row knew is on chain');
    return this.countArrived(deposit, made);
  }

  private async lookForArrived(deposit: Deposit, row: ChainTransaction): Promise<boolean> {
    const found = await this.parts.chains.ext.findTransaction(signatureText(row.signature));
    if (found !== undefined) return this.countArrived(deposit, found);
    await this.lookAgain(deposit, LOOK_PAUSE_MS);
    return false;
  }

  /** The amount that the final transaction brought is the deposit's amount from now on. */
  private async countArrived(deposit: Deposit, found: FinalTransaction): Promise<boolean> {
    const { stores, addresses, usdc, alarms, now } = this.parts;
    const txSignature = signatureBytes(found.transaction.signature);
    const { depositUsdcAccount } = await addresses.of(deposit.user);
    const arrived = tokenMovementsIn(found.transaction, found.block.slot)
      .filter(({ account, mint }) => account === depositUsdcAccount && mint === usdc.ext)
      .reduce((sum, { amountBefore, amountAfter }) => sum + amountAfter - amountBefore, 0n);
    const effects = { charges: [this.charge(deposit, found)] };
    if (arrived < leastOf(deposit.amountMicroUsdc)) {
      // The tokens are gone: another attempt has nothing to give. What came is at the address and belongs to the user.
      alarms.raise('record_contradiction', { ...aboutOf(deposit), arrived, why: 'less arrived' });
      return this.fail(deposit, 'less_arrived', effects, null);
    }
    const { depositId } = deposit;
    const amountMicroUsdc = Number(arrived);
    const fact = { kind: 'swapped', amountMicroUsdc, txSignature } as const;
    const result = await stores.deposits.advance({ depositId, fact, nowMs: now(), effects });
    return result.kind === 'done';
  }

  /** Only if nothing was stored, and if that is still so. */
  private failUnsigned(deposit: Deposit, reason: FailureReason): Promise<boolean> {
    return this.fail(deposit, reason, {}, undefined, swapPurpose(deposit));
  }

  private async fail(
    deposit: Deposit,
    reason: FailureReason,
    effects: StepEffects = {},
    retryAtMs: number | null = nextRetryAtMs('swap', deposit.attempt, this.parts.now()),
    unlessKept?: string,
  ): Promise<boolean> {
    const { stores, now } = this.parts;
    const { depositId, attempt } = deposit;
    const fact = { kind: 'attempt_failed', stage: 'swap', reason, attempt, retryAtMs } as const;
    const change = { depositId, fact, nowMs: now(), effects, unlessKept };
    return (await stores.deposits.advance(change)).kind === 'done';
  }

  /**
   * A swap may have a priority fee and create accounts that are unknown here. So its charge is the amount that it took
   * from the payer, and at least the tariff of a transaction.
   */
  private charge(deposit: Deposit, found?: FinalTransaction): NewGasCharge {
    const { tariff, listener } = this.parts;
    const { user, depositId } = deposit;
    const part = { kind: 'transaction_fees', chain: 'ext' } as const;
    const least = lamportsOfPart({ ...part, transactions: 1 }, tariff);
    const taken =
      found === undefined
        ? 0
        : nativeMovementsIn(found.transaction, found.block.slot)
            .filter(({ account }) => account === listener.address)
            .reduce((sum, one) => sum + Number(one.lamportsBefore - one.lamportsAfter), 0);
    const bill = gasBill([{ ...part, lamports: Math.max(least, taken) }], tariff);
    const { microUsdc: amountMicroUsdc, items } = bill;
    return { user, purpose: swapPurpose(deposit), amountMicroUsdc, items, depositId };
  }

  private lookAgain({ depositId }: Deposit, afterMs: number): Promise<void> {
    const { stores, now } = this.parts;
    return stores.deposits.postpone(depositId, now() + afterMs);
  }
}

const aboutOf = ({ depositId, attempt }: Deposit) => ({ deposit_id: toHex(depositId), attempt });
