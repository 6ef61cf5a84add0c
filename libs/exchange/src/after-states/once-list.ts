/** Up to so many numbers are compared one by one, which is quicker than a look into a set. */
const FEW = 16;

/**
 * Numbers in the order they first came, each once. A command adds a few of them, seldom thousands; the list is emptied
 * after each by counting, which costs nothing.
 */
export class OnceList {
  count = 0;
  private readonly numbers: number[] = [];
  /** All of them, once there are more than a few. */
  private readonly many = new Set<number>();

  at(index: number): number {
    return this.numbers[index]!;
  }

  /** Whether the number is new. */
  add(number: number): boolean {
    const { numbers, count } = this;
    if (count > 0 && numbers[count - 1] === number) return false;
    if (count <= FEW ? this.isAmongFew(number) : this.many.has(number)) return false;
    numbers[count] = number;
    this.count = count + 1;
    if (count >= FEW) this.addToMany(number);
    return true;
  }

  clear(): void {
    if (this.count > FEW) this.many.clear();
    this.count = 0;
  }

  private isAmongFew(number: number): boolean {
    const { numbers, count } = this;
    for (let i = 0; i < count; i++) if (numbers[i] === number) return true;
    return false;
  }

  private addToMany(number: number): void {
    if (this.count === FEW + 1) for (let i = 0; i < FEW; i++) this.many.add(this.numbers[i]!);
    this.many.add(number);
  }
}
