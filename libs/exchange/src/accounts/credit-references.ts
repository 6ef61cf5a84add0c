/** A booked test credit and the content of its first answer. */
export interface GivenCredit {
  readonly reference: string;
  readonly account: number;
  readonly amount: number;
  readonly available: number;
  readonly seq: number;
  readonly timestampMs: number;
}

/** The references of all test credits; each is credited once. Test network only, so plain objects are enough. */
export class CreditReferences {
  private readonly credits = new Map<string, GivenCredit>();

  get count(): number {
    return this.credits.size;
  }

  /** In order of booking. */
  all(): Iterable<GivenCredit> {
    return this.credits.values();
  }

  find(reference: string): GivenCredit | undefined {
    return this.credits.get(reference);
  }

  add(credit: GivenCredit): void {
    this.credits.set(credit.reference, credit);
  }
}
