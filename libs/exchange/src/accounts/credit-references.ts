/** A test credit that was given, and what its first answer said. */
export interface GivenCredit {
  readonly reference: string;
  readonly account: number;
  readonly amount: number;
  readonly available: number;
  readonly seq: number;
  readonly timestampMs: number;
}

/** The references of all test credits: each is good for one credit. Test network only, hence plain objects. */
export class CreditReferences {
  private readonly credits = new Map<string, GivenCredit>();

  get count(): number {
    return this.credits.size;
  }

  /** In order of giving. */
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
