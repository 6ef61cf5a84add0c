/**
 * Compares what watched accounts hold with what the scan has seen of them: a movement that was missed shows here. One
 * question a round, however many users there are; those whose address was asked for just now come first.
 */
import { parseTokenAccount } from '@bellwether/chain';
import type { Address, Chain, ChainAccount } from '@bellwether/chain';
import type { Duty } from '@bellwether/runtime';
import type { Alarms } from '../alarms';
import { ACCOUNTS_PER_BALANCE_CHECK, BALANCE_CHECK_PAUSE_MS, RESCANS_PER_ROUND } from '../limits';
import type { ChainName } from '../parts';
import type { WatchedSet, WatchedUser } from '../watch/watched-set';
import type { AccountHistory } from './account-history';
import type { BalanceBook } from './balance-book';
import type { ScanPlace } from './scan-place';

export interface BalanceCheckParts {
  readonly chainName: ChainName;
  readonly chain: Pick<Chain, 'readAccounts'>;
  readonly watched: Pick<WatchedSet, 'size' | 'at'>;
  /** Of a user, those that are checked on this chain. */
  readonly accountsOf: (user: WatchedUser) => readonly Address[];
  readonly book: BalanceBook;
  readonly place: ScanPlace;
  readonly history: Pick<AccountHistory, 'explain'>;
  readonly alarms: Pick<Alarms, 'raise'>;
  readonly log: { info(fields: object, message: string): void };
}

interface ReadBalance {
  readonly account: Address;
  readonly amount: bigint;
  /** Nothing was ever compared of it by this process. */
  readonly isFirstSight: boolean;
}

interface Reading {
  readonly slot: number;
  readonly balances: readonly ReadBalance[];
}

export class BalanceCheck implements Duty {
  readonly name: string;
  readonly pauseMs = BALANCE_CHECK_PAUSE_MS;
  /** Waits until the scan has come as far as it was read. */
  private reading: Reading | undefined;
  /** Accounts to be looked through, with what they held and when. */
  private readonly doubtful = new Map<Address, { balance: ReadBalance; slot: number }>();
  private turn: Turn;
  private edition: number;

  constructor(private readonly parts: BalanceCheckParts) {
    this.name = `balances-${parts.chainName}`;
    this.turn = new Turn(parts.watched, parts.accountsOf);
    this.edition = parts.book.edition;
  }

  /** @returns 0: what a minute costs must not depend on what is found */
  async round(): Promise<number> {
    const { place } = this.parts;
    this.followBook();
    const scanned = place.slot;
    if (scanned === null) {
      this.reading = undefined;
      return 0;
    }
    if (this.reading !== undefined && this.reading.slot <= scanned) {
      this.compare(this.reading);
      this.reading = undefined;
    }
    await this.lookThrough();
    this.reading ??= await this.read();
    return 0;
  }

  /** What was compared with a book that was emptied since says nothing. */
  private followBook(): void {
    const { book, watched, accountsOf } = this.parts;
    if (book.edition === this.edition) return;
    this.edition = book.edition;
    this.turn = new Turn(watched, accountsOf);
    this.reading = undefined;
    this.doubtful.clear();
  }

  private async read(): Promise<Reading | undefined> {
    const next = this.turn.next();
    if (next.accounts.length === 0) return undefined;
    const { slot, accounts } = await this.parts.chain.readAccounts(next.accounts);
    next.taken();
    const { isFirstSight } = next;
    const balances = next.accounts.map((account, at) => ({
      account,
      amount: amountIn(accounts[at] ?? null),
      isFirstSight,
    }));
    return { slot, balances };
  }

  private compare({ slot, balances }: Reading): void {
    const { book } = this.parts;
    for (const balance of balances) {
      const known = book.of(balance.account);
      // Moved since it was read: the next look at it will tell.
      if (known !== undefined && known.slot > slot) continue;
      if (balance.amount === (known?.amount ?? 0n)) continue;
      // One that waits to be looked through was not compared yet: it is as new as it was.
      const waiting = this.doubtful.get(balance.account)?.balance.isFirstSight ?? false;
      const isFirstSight = waiting || balance.isFirstSight;
      this.doubtful.set(balance.account, { balance: { ...balance, isFirstSight }, slot });
    }
  }

  private async lookThrough(): Promise<void> {
    for (const [account, doubt] of [...this.doubtful].slice(0, RESCANS_PER_ROUND)) {
      await this.explain(account, doubt.balance, doubt.slot);
      this.doubtful.delete(account);
    }
  }

  private async explain(account: Address, balance: ReadBalance, slot: number): Promise<void> {
    const { chainName, book, history, alarms, log } = this.parts;
    const known = book.of(account);
    // The scan has seen it move while it waited: the next look at it will tell.
    if (known !== undefined && known.slot > slot) return;
    const fields = {
      chain: chainName,
      account,
      amount: balance.amount.toString(),
      known: (known?.amount ?? 0n).toString(),
      slot,
    };
    const added = await history.explain(account, balance.amount, slot);
    if (balance.isFirstSight && known === undefined) {
      log.info({ ...fields, added }, 'an account held something before it was looked at');
    } else if (added > 0) {
      alarms.raise('movement_missed', { ...fields, added });
    } else {
      alarms.raise('balance_unexplained', fields);
    }
    book.note(account, { amount: balance.amount, slot });
  }
}

/** Base units of a token account, lamports of anything else; 0 where nothing is. */
function amountIn(account: ChainAccount | null): bigint {
  if (account === null) return 0n;
  return parseTokenAccount(account)?.amount ?? account.lamports;
}

interface Next {
  readonly accounts: readonly Address[];
  readonly isFirstSight: boolean;
  /** They were read; until then they come next again. */
  readonly taken: () => void;
}

/** Whose accounts come next: new users first, then all in a circle. */
class Turn {
  private freshFrom: number | undefined;
  private place = 0;
  private circles = 0;

  constructor(
    private readonly watched: BalanceCheckParts['watched'],
    private readonly accountsOf: BalanceCheckParts['accountsOf'],
  ) {}

  next(): Next {
    const { size } = this.watched;
    this.freshFrom ??= size;
    if (this.freshFrom < size) {
      const { accounts, end } = this.take(this.freshFrom, size);
      return { accounts, isFirstSight: true, taken: () => (this.freshFrom = end) };
    }
    if (this.place >= size) {
      this.place = 0;
      if (size > 0) this.circles++;
    }
    const isFirstSight = this.circles === 0;
    const { accounts, end } = this.take(this.place, size);
    return { accounts, isFirstSight, taken: () => (this.place = end) };
  }

  private take(from: number, size: number): { accounts: Address[]; end: number } {
    const accounts: Address[] = [];
    let end = from;
    for (; end < size; end++) {
      const user = this.watched.at(end);
      const more = user === undefined ? [] : this.accountsOf(user);
      if (accounts.length + more.length > ACCOUNTS_PER_BALANCE_CHECK) break;
      accounts.push(...more);
    }
    return { accounts, end };
  }
}
