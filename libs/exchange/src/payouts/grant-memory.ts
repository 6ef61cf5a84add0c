/** Money that operators gave from protocol fees, and what its first answer said. `account` 0: the dispute fund. */
export interface Grant {
  readonly reference: string;
  readonly account: number;
  readonly amount: number;
  /** Of the fund or the user, afterwards. */
  readonly available: number;
  readonly seq: number;
  readonly timestampMs: number;
}

/** The newest grants by their references: the oldest are forgotten first. */
export class GrantMemory {
  private readonly given = new Map<string, Grant>();

  constructor(private readonly capacity: number) {}

  find(reference: string): Grant | undefined {
    return this.given.get(reference);
  }

  add(grant: Grant): void {
    if (this.given.size >= this.capacity) {
      const [oldest] = this.given.keys();
      this.given.delete(oldest!);
    }
    this.given.set(grant.reference, grant);
  }

  /** Oldest first. */
  all(): Grant[] {
    return [...this.given.values()];
  }
}
