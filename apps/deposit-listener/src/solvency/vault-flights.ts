/**
 * Amounts that the vault and the ledger booked at different times, by id: as of a slot of the main chain and a seq of
 * the engine. An amount counts in the direction of its name. An amount that the engine has booked and the chain books
 * only after the slot counts against it.
 *
 * Bookings continue meanwhile. One query reads the sums and everything that may be in them, as of one seq; the tables
 * are read before it and after it. Amounts booked before the query are in its sums; amounts not booked after it are
 * not. Only bookings in between make another reading necessary.
 */
import { signatureText } from '@bellwether/chain';
import type { Chain } from '@bellwether/chain';
import { MAX_BOOKINGS } from '@bellwether/bus';
import type { EngineClient, ResultOf } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { netAmountOf } from '@bellwether/funding';
import { lastAttemptOf } from '@bellwether/funding-runtime';
import type { InFlight, Withdrawal } from '@bellwether/funding';
import type {
  Backing,
  BackingStore,
  ChainCredit,
  ChainCreditStore,
  ChainTransactionStore,
  WithdrawalStore,
} from '@bellwether/persistence';
import { backingPurpose } from '../main-chain/backing-purpose';

export interface VaultFlights {
  readonly creditsUnderWay: readonly InFlight[];
  readonly debitsUnderWay: readonly InFlight[];
}

export interface VaultFlightsParts {
  readonly engine: Pick<EngineClient, 'query'>;
  readonly main: Pick<Chain, 'successSlots' | 'findTransaction'>;
  readonly credits: Pick<ChainCreditStore, 'underWaySince'>;
  readonly withdrawals: Pick<WithdrawalStore, 'inVaultSince'>;
  readonly backings: Pick<BackingStore, 'pendingSince'>;
  readonly transactions: Pick<ChainTransactionStore, 'byPurpose'>;
}

/** The ledger's sums at a seq, and the part that the vault shows at another time. */
export interface LedgerWithFlights extends VaultFlights {
  readonly seq: number;
  readonly sums: ResultOf<'bookings'>['view']['solvency'];
}

interface Rows {
  readonly credits: readonly ChainCredit[];
  /** Withdrawals whose debit may be on chain and not in the books, or in the books and later than the slot. */
  readonly withdrawals: readonly Withdrawal[];
}

/** For one round: it requests nothing twice from chain and engine. */
export class VaultFlightsReader {
  /** By withdrawal id: the slot of its debit, if the chain has one. */
  private readonly debitSlots = new Map<string, number>();
  /** By seq: the last attempt at a backing payment. */
  private readonly payments = new Map<number, Promise<Uint8Array | null>>();
  /** By signature: the slot of such a payment. */
  private readonly paymentSlots = new Map<string, number>();
  /** Credits and withdrawals that were booked before a query: they stay booked. */
  private readonly booked = new Set<string>();

  constructor(
    private readonly parts: VaultFlightsParts,
    /** The round's slot, which the scan has passed; and since when bookings may belong to a later slot. */
    private readonly asOf: { readonly slot: number; readonly sinceMs: number },
  ) {}

  /** @returns undefined if something was booked between the query for the sums and a later one: read again */
  async read(): Promise<LedgerWithFlights | undefined> {
    const before = await this.rows();
    this.noteBooked(before);
    const { seq, view, answered } = await this.ask(this.open(before));
    const rows = await this.rows();
    const known = (key: string): boolean => this.booked.has(key) || answered.has(key);
    if (await this.isAnyBooked(this.open(rows, known))) return undefined;
    await this.learnDebitSlots(rows.withdrawals);
    return {
      seq,
      sums: view.solvency,
      creditsUnderWay: this.creditsOf(rows),
      debitsUnderWay: this.debitsOf(rows),
    };
  }

  /** @param seq of the engine: test credits up to it are in its books */
  async backings(seq: number): Promise<InFlight[]> {
    const { backings } = this.parts;
    const flights: InFlight[] = [];
    for (const backing of await backings.pendingSince(this.asOf.sinceMs)) {
      if (backing.seq > seq) continue;
      const signature = await this.paymentOf(backing);
      const isPaid = signature !== null && (await this.paymentSlot(signature)) <= this.asOf.slot;
      const id = `backing:${backing.reference}`;
      // Here the books come first.
      flights.push(...flight(id, backing.amountMicroUsdc, true, isPaid));
    }
    return flights;
  }

  private async rows(): Promise<Rows> {
    const { credits, withdrawals } = this.parts;
    const { sinceMs } = this.asOf;
    return {
      credits: await credits.underWaySince(sinceMs),
      withdrawals: await withdrawals.inVaultSince(sinceMs),
    };
  }

  private noteBooked({ credits, withdrawals }: Rows): void {
    for (const credit of credits) if (credit.engineMs !== null) this.booked.add(creditId(credit));
    for (const one of withdrawals) if (one.ending === 'settled') this.booked.add(debitId(one));
  }

  /** The ids to query the engine for. */
  private open(
    { credits, withdrawals }: Rows,
    known = (key: string): boolean => this.booked.has(key),
  ): Rows {
    return {
      credits: credits.filter((one) => !known(creditId(one))),
      withdrawals: withdrawals.filter((one) => !known(debitId(one))),
    };
  }

  /** As many as fit into one query, which is as of one seq. */
  private async ask({ credits, withdrawals }: Rows) {
    const users = new Map(credits.map(({ user }) => [toHex(user), user]));
    const places = new Map([...users.keys()].slice(0, MAX_BOOKINGS).map((key, at) => [key, at]));
    const asked = withdrawals.slice(0, MAX_BOOKINGS);
    const { seq, view } = await this.parts.engine.query('bookings', {
      users: [...users.values()].slice(0, MAX_BOOKINGS),
      withdrawalIds: asked.map(({ withdrawalId }) => withdrawalId),
    });
    const answered = new Set<string>();
    for (const credit of credits) {
      const place = places.get(toHex(credit.user));
      if (place === undefined) continue;
      answered.add(creditId(credit));
      if (credit.creditSeq <= view.lastCreditSeqs[place]!) this.booked.add(creditId(credit));
    }
    for (const [place, withdrawal] of asked.entries()) {
      const status = view.withdrawals[place] ?? null;
      answered.add(debitId(withdrawal));
      // One that it has forgotten ended long ago.
      if (status === null || status === 'settled') this.booked.add(debitId(withdrawal));
    }
    return { seq, view, answered };
  }

  /** Those that the first query did not report: if one is not booked now, it was not booked then. */
  private async isAnyBooked(open: Rows): Promise<boolean> {
    const bookedBefore = this.booked.size;
    let { credits, withdrawals } = open;
    while (credits.length > 0 || withdrawals.length > 0) {
      const { answered } = await this.ask({ credits, withdrawals });
      credits = credits.filter((one) => !answered.has(creditId(one)));
      withdrawals = withdrawals.filter((one) => !answered.has(debitId(one)));
    }
    return this.booked.size > bookedBefore;
  }

  private creditsOf({ credits }: Rows): InFlight[] {
    return credits.flatMap((credit) => {
      const id = creditId(credit);
      const isOnChain = credit.slot <= this.asOf.slot;
      return flight(id, credit.amountMicroUsdc, isOnChain, this.booked.has(id));
    });
  }

  private debitsOf({ withdrawals }: Rows): InFlight[] {
    return withdrawals.flatMap((withdrawal) => {
      const id = debitId(withdrawal);
      const debitSlot = this.debitSlots.get(id);
      if (debitSlot === undefined) return [];
      const isOnChain = debitSlot <= this.asOf.slot;
      return flight(id, netAmountOf(withdrawal), isOnChain, this.booked.has(id));
    });
  }

  private async learnDebitSlots(withdrawals: readonly Withdrawal[]): Promise<void> {
    const signed = withdrawals.flatMap((one) => {
      const id = debitId(one);
      const { debitSignature } = one;
      if (debitSignature === null || this.debitSlots.has(id)) return [];
      return [{ id, signature: signatureText(debitSignature) }];
    });
    const slots = await this.parts.main.successSlots(signed.map(({ signature }) => signature));
    for (const [place, { id }] of signed.entries()) {
      const slot = slots[place];
      if (slot !== null && slot !== undefined) this.debitSlots.set(id, slot);
    }
  }

  /** It may have landed before that was recorded. */
  private async paymentOf({ txSignature, paymentSeq }: Backing): Promise<Uint8Array | null> {
    if (txSignature !== null || paymentSeq === null) return txSignature;
    const payment = this.payments.get(paymentSeq) ?? this.lastAttemptAt(paymentSeq);
    this.payments.set(paymentSeq, payment);
    return payment;
  }

  private async lastAttemptAt(seq: number): Promise<Uint8Array | null> {
    const { last } = await lastAttemptOf(this.parts.transactions, backingPurpose({ seq }));
    return last?.signature ?? null;
  }

  private async paymentSlot(signature: Uint8Array): Promise<number> {
    const text = signatureText(signature);
    const known = this.paymentSlots.get(text);
    if (known !== undefined) return known;
    const found = await this.parts.main.findTransaction(text);
    const slot = found?.block.slot ?? Infinity;
    this.paymentSlots.set(text, slot);
    return slot;
  }
}

const creditId = ({ user, creditSeq }: ChainCredit): string => `credit:${toHex(user)}:${creditSeq}`;
const debitId = ({ withdrawalId }: Pick<Withdrawal, 'withdrawalId'>): string =>
  `withdrawal:${toHex(withdrawalId)}`;

/** The ids that one side has booked and the other has not. */
function flight(id: string, microUsdc: number, isBegun: boolean, isEnded: boolean): InFlight[] {
  if (isBegun === isEnded) return [];
  return [{ id, microUsdc: isBegun ? microUsdc : -microUsdc }];
}
