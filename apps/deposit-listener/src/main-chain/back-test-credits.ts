/**
 * Pays the backing of test credits from the treasury into the vault's token account, once per credit. Waiting credits
 * are paid for together. Test network only.
 */
import { associatedTokenAddress, parseTokenAccount, transferTokens } from '@bellwether/chain';
import type { Address, Chain, LocalFaucet, Signer, Vault } from '@bellwether/chain';
import type { BackingPayment, BackingStore, ChainTransactionStore } from '@bellwether/persistence';
import type { Worker } from '@bellwether/runtime';
import { MAX_FAUCET_MICRO_USDC } from '@bellwether/funding';
import { lastAttemptOf } from '@bellwether/funding-runtime';
import { transactionOfRow, rowOfTransaction } from '../transactions/transaction-row';
import { allOf } from './all-of';
import { backingPurpose } from './backing-purpose';
import { distinctUnits } from './distinct-units';
import {
  BACKINGS_AT_ONCE,
  BACKINGS_PER_TICK,
  BACKING_LEASE_MS,
  BACKING_LOOK_PAUSE_MS,
  BACKING_PAUSE_MS,
  MAX_BACKING_PAYMENT,
  TREASURY_PAUSE_MS,
  USDC_DECIMALS,
} from './limits';

export interface BackTestCreditsParts {
  readonly backings: Pick<BackingStore, 'gather' | 'claimDue' | 'postpone' | 'backed'>;
  readonly transactions: Pick<ChainTransactionStore, 'byPurpose' | 'keep'>;
  readonly main: Pick<Chain, 'readAccount' | 'buildTransaction' | 'advance'>;
  readonly vault: Vault;
  readonly listener: Signer;
  readonly treasury: Signer;
  /** Fills the treasury, on a local network. */
  readonly faucet: Pick<LocalFaucet, 'tokens'> | undefined;
  readonly log: { warn(fields: object, message: string): void };
  readonly now: () => number;
}

export class BackTestCredits implements Worker {
  readonly name = 'back-test-credits';
  readonly pauseMs = BACKING_PAUSE_MS;

  constructor(private readonly parts: BackTestCreditsParts) {}

  /**
   * @returns how many payments are final or under way
   * @throws the failure of one, after the others were handled
   */
  async tick(): Promise<number> {
    const { backings, now } = this.parts;
    const claim = { limit: BACKINGS_PER_TICK, nowMs: now(), leaseMs: BACKING_LEASE_MS };
    await backings.gather(MAX_BACKING_PAYMENT);
    const due = await backings.claimDue(claim);
    const done = await allOf(due, BACKINGS_AT_ONCE, (payment) => this.seeTo(payment));
    return done.filter(Boolean).length;
  }

  private async seeTo(payment: BackingPayment): Promise<boolean> {
    const { backings, transactions, now } = this.parts;
    const { attempt, last } = await lastAttemptOf(transactions, backingPurpose(payment));
    if (last?.state === 'final') {
      return backings.backed(payment.seq, { txSignature: last.signature, nowMs: now() });
    }
    const isMade = last?.state === 'kept' ? false : await this.pay(payment, attempt + 1);
    const pauseMs = isMade === null ? TREASURY_PAUSE_MS : BACKING_LOOK_PAUSE_MS;
    await backings.postpone(payment.seq, now() + pauseMs);
    return isMade === true;
  }

  /** @returns null if the treasury has too little */
  private async pay(payment: BackingPayment, attempt: number): Promise<true | null> {
    const { main, vault, listener, treasury, transactions, now } = this.parts;
    const amount = payment.amountMicroUsdc;
    const source = await associatedTokenAddress(treasury.address, vault.mint);
    if (!(await this.hasFunds(source, amount))) return null;
    const transfer = transferTokens({
      source,
      destination: vault.token,
      owner: treasury.address,
      mint: vault.mint,
      decimals: USDC_DECIMALS,
      amount,
    });
    const purpose = backingPurpose(payment)(attempt);
    const built = await main.buildTransaction({
      instructions: [transfer],
      feePayer: listener,
      signers: [treasury],
      computeUnits: distinctUnits(purpose),
    });
    const about = { purpose, chain: 'main', user: null } as const;
    const kept = await transactions.keep(rowOfTransaction(built, about), now());
    if (kept.state === 'kept') await main.advance(transactionOfRow(kept));
    return true;
  }

  /** Asks the faucet for more if there is too little. It arrives some blocks later. */
  private async hasFunds(source: Address, amount: bigint): Promise<boolean> {
    const { main, vault, treasury, faucet, log } = this.parts;
    const account = await main.readAccount(source);
    const held = account === null ? 0n : (parseTokenAccount(account)?.amount ?? 0n);
    if (held >= amount) return true;
    log.warn({ held: `${held}`, needed: `${amount}` }, 'the treasury cannot back test credits');
    const most = BigInt(MAX_FAUCET_MICRO_USDC);
    await faucet?.tokens(treasury.address, vault.mint, amount < most ? most : amount);
    return false;
  }
}
