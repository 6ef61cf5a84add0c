/** Work in the order in which it came, so much of it at a time. */
export class Lane {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(width: number) {
    this.free = width;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
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

/** A lane for each name that has work; a name without work has none. */
export class Lanes {
  private readonly lanes = new Map<string, { lane: Lane; users: number }>();
  private readonly width: number;

  constructor(width: number) {
    this.width = width;
  }

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const entry = this.lanes.get(name) ?? { lane: new Lane(this.width), users: 0 };
    this.lanes.set(name, entry);
    entry.users++;
    try {
      return await entry.lane.run(work);
    } finally {
      entry.users--;
      if (entry.users === 0) this.lanes.delete(name);
    }
  }
}
