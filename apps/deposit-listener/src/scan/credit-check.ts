/**
 * Compares the credits in the vault's accounts of proxy wallets with the booked ones. It finds credits without a log,
 * and unseen ones. Credits that add up to the account are booked; others raise an alarm with the amount in doubt. One
 * request per tick, however many users there are: doubtful ones come first.
 */
import type { Address, Chain, ChainAccount, Vault } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { reconcileCredits } from '@bellwether/funding';
import type { CreditReconciliation, CreditTotals } from '@bellwether/funding';
import type { BookedCredits, ChainCreditStore } from '@bellwether/persistence';
import type { Worker } from '@bellwether/runtime';
import { decodeProxy } from '@bellwether/vault-program';
import type { Alarms } from '../alarms';
import {
  CREDIT_CHECK_PAUSE_MS,
  CREDIT_SEARCHES_PER_TICK,
  CREDIT_SEARCH_PAUSE_MS,
  PROXIES_PER_CREDIT_CHECK,
} from '../limits';
import type { WatchedSet } from '../watch/watched-set';
import { AccountTroubles } from './account-troubles';
import type { CreditDoubts } from './credit-doubts';
import type { CreditHistory } from './credit-history';
import type { ScanPlace } from './scan-place';
import type { CreditSeen } from './seen-credits';
import { Turn } from './turn';
import { newCredit } from './vault-credits';

export interface CreditCheckParts {
  readonly chain: Pick<Chain, 'readAccounts'>;
  readonly vault: Vault;
  readonly watched: Pick<WatchedSet, 'newest' | 'after'>;
  readonly credits: Pick<ChainCreditStore, 'bookedUpTo' | 'add'>;
  readonly doubts: CreditDoubts;
  readonly history: Pick<CreditHistory, 'of'>;
  readonly place: ScanPlace;
  readonly alarms: Pick<Alarms, 'raise'>;
  readonly log: Record<'info' | 'warn', (fields: object, message: string) => void>;
  readonly now: () => number;
}

interface ReadProxy {
  readonly user: Uint8Array;
  readonly proxy: Address;
  readonly account: CreditTotals;
}

interface Reading {
  readonly slot: number;
  readonly proxies: readonly ReadProxy[];
}

const NONE = { creditSeq: 0, creditedMicroUsdc: 0n, slot: 0, txIndex: -1 } as const;
type Booked = Omit<BookedCredits, 'user'>;

export class CreditCheck implements Worker {
  readonly name = 'credits-main';
  readonly pauseMs = CREDIT_CHECK_PAUSE_MS;
  /** Waits until the scan has passed the slot of the read. */
  private reading: Reading | undefined;
  private readonly troubles: AccountTroubles;
  private readonly turn: Turn;
  /** By user: the last alarm. */
  private readonly reported = new Map<string, string>();

  constructor(private readonly parts: CreditCheckParts) {
    this.troubles = new AccountTroubles({ ...parts, worker: this.name });
    const accountsOf = ({ proxyWallet }: { proxyWallet: Address }) => [proxyWallet];
    this.turn = new Turn({ ...parts, accountsOf, maxAccounts: PROXIES_PER_CREDIT_CHECK });
  }

  /** @returns 0: the cost of a minute must not depend on the findings */
  async tick(): Promise<number> {
    const scanned = this.parts.place.slot;
    if (scanned === null) {
      this.reading = undefined;
      return 0;
    }
    if (this.reading !== undefined && this.reading.slot <= scanned) {
      await this.compare(this.reading);
      this.reading = undefined;
    }
    this.reading ??= await this.read();
    return 0;
  }

  private async read(): Promise<Reading | undefined> {
    const { chain, vault, doubts, now } = this.parts;
    const users = new Map<Address, Uint8Array>();
    for (const { proxy, user } of doubts.due(now(), PROXIES_PER_CREDIT_CHECK)) {
      users.set(proxy, user);
    }
    const next = await this.turn.next();
    for (const [proxy, { user }] of next.users) users.set(proxy, user);
    if (users.size === 0) return undefined;
    const { slot, accounts } = await chain.readAccounts([...users.keys()]);
    next.taken();
    const proxies = [...users].map(([proxy, user], at) => ({
      proxy,
      user,
      account: totalsIn(accounts[at] ?? null, vault),
    }));
    return { slot, proxies };
  }

  private async compare({ slot, proxies }: Reading): Promise<void> {
    const { credits, doubts, now } = this.parts;
    const users = proxies.map(({ user }) => user);
    const rows = await credits.bookedUpTo(slot, users);
    const bookedOf = new Map<string, Booked>(rows.map((row) => [toHex(row.user), row]));
    let searches = 0;
    for (const one of proxies) {
      const booked = bookedOf.get(toHex(one.user)) ?? NONE;
      try {
        const seen = doubts.of(one.user)?.seen ?? [];
        if (!(await this.settle(one, booked, { slot, seen }))) {
          doubts.suspect({ ...one, slot });
          if (searches++ < CREDIT_SEARCHES_PER_TICK) await this.search(one, booked, slot);
          else doubts.postpone(one.user, now());
        }
        this.troubles.wentWell(one.proxy);
      } catch (error) {
        // The others do not wait for it.
        this.troubles.failed(one.proxy, error);
        doubts.suspect({ ...one, slot });
        doubts.postpone(one.user, now() + CREDIT_SEARCH_PAUSE_MS);
      }
    }
  }

  /** @returns whether the booked sum equals the account */
  private async settle(
    one: ReadProxy,
    booked: Booked,
    { slot, seen }: { readonly slot: number; readonly seen: readonly CreditSeen[] },
  ): Promise<boolean> {
    const result = reconcileCredits(booked, beyond(booked, slot, seen), one.account);
    if (result.kind === 'in_doubt') return false;
    await this.book(one, result);
    this.parts.doubts.settled(one.user, slot);
    this.reported.delete(toHex(one.user));
    return true;
  }

  private async search(one: ReadProxy, booked: Booked, slot: number): Promise<void> {
    const { history, doubts, now } = this.parts;
    const seen = await history.of(one.proxy, { from: booked.slot, to: slot });
    if (await this.settle(one, booked, { slot, seen })) return;
    const result = reconcileCredits(booked, beyond(booked, slot, seen), one.account);
    await this.book(one, result);
    this.report(one, result, slot);
    doubts.postpone(one.user, now() + CREDIT_SEARCH_PAUSE_MS);
  }

  private async book(
    { user, proxy }: ReadProxy,
    { kind, credits }: CreditReconciliation<CreditSeen>,
  ): Promise<void> {
    if (credits.length === 0) return;
    const { credits: store, vault, log, now } = this.parts;
    const rows = credits.map((one) => newCredit(one.seen, { ...one, mint: vault.mint }));
    const added = await store.add(rows, now());
    const [from, to] = [rows[0]?.creditSeq, rows.at(-1)?.creditSeq];
    const fields = { user: toHex(user), proxy, from_seq: from, to_seq: to, added, kind };
    log.info(fields, 'credits that logs did not tell in order are booked');
  }

  /** One alarm per state, however often it is checked. */
  private report(
    { user, proxy, account }: ReadProxy,
    result: CreditReconciliation<CreditSeen>,
    slot: number,
  ): void {
    if (result.kind === 'exact') return;
    const { reason, fromSeq: from_seq, microUsdc } = result;
    const amount_micro_usdc = microUsdc.toString();
    const facts = { reason, from_seq, to_seq: account.creditSeq, amount_micro_usdc };
    const key = toHex(user);
    const text = JSON.stringify(facts);
    if (this.reported.get(key) === text) return;
    this.reported.set(key, text);
    this.parts.alarms.raise('credit_in_doubt', { user: key, proxy, slot, ...facts });
  }
}

function totalsIn(account: ChainAccount | null, vault: Vault): CreditTotals {
  // Anyone may send lamports to an address before the vault creates its account there.
  if (account === null || account.program !== vault.program) return NONE;
  const { creditSeq, creditedTotal } = decodeProxy(account.data);
  return { creditSeq: Number(creditSeq), creditedMicroUsdc: creditedTotal };
}

/** The part of it that is not booked, as of the read. */
const beyond = (booked: Booked, slot: number, seen: readonly CreditSeen[]): CreditSeen[] =>
  seen.filter(
    (one) =>
      one.slot <= slot &&
      (one.slot > booked.slot || (one.slot === booked.slot && one.txIndex > booked.txIndex)),
  );
