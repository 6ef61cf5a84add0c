/** Runs tasks in FIFO order, a bounded number at a time. */
export class Semaphore {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.free = atOnce;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free++;
      else next();
    }
  }
}

/** Queues by name. A name without tasks has no queue. */
export class SemaphoresByName {
  private readonly turns = new Map<string, { turns: Semaphore; users: number }>();
  private readonly atOnce: number;

  constructor(atOnce: number) {
    this.atOnce = atOnce;
  }

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const entry = this.turns.get(name) ?? { turns: new Semaphore(this.atOnce), users: 0 };
    this.turns.set(name, entry);
    entry.users++;
    try {
      return await entry.turns.take(work);
    } finally {
      entry.users--;
      if (entry.users === 0) this.turns.delete(name);
    }
  }
}
