/** Builder accounts that users trade through, numbered from 1. An account's `DELEGATED_TO` is such a number. */
export class Delegations {
  private readonly builderIds: string[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly users: number[] = [];

  get all(): readonly string[] {
    return this.builderIds;
  }

  /** The number of a builder account; assigns one if it has none. */
  numberOf(builderId: string): number {
    const known = this.numbers.get(builderId);
    if (known !== undefined) return known;
    const number = this.builderIds.push(builderId);
    this.users.push(0);
    this.numbers.set(builderId, number);
    return number;
  }

  addUser(number: number): void {
    this.users[number - 1]!++;
  }

  /** How many users trade through it. */
  usersOf(builderId: string): number {
    return this.users[(this.numbers.get(builderId) ?? 0) - 1] ?? 0;
  }

  /** Null for number 0: the user trades without a builder. */
  builderIdOf(number: number): string | null {
    return this.builderIds[number - 1] ?? null;
  }
}
