/**
 * Buys lamports at a proxy wallet, on the test network: one transaction sweeps them to the treasury and pays for them
 * from the treasury into the wallet's USDC account, where they are credited like other deposits. Paid once per deposit:
 * another transaction is signed only if the previous one is proven not to have paid.
 */
import {
  associatedTokenAddress,
  createAssociatedToken,
  initProxyWallet,
  proxyWalletOf,
  sweepProxyLamports,
  transferTokens,
} from '@bellwether/chain';
import type { Chain, Instruction, Signer, TransactionRequest, Vault } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { CAPITAL_ACCOUNTS, DEFAULT_TIER, nextRetryAtMs } from '@bellwether/funding';
import type { Deposit } from '@bellwether/funding';
import type {
  ChainTransaction,
  ChainTransactionStore,
  DepositChange,
  DepositStore,
} from '@bellwether/persistence';
import type { Worker } from '@bellwether/runtime';
import type { Alarms } from '../alarms';
import { transactionOfRow, rowOfTransaction } from '../transactions/transaction-row';
import { allOf } from './all-of';
import { distinctUnits } from './distinct-units';
import {
  CONTRADICTION_PAUSE_MS,
  LAMPORTS_AT_ONCE,
  LAMPORTS_LEASE_MS,
  LAMPORTS_PAUSE_MS,
  USDC_DECIMALS,
} from './limits';
import { nativeValueMicroUsdc } from './native-value';

export interface BuyLamportsParts {
  readonly network: 'test' | 'production';
  readonly deposits: Pick<DepositStore, 'claimDue' | 'decide' | 'keepFor' | 'advance' | 'postpone'>;
  readonly transactions: Pick<ChainTransactionStore, 'byPurpose'>;
  readonly main: Pick<
    Chain,
    'readAccounts' | 'minimumLamports' | 'buildTransaction' | 'simulate' | 'advance'
  >;
  readonly vault: Vault;
  /** The vault's registrar: only it may sweep lamports. */
  readonly listener: Signer;
  readonly treasury: Signer;
  readonly alarms: Alarms;
  readonly log: { warn(fields: object, message: string): void };
  readonly now: () => number;
}

const MAIN_NATIVE = ['main_native'] as const;

export class BuyLamports implements Worker {
  readonly name = 'buy-lamports';
  readonly pauseMs = LAMPORTS_PAUSE_MS;

  constructor(private readonly parts: BuyLamportsParts) {}

  /**
   * @returns how many were decided or progressed
   * @throws the failure of one, after the others were handled
   */
  async tick(): Promise<number> {
    const { deposits, now } = this.parts;
    const claim = { limit: LAMPORTS_AT_ONCE, nowMs: now(), leaseMs: LAMPORTS_LEASE_MS };
    const steps = ['deciding', 'sweeping'] as const;
    const due = await deposits.claimDue(claim, { sources: MAIN_NATIVE, steps });
    const done = await allOf(due, LAMPORTS_AT_ONCE, (deposit) =>
      deposit.step === 'deciding' ? this.judge(deposit) : this.take(deposit),
    );
    return done.filter(Boolean).length;
  }

  /** No cap applies to them, so the tier need not be known. */
  private async judge({ depositId, sourceAmount }: Deposit): Promise<boolean> {
    const { deposits, network, now } = this.parts;
    const valueMicroUsdc = nativeValueMicroUsdc(sourceAmount);
    const judgement = { depositId, valueMicroUsdc, tier: DEFAULT_TIER, network } as const;
    await deposits.decide({ ...judgement, nowMs: now() });
    return true;
  }

  /** @returns whether it progressed */
  private async take(deposit: Deposit): Promise<boolean> {
    const { transactions, deposits, now } = this.parts;
    const { depositId, attempt } = deposit;
    const purpose = `deposit:${toHex(depositId)}:sweep:${attempt}`;
    const kept = (await transactions.byPurpose(purpose)) ?? (await this.make(deposit, purpose));
    const fact = kept && this.factOf(deposit, kept);
    if (fact) return this.advance(deposit, fact);
    await deposits.postpone(depositId, now() + LAMPORTS_PAUSE_MS);
    return false;
  }

  private factOf(
    { sourceAmount, attempt }: Deposit,
    kept: ChainTransaction,
  ): DepositChange['fact'] | null {
    switch (kept.state) {
      case 'kept':
        return null;
      case 'final': {
        const amountMicroUsdc = nativeValueMicroUsdc(sourceAmount);
        return { kind: 'swept', amountMicroUsdc, txSignature: kept.signature };
      }
      case 'failed':
      case 'expired': {
        const reason = kept.state === 'failed' ? 'failed_on_chain' : 'expired';
        const retryAtMs = nextRetryAtMs('sweep', attempt, this.parts.now());
        return { kind: 'attempt_failed', stage: 'sweep', reason, attempt, retryAtMs };
      }
    }
  }

  private async advance({ depositId }: Deposit, fact: DepositChange['fact']): Promise<boolean> {
    const { deposits, alarms, now } = this.parts;
    const result = await deposits.advance({ depositId, fact, nowMs: now() });
    if (result.kind !== 'contradiction') return true;
    alarms.raise('record_contradiction', { deposit_id: toHex(depositId), why: result.why });
    await deposits.postpone(depositId, now() + CONTRADICTION_PAUSE_MS);
    return false;
  }

  /** @returns null if a node says that it would fail now, or the deposit has changed */
  private async make(deposit: Deposit, purpose: string): Promise<ChainTransaction | null> {
    const { main, deposits, log, now } = this.parts;
    const { user } = deposit;
    const request = await this.request(deposit);
    const computeUnits = distinctUnits(purpose);
    const built = await main.buildTransaction({ ...request, computeUnits });
    const { error } = await main.simulate(built);
    if (error !== null) {
      log.warn({ purpose, error }, 'lamports are not bought as yet');
      return null;
    }
    const row = rowOfTransaction(built, { purpose, chain: 'main', user });
    const kept = await deposits.keepFor(deposit, row, now());
    if (kept?.state === 'kept') await main.advance(transactionOfRow(kept));
    return kept;
  }

  private async request({ user, sourceAmount }: Deposit): Promise<TransactionRequest> {
    const { vault, listener, treasury } = this.parts;
    const { mint } = vault;
    const payer = listener.address;
    const proxy = await proxyWalletOf(vault, user);
    const source = await associatedTokenAddress(treasury.address, mint);
    const payment = {
      source,
      destination: proxy.token,
      owner: treasury.address,
      mint,
      decimals: USDC_DECIMALS,
      amount: BigInt(nativeValueMicroUsdc(sourceAmount)),
    };
    const instructions = [
      ...(await this.sweep(user)),
      await createAssociatedToken({ payer, owner: proxy.wallet, mint }),
      transferTokens(payment),
    ];
    return { instructions, feePayer: listener, signers: [treasury] };
  }

  /** Nothing if the lamports left already with those of another deposit: a sweep takes all there are. */
  private async sweep(user: Uint8Array): Promise<Instruction[]> {
    const { main, vault, listener, treasury } = this.parts;
    const { wallet } = await proxyWalletOf(vault, user);
    const [{ accounts }, rent] = await Promise.all([
      main.readAccounts([wallet]),
      main.minimumLamports(CAPITAL_ACCOUNTS.proxy.bytes),
    ]);
    const lamports = accounts[0]?.lamports ?? 0n;
    const isMade = accounts[0]?.program === vault.program;
    const init = await initProxyWallet(vault, { payer: listener.address, user });
    const registrar = listener.address;
    const sweep = await sweepProxyLamports(vault, { registrar, user, treasury: treasury.address });
    return [...(isMade ? [] : [init]), ...(lamports > rent ? [sweep] : [])];
  }
}
