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
import { Turn } from './turn';

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
  readonly sinceSlot: number;
  readonly balances: readonly ReadBalance[];
  /** They were compared; until then they come next again, as new as they are. */
  readonly taken: () => void;
}

/** What was read is true of all slots from `sinceSlot` to `slot`, or a node named another slot than it showed. */
interface Doubt extends Pick<Reading, 'slot' | 'sinceSlot'> {
  readonly balance: ReadBalance;
}

export class BalanceCheck implements Duty {
  readonly name: string;
  readonly pauseMs = BALANCE_CHECK_PAUSE_MS;
  /** Waits until the scan has come as far as it was read. */
  private reading: Reading | undefined;
  /** Accounts to be looked through, with what they held and when. */
  private readonly doubtful = new Map<Address, Doubt>();
  private turn: Turn;
  private edition: number;

  constructor(private readonly parts: BalanceCheckParts) {
    this.name = `balances-${parts.chainName}`;
    this.turn = newTurn(parts);
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
    const { book } = this.parts;
    if (book.edition === this.edition) return;
    this.edition = book.edition;
    this.turn = newTurn(this.parts);
    this.reading = undefined;
    this.doubtful.clear();
  }

  private async read(): Promise<Reading | undefined> {
    const next = this.turn.next();
    if (next.accounts.length === 0) return undefined;
    const { slot, sinceSlot, accounts } = await this.parts.chain.readAccounts(next.accounts);
    const { isFirstSight, taken } = next;
    const balances = next.accounts.map((account, at) => ({
      account,
      amount: amountIn(accounts[at] ?? null),
      isFirstSight,
    }));
    return { slot, sinceSlot, balances, taken };
  }

  private compare({ slot, sinceSlot, balances, taken }: Reading): void {
    const { book } = this.parts;
    taken();
    for (const balance of balances) {
      const known = book.of(balance.account);
      // Moved since it was read: the next look at it will tell.
      if (known !== undefined && known.slot > sinceSlot) continue;
      if (balance.amount === (known?.amount ?? 0n)) continue;
      // One that waits to be looked through was not compared yet: it is as new as it was.
      const waiting = this.doubtful.get(balance.account)?.balance.isFirstSight ?? false;
      const isFirstSight = waiting || balance.isFirstSight;
      const doubt = { balance: { ...balance, isFirstSight }, slot, sinceSlot };
      this.doubtful.set(balance.account, doubt);
    }
  }

  private async lookThrough(): Promise<void> {
    for (const [account, doubt] of [...this.doubtful].slice(0, RESCANS_PER_ROUND)) {
      if (this.parts.book.edition !== this.edition) return;
      await this.explain(doubt);
      this.doubtful.delete(account);
    }
  }

  private async explain({ balance, slot, sinceSlot }: Doubt): Promise<void> {
    const { chainName, book, history, alarms, log } = this.parts;
    const { account } = balance;
    const known = book.of(account);
    // The scan has seen it move while it waited: the next look at it will tell.
    if (known !== undefined && known.slot > sinceSlot) return;
    const fields = {
      chain: chainName,
      account,
      amount: balance.amount.toString(),
      known: (known?.amount ?? 0n).toString(),
      slot,
    };
    const added = await history.explain(account, balance.amount, slot);
    // The book was emptied while the history was read: everything is seen for the first time again.
    if (book.edition !== this.edition) return;
    if (balance.isFirstSight && known === undefined) {
      log.info({ ...fields, added }, 'an account held something before it was looked at');
    } else if (added > 0) {
      alarms.raise('movement_missed', { ...fields, added });
    } else {
      alarms.raise('balance_unexplained', fields);
    }
    book.note(account, { amount: balance.amount, slot: sinceSlot });
  }
}

const newTurn = (parts: BalanceCheckParts): Turn =>
  new Turn({ ...parts, maxAccounts: ACCOUNTS_PER_BALANCE_CHECK });

/** Base units of a token account, lamports of anything else; 0 where nothing is. */
function amountIn(account: ChainAccount | null): bigint {
  if (account === null) return 0n;
  return parseTokenAccount(account)?.amount ?? account.lamports;
}
