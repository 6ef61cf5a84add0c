/**
 * Asks the vault to credit the balance of proxy wallets: one transaction per proxy at a time, which includes everything
 * that has arrived by then. A balance that is not worth a transaction waits for more. The result is known by the
 * vault's event, which the scan finds.
 */
import { creditProxy, initProxyWallet, readProxy } from '@bellwether/chain';
import type { Chain, Signer, TransactionRequest, Vault } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { costMicroUsdc, gasPriceOf, partsOfCredit, retryDelayMs } from '@bellwether/funding';
import type { GasTariff } from '@bellwether/funding';
import type {
  ChainCreditStore,
  ChainTransaction,
  ChainTransactionStore,
  GasReserveStore,
  MainArrivalStore,
  ProxyToSweep,
} from '@bellwether/persistence';
import type { Worker } from '@bellwether/runtime';
import { keptOfRow, rowOfKept } from '../transactions/kept-row';
import { lastAttemptOf } from '../transactions/last-attempt';
import { allOf } from './all-of';
import { creditPurpose } from './credit-purpose';
import type { CreditAttempt } from './credit-purpose';
import {
  CREDITS_AT_ONCE,
  CREDIT_LOOK_PAUSE_MS,
  CREDIT_PAUSE_MS,
  DUST_ARRIVALS,
  DUST_LOOK_PAUSE_MS,
  DUST_PATIENCE_MS,
  PROXIES_PER_ROUND,
} from './limits';

export interface CreditProxiesParts {
  readonly arrivals: Pick<MainArrivalStore, 'proxiesToSweep'>;
  readonly credits: Pick<ChainCreditStore, 'lastSeqOf'>;
  readonly transactions: Pick<ChainTransactionStore, 'byPurpose' | 'keep'>;
  readonly reserve: Pick<GasReserveStore, 'take'>;
  readonly main: Pick<Chain, 'readAccount' | 'buildTransaction' | 'simulate' | 'advance'>;
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
  private readonly lookAgainMs = new Map<string, number>();

  constructor(private readonly parts: CreditProxiesParts) {}

  /**
   * @returns how many transactions were stored
   * @throws the failure of one, after the others were handled
   */
  async round(): Promise<number> {
    const { arrivals, tariff, now } = this.parts;
    const nowMs = now();
    const waiting = await arrivals.proxiesToSweep(PROXIES_PER_ROUND, {
      microUsdc: gasPriceOf(tariff).mainPerTxMicroUsdc,
      arrivals: DUST_ARRIVALS,
      foundMs: nowMs - DUST_PATIENCE_MS,
    });
    for (const [user, untilMs] of this.lookAgainMs) {
      if (untilMs <= nowMs) this.lookAgainMs.delete(user);
    }
    const due = waiting.filter(({ user }) => !this.lookAgainMs.has(toHex(user)));
    const made = await allOf(due, CREDITS_AT_ONCE, (proxy) => this.seeTo(proxy));
    return made.filter(Boolean).length;
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
    if (last === null && !(await this.isPaidFor(proxy))) {
      return this.wait(user, now() + DUST_LOOK_PAUSE_MS);
    }
    const next = { user, creditSeq, attempt: attempt + 1 };
    const isMade = await this.make(next, last);
    this.wait(user, now() + CREDIT_LOOK_PAUSE_MS);
    return isMade;
  }

  /**
   * Whether the balance is worth its credit, including the wallet that the first credit creates. Dust that has waited
   * long enough is credited at the reserve's cost, and waits on if the reserve has too little: nobody can make the
   * operator pay by spreading dust.
   */
  private async isPaidFor({ user, amountMicroUsdc, arrivals, foundMs }: ProxyToSweep) {
    const { main, vault, reserve, tariff, now } = this.parts;
    const makesWallet = (await readProxy(main, vault, user)) === null;
    const missing = costMicroUsdc(partsOfCredit({ makesWallet }), tariff) - amountMicroUsdc;
    if (missing <= 0) return true;
    const hasWaited = arrivals >= DUST_ARRIVALS || now() - foundMs >= DUST_PATIENCE_MS;
    return hasWaited && reserve.take(missing, now());
  }

  private wait(user: Uint8Array, untilMs: number): false {
    this.lookAgainMs.set(toHex(user), untilMs);
    return false;
  }

  private async make(attempt: CreditAttempt, before: ChainTransaction | null): Promise<boolean> {
    const { main, transactions, log, now } = this.parts;
    const { user } = attempt;
    const built = await main.buildTransaction(await this.request(user));
    // After a failure, the next is sent only if a simulation succeeds: a pause of the vault costs a fee once.
    if (before?.state === 'failed') {
      const { error } = await main.simulate(built);
      if (error !== null) {
        log.warn({ user: toHex(user), error, credit_seq: attempt.creditSeq }, 'no credit as yet');
        return false;
      }
    }
    const purpose = creditPurpose(attempt);
    const row = rowOfKept(built, { purpose, chain: 'main', user });
    // Another process may have been faster: then its bytes are sent.
    const kept = await transactions.keep(row, now());
    if (kept.state === 'kept') await main.advance(keptOfRow(kept));
    return true;
  }

  private async request(user: Uint8Array): Promise<TransactionRequest> {
    const { main, vault, listener } = this.parts;
    const hasWallet = (await readProxy(main, vault, user)) !== null;
    const credit = await creditProxy(vault, { user });
    const instructions = hasWallet
      ? [credit]
      : [await initProxyWallet(vault, { payer: listener.address, user }), credit];
    return { instructions, feePayer: listener };
  }
}
