/**
 * Asks the vault to credit the balance of proxy wallets: one transaction per proxy at a time, which includes everything
 * that has arrived by then. A balance that is not worth a transaction waits for more. The result is known by the
 * vault's event, which the scan finds.
 */
import { creditProxy, initProxyWallet, readProxy } from '@bellwether/chain';
import type { Chain, Signer, TransactionRequest, Vault } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import {
  capitalMicroUsdc,
  costMicroUsdc,
  gasPriceOf,
  partsOfCredit,
  reserveLeft,
  retryDelayMs,
} from '@bellwether/funding';
import type { GasTariff } from '@bellwether/funding';
import type {
  ChainCreditStore,
  ChainTransaction,
  ChainTransactionStore,
  CreditCost,
  GasReserveStore,
  MainArrivalStore,
  ProxyToSweep,
  SweepPlace,
} from '@bellwether/persistence';
import { lastAttemptOf, madeWallet } from '@bellwether/funding-runtime';
import type { Worker } from '@bellwether/runtime';
import { transactionOfRow, rowOfTransaction } from '../transactions/transaction-row';
import { allOf } from './all-of';
import { creditPurpose } from './credit-purpose';
import type { CreditAttempt } from './credit-purpose';
import {
  CREDITS_AT_ONCE,
  CREDIT_LOOK_PAUSE_MS,
  CREDIT_PAUSE_MS,
  DUST_ARRIVALS,
  DUST_LOOK_PAUSE_MS,
  DUST_MAX_WAIT_MS,
  DUST_PER_TICK,
  PROXIES_PER_TICK,
} from './limits';

export interface CreditProxiesParts {
  readonly arrivals: Pick<MainArrivalStore, 'thatPay' | 'dust'>;
  readonly credits: Pick<ChainCreditStore, 'lastSeqOf'>;
  readonly transactions: Pick<ChainTransactionStore, 'byPurpose' | 'keep' | 'keepFromReserve'>;
  readonly reserve: Pick<GasReserveStore, 'read'>;
  readonly main: Pick<
    Chain,
    'readAccount' | 'minimumLamports' | 'buildTransaction' | 'simulate' | 'advance'
  >;
  readonly vault: Vault;
  readonly listener: Signer;
  readonly tariff: GasTariff;
  readonly log: { warn(fields: object, message: string): void };
  readonly now: () => number;
}

export class CreditProxies implements Worker {
  readonly name = 'credit-proxies';
  readonly pauseMs = CREDIT_PAUSE_MS;
  /** When each proxy with a transaction under way is looked at again. Lost with the process, without harm. */
  private readonly lookAgain = new Map<string, { user: Uint8Array; fromMs: number }>();
  /** Dust is looked at from its longest waiting wallet to its last, then after a pause from the first again. */
  private dustAfter: SweepPlace | null = null;
  private dustFromMs = 0;

  constructor(private readonly parts: CreditProxiesParts) {}

  /**
   * @returns how many transactions were stored
   * @throws the failure of one, after the others were handled
   */
  async tick(): Promise<number> {
    const { arrivals, tariff, now } = this.parts;
    const nowMs = now();
    for (const [key, { fromMs }] of this.lookAgain) {
      if (fromMs <= nowMs) this.lookAgain.delete(key);
    }
    // The charge for the credit: a smaller amount would leave its user nothing.
    const creditMicroUsdc = gasPriceOf(tariff).mainPerTxMicroUsdc;
    // A first one is worth the wallet's rent too, which it pays, or which nobody's dust may tie down.
    const firstCreditMicroUsdc = Math.max(creditMicroUsdc, firstCreditWorth(tariff));
    const cost = { creditMicroUsdc, firstCreditMicroUsdc };
    const underWay = [...this.lookAgain.values()].map(({ user }) => user);
    const paying = await arrivals.thatPay(PROXIES_PER_TICK, cost, underWay);
    const dust = nowMs < this.dustFromMs ? [] : await this.nextDust(cost, nowMs);
    const due = [...paying, ...dust.filter(({ user }) => !this.lookAgain.has(toHex(user)))];
    const made = await allOf(due, CREDITS_AT_ONCE, (proxy) => this.seeTo(proxy));
    return made.filter(Boolean).length;
  }

  private async nextDust(cost: CreditCost, nowMs: number): Promise<readonly ProxyToSweep[]> {
    const worth = { arrivals: DUST_ARRIVALS, foundMs: nowMs - DUST_MAX_WAIT_MS };
    const found = await this.parts.arrivals.dust(DUST_PER_TICK, cost, worth, this.dustAfter);
    const isAll = found.length < DUST_PER_TICK;
    this.dustAfter = isAll ? null : (found.at(-1) ?? null);
    if (isAll) this.dustFromMs = nowMs + DUST_LOOK_PAUSE_MS;
    return found;
  }

  /** @returns whether a transaction was stored */
  private async seeTo(proxy: ProxyToSweep): Promise<boolean> {
    const { user } = proxy;
    const { credits, transactions, now } = this.parts;
    const creditSeq = (await credits.lastSeqOf(user)) + 1;
    const { attempt, last } = await lastAttemptOf(transactions, (one) =>
      creditPurpose({ user, creditSeq, attempt: one }),
    );
    // The scan will find a final one in a moment.
    if (last?.state === 'kept' || last?.state === 'final') {
      return this.wait(user, now() + CREDIT_LOOK_PAUSE_MS);
    }
    const notBeforeMs =
      last === null ? 0 : last.createdMs + (retryDelayMs('completion', attempt) ?? 0);
    if (now() < notBeforeMs) return this.wait(user, notBeforeMs);
    const missingMicroUsdc = last === null ? await this.missing(proxy) : 0;
    if (missingMicroUsdc > 0 && !(await this.mayBePaid(proxy, missingMicroUsdc))) return false;
    const next = { user, creditSeq, attempt: attempt + 1 };
    const isMade = await this.make(next, last, { missingMicroUsdc, isBridged: proxy.isBridged });
    this.wait(user, now() + CREDIT_LOOK_PAUSE_MS);
    return isMade;
  }

  /** The balance's shortfall for its credit, including the wallet that the first credit creates. */
  private async missing({ user, amountMicroUsdc }: ProxyToSweep): Promise<number> {
    const { main, vault, tariff } = this.parts;
    const hasWallet = (await readProxy(main, vault, user)) !== null;
    const worth = hasWallet ? costMicroUsdc(partsOfCredit(), tariff) : firstCreditWorth(tariff);
    return Math.max(0, worth - amountMicroUsdc);
  }

  /**
   * Dust that has waited long enough is credited at the reserve's cost, and waits on if the reserve has too little:
   * nobody can make the operator pay by spreading dust.
   */
  private async mayBePaid(
    { arrivals, foundMs }: ProxyToSweep,
    missingMicroUsdc: number,
  ): Promise<boolean> {
    const { reserve, now } = this.parts;
    const hasWaited = arrivals >= DUST_ARRIVALS || now() - foundMs >= DUST_MAX_WAIT_MS;
    return hasWaited && reserveLeft(await reserve.read()) >= missingMicroUsdc;
  }

  private wait(user: Uint8Array, fromMs: number): false {
    this.lookAgain.set(toHex(user), { user, fromMs });
    return false;
  }

  private async make(
    attempt: CreditAttempt,
    before: ChainTransaction | null,
    {
      missingMicroUsdc,
      isBridged,
    }: { readonly missingMicroUsdc: number; readonly isBridged: boolean },
  ): Promise<boolean> {
    const { main, transactions, vault, log, now } = this.parts;
    const { user } = attempt;
    const makesWallet = (await readProxy(main, vault, user)) === null;
    const built = await main.buildTransaction(await this.request(user, makesWallet));
    // The next one is sent only if a simulation succeeds: a pause of the vault costs a fee once, and one that a payer
    // without lamports signs would expire like the one before it.
    if (before !== null) {
      const { error } = await main.simulate(built);
      if (error !== null) {
        log.warn({ user: toHex(user), error, credit_seq: attempt.creditSeq }, 'no credit as yet');
        return false;
      }
    }
    const purpose = creditPurpose(attempt);
    // Else its user pays for it: a wallet is never closed, and money that came from main leaves again for a hundredth.
    const makes = makesWallet && isBridged ? await madeWallet(user, { main, vault }) : undefined;
    const row = { ...rowOfTransaction(built, { purpose, chain: 'main', user }), makes };
    // Another process may have been faster: then its bytes are sent.
    const kept =
      missingMicroUsdc > 0
        ? await transactions.keepFromReserve(row, missingMicroUsdc, now())
        : await transactions.keep(row, now());
    if (kept === null) return false;
    if (kept.state === 'kept') await main.advance(transactionOfRow(kept));
    return true;
  }

  private async request(user: Uint8Array, makesWallet: boolean): Promise<TransactionRequest> {
    const { vault, listener } = this.parts;
    const credit = await creditProxy(vault, { user });
    const instructions = makesWallet
      ? [await initProxyWallet(vault, { payer: listener.address, user }), credit]
      : [credit];
    return { instructions, feePayer: listener };
  }
}

/** What a first credit must bring: its cost, and as much as the wallet's rent. */
const firstCreditWorth = (tariff: GasTariff): number =>
  costMicroUsdc(partsOfCredit(), tariff) + capitalMicroUsdc('proxy', tariff);
