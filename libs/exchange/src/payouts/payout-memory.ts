import type { PayoutRecipient, RevenueSource } from '../command';

/** A source that was paid out, with the account that it withdraws from. */
export interface PayoutSource {
  readonly account: number;
  readonly source: RevenueSource;
  readonly builderId: string;
  /** Number of the key that gave to the last payout first: refunds go to it. 0 for the exchange. */
  readonly home: number;
}

/** A payout and the content of its first answer. `account`: the source's. */
export interface GivenPayout {
  readonly account: number;
  readonly reference: string;
  readonly amount: number;
  readonly maxGasFee: number;
  readonly gasFee: number;
  readonly recipientKind: PayoutRecipient;
  readonly recipient: Uint8Array;
  readonly allowProgramAddress: boolean;
  readonly withdrawalId: Uint8Array | null;
  readonly seq: number;
  readonly timestampMs: number;
}

/** All sources that were paid out, and the newest payouts by their references: the oldest are forgotten first. */
export class PayoutMemory {
  private readonly sources = new Map<number, PayoutSource>();
  private readonly given = new Map<string, GivenPayout>();

  constructor(private readonly capacity: number) {}

  sourceOf(account: number): PayoutSource | undefined {
    return this.sources.get(account);
  }

  setSource(source: PayoutSource): void {
    this.sources.set(source.account, source);
  }

  find(account: number, reference: string): GivenPayout | undefined {
    return this.given.get(keyOf(account, reference));
  }

  add(payout: GivenPayout): void {
    if (this.given.size >= this.capacity) {
      const [oldest] = this.given.keys();
      this.given.delete(oldest!);
    }
    this.given.set(keyOf(payout.account, payout.reference), payout);
  }

  /** In order: sources by their first payout, payouts by theirs. */
  image(): { sources: PayoutSource[]; given: GivenPayout[] } {
    return { sources: [...this.sources.values()], given: [...this.given.values()] };
  }

  load({ sources, given }: ReturnType<PayoutMemory['image']>): void {
    for (const source of sources) this.setSource(source);
    for (const payout of given) this.add(payout);
  }
}

const keyOf = (account: number, reference: string): string => `${account} ${reference}`;
