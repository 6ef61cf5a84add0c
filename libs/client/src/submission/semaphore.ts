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

/** One for each name that has tasks. */
export class SemaphoresByName {
  private readonly semaphores = new Map<string, { semaphore: Semaphore; users: number }>();
  private readonly atOnce: number;

  constructor(atOnce: number) {
    this.atOnce = atOnce;
  }

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const entry = this.semaphores.get(name) ?? { semaphore: new Semaphore(this.atOnce), users: 0 };
    this.semaphores.set(name, entry);
    entry.users++;
    try {
      return await entry.semaphore.take(work);
    } finally {
      entry.users--;
      if (entry.users === 0) this.semaphores.delete(name);
    }
  }
}
