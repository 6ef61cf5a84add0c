/**
 * Compares the balances of watched accounts with the scan's findings. A missed movement shows here, or at the next
 * movement, which contains the balance before it. One request per tick, however many users there are; recently
 * requested addresses come first.
 */
import { parseTokenAccount } from '@bellwether/chain';
import type { Address, Chain, ChainAccount } from '@bellwether/chain';
import { MIN_DEPOSIT_LAMPORTS, MIN_DEPOSIT_MICRO_USDC } from '@bellwether/funding';
import type { Worker } from '@bellwether/runtime';
import type { Alarms } from '../alarms';
import { ACCOUNTS_PER_BALANCE_CHECK, BALANCE_CHECK_PAUSE_MS, RESCANS_PER_TICK } from '../limits';
import type { ChainName } from '../parts';
import type { WatchedSet, WatchedUser } from '../watch/watched-set';
import type { AccountHistory } from './account-history';
import { AccountTroubles } from './account-troubles';
import type { BalanceBook, BalanceGap } from './balance-book';
import type { ScanPlace } from './scan-place';
import { Turn } from './turn';

export interface BalanceCheckParts {
  readonly chainName: ChainName;
  readonly chain: Pick<Chain, 'readAccounts'>;
  readonly watched: Pick<WatchedSet, 'newest' | 'after'>;
  /** A user's accounts that are checked on this chain. */
  readonly accountsOf: (user: WatchedUser) => readonly Address[];
  readonly book: BalanceBook;
  readonly place: ScanPlace;
  readonly history: Pick<AccountHistory, 'explain'>;
  readonly alarms: Pick<Alarms, 'raise'>;
  readonly log: Record<'info' | 'warn', (fields: object, message: string) => void>;
}

interface ReadBalance {
  readonly account: Address;
  readonly amount: bigint;
  /** The least amount of a deposit in its unit. */
  readonly minimum: bigint;
  /** This process has never compared it. */
  readonly isFirstSight: boolean;
}

interface Reading {
  readonly slot: number;
  readonly sinceSlot: number;
  readonly balances: readonly ReadBalance[];
  /** They were compared. Until this call they come next again, as new as before. */
  readonly taken: () => void;
}

/**
 * The balances are valid for all slots from `sinceSlot` to `slot`, or a node reported a slot other than the one it
 * showed.
 */
interface Doubt extends Pick<Reading, 'slot' | 'sinceSlot'> {
  readonly balance: ReadBalance;
}

export class BalanceCheck implements Worker {
  readonly name: string;
  readonly pauseMs = BALANCE_CHECK_PAUSE_MS;
  /** Waits until the scan has passed the slot of the read. */
  private reading: Reading | undefined;
  /** Accounts to be searched, with their balance and its time. */
  private readonly doubtful = new Map<Address, Doubt>();
  /** The same, for movements that do not follow from the previous one: the first such place of each account. */
  private readonly gapped = new Map<Address, BalanceGap>();
  private readonly troubles: AccountTroubles;
  private turn: Turn;
  private edition: number;

  constructor(private readonly parts: BalanceCheckParts) {
    this.name = `balances-${parts.chainName}`;
    this.troubles = new AccountTroubles({ ...parts, worker: this.name });
    this.turn = newTurn(parts);
    this.edition = parts.book.edition;
  }

  /** @returns 0: the cost of a minute must not depend on the findings */
  async tick(): Promise<number> {
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
    // If nobody can be asked, no account has failed.
    this.reading ??= await this.read();
    await this.lookThrough();
    return 0;
  }

  /** A comparison with a book that was emptied meanwhile means nothing. */
  private followBook(): void {
    const { book } = this.parts;
    if (book.edition === this.edition) return;
    this.edition = book.edition;
    this.turn = newTurn(this.parts);
    this.reading = undefined;
    this.doubtful.clear();
    this.gapped.clear();
  }

  private async read(): Promise<Reading | undefined> {
    const next = await this.turn.next();
    if (next.accounts.length === 0) return undefined;
    const { slot, sinceSlot, accounts } = await this.parts.chain.readAccounts(next.accounts);
    const { isFirstSight, taken } = next;
    const balances = next.accounts.map((account, at) => ({
      account,
      ...holdingIn(accounts[at] ?? null),
      isFirstSight,
    }));
    return { slot, sinceSlot, balances, taken };
  }

  private compare({ slot, sinceSlot, balances, taken }: Reading): void {
    const { book } = this.parts;
    taken();
    for (const balance of balances) {
      const known = book.of(balance.account);
      // It moved since it was read: the next check will compare it.
      if (known !== undefined && known.slot > sinceSlot) continue;
      if (balance.amount === (known?.amount ?? 0n)) {
        // So that the very first movement has something to follow from.
        if (known === undefined) book.noteEmpty(balance.account, sinceSlot);
        continue;
      }
      // An account that waits to be searched was not compared yet: it is as new as before.
      const waiting = this.doubtful.get(balance.account)?.balance.isFirstSight ?? false;
      const isFirstSight = waiting || balance.isFirstSight;
      const doubt = { balance: { ...balance, isFirstSight }, slot, sinceSlot };
      this.doubtful.set(balance.account, doubt);
    }
  }

  /** One that fails comes again after the others. */
  private async lookThrough(): Promise<void> {
    const { book } = this.parts;
    for (const gap of book.takeGaps()) {
      if (!this.gapped.has(gap.account)) this.gapped.set(gap.account, gap);
    }
    const waiting = [
      ...[...this.gapped].map(([account, gap]) => ({
        account,
        look: () => this.explainGap(gap),
        done: () => this.gapped.delete(account),
        again: () => this.gapped.set(account, gap),
      })),
      ...[...this.doubtful].map(([account, doubt]) => ({
        account,
        look: () => this.explain(doubt),
        done: () => this.doubtful.delete(account),
        again: () => this.doubtful.set(account, doubt),
      })),
    ];
    for (const { account, look, done, again } of waiting.slice(0, RESCANS_PER_TICK)) {
      if (book.edition !== this.edition) return;
      try {
        await look();
        done();
        this.troubles.wentWell(account);
      } catch (error) {
        this.troubles.failed(account, error);
        done();
        again();
      }
    }
  }

  /** The scan's last balance is the present one. */
  private async explainGap({ account, ...gap }: BalanceGap): Promise<void> {
    const { chainName: chain, book, history, alarms } = this.parts;
    const now = book.of(account);
    if (now === undefined) return;
    const { added } = await history.explain(account, now.amount, now.slot);
    const [known, before] = [gap.known.toString(), gap.amountBefore.toString()];
    const fields = { chain, account, known, before, slot: gap.slot };
    if (added > 0) alarms.raise('movement_missed', { ...fields, added });
    else alarms.raise('balance_unexplained', fields);
  }

  private async explain({ balance, slot, sinceSlot }: Doubt): Promise<void> {
    const { chainName, book, history, alarms, log } = this.parts;
    const { account } = balance;
    const known = book.of(account);
    // The scan has seen it move meanwhile: the next check will compare it.
    if (known !== undefined && known.slot > sinceSlot) return;
    const fields = {
      chain: chainName,
      account,
      amount: balance.amount.toString(),
      known: (known?.amount ?? 0n).toString(),
      slot,
    };
    const { added, unexplained } = await history.explain(account, balance.amount, slot);
    // The book was emptied while the history was read: everything is new again.
    if (book.edition !== this.edition) return;
    if (balance.isFirstSight && known === undefined) {
      log.info({ ...fields, added }, 'an account held something before it was looked at');
      if (unexplained >= balance.minimum) {
        alarms.raise('balance_beyond_history', { ...fields, unexplained: unexplained.toString() });
      }
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

/** Base units of a token account, lamports of anything else; 0 if there is no account. */
function holdingIn(account: ChainAccount | null): Pick<ReadBalance, 'amount' | 'minimum'> {
  const amount = account === null ? undefined : parseTokenAccount(account)?.amount;
  return amount === undefined
    ? { amount: account?.lamports ?? 0n, minimum: MIN_DEPOSIT_LAMPORTS }
    : { amount, minimum: BigInt(MIN_DEPOSIT_MICRO_USDC) };
}
