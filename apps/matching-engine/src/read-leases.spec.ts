import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WantedLease } from '@bellwether/bus';
import { Random } from '@bellwether/seeded-random';
import fc from 'fast-check';
import {
  MAX_READ_LEASES,
  READ_LEASE_MARGIN_MS,
  READ_LEASE_MS,
  READ_LEASE_QUIET_MS,
} from './limits';
import { ReadLeases } from './read-leases';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const elapsedMs = (): number => performance.now();
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

/** Of an engine that leads, and how often it told of an end. */
async function quietLeases() {
  const told: number[] = [];
  const leases = new ReadLeases({ tell: () => told.push(elapsedMs()), elapsedMs });
  leases.begin();
  await pass(Math.max(READ_LEASE_MS, READ_LEASE_QUIET_MS));
  return { leases, told };
}

/** When it settles, from now on; 0: at once. */
async function settledAfter(ended: Promise<void> | null): Promise<number> {
  const fromMs = elapsedMs();
  let settledMs: number | null = ended === null ? fromMs : null;
  void ended?.then(() => (settledMs = elapsedMs()));
  for (let ms = 0; settledMs === null && ms <= 10 * READ_LEASE_MS; ms++) await pass(1);
  return (settledMs ?? Infinity) - fromMs;
}

const one = { holder: 'one', number: 1 };
/** As holders are told. */
const GIVEN_MS = READ_LEASE_MS - READ_LEASE_MARGIN_MS;

describe('read leases', () => {
  it('are given in quiet times, and to nobody while a command is under way', async () => {
    const { leases, told } = await quietLeases();
    expect(leases.end()).toBeNull();
    expect(leases.give(one)).toBe(0);
    leases.allow();
    expect(leases.give(one)).toBe(0);
    await pass(READ_LEASE_QUIET_MS);
    expect(leases.give(one)).toBe(GIVEN_MS);
    expect(told).toEqual([]);
  });

  it('end when each holder has asked anew, and all are told once', async () => {
    const { leases, told } = await quietLeases();
    const two = { holder: 'two', number: 7 };
    expect([leases.give(one), leases.give(two)]).toEqual([GIVEN_MS, GIVEN_MS]);
    const ended = leases.end();
    let isOver = false;
    void ended?.then(() => (isOver = true));
    leases.hear({ ...one, number: 2 });
    await pass(1);
    expect(isOver).toBe(false);
    leases.hear({ ...two, number: 6 }); // was under way when the one that it holds was asked for
    await pass(1);
    expect(isOver).toBe(false);
    leases.hear({ ...two, number: 8 });
    await pass(0);
    expect([isOver, told.length]).toEqual([true, 1]);
  });

  it('end by their time where a holder says nothing', async () => {
    const { leases } = await quietLeases();
    leases.give(one);
    await pass(20);
    expect(await settledAfter(leases.end())).toBe(READ_LEASE_MS - 20);
    leases.allow();
    expect(leases.end()).toBeNull();
  });

  it('of the engine before are waited for, and none is given before this one leads', async () => {
    const leases = new ReadLeases({ tell: () => {}, elapsedMs });
    await pass(1_000);
    expect(leases.give(one)).toBe(0);
    leases.begin();
    await pass(10);
    expect(await settledAfter(leases.end())).toBe(READ_LEASE_MS - 10);
  });

  it('are held by so many and no more', async () => {
    const { leases } = await quietLeases();
    const give = (holder: number) => leases.give({ holder: `${holder}`, number: 1 });
    for (let holder = 0; holder < MAX_READ_LEASES; holder++) expect(give(holder)).toBe(GIVEN_MS);
    expect(give(MAX_READ_LEASES)).toBe(0);
    await pass(READ_LEASE_MS);
    expect(give(MAX_READ_LEASES)).toBe(GIVEN_MS);
  });
});

/** An engine as simple as can be: a number that commands raise, and its leases. */
class World {
  state = 0;
  readonly answeredMs: number[] = [];
  private readonly listeners: (() => void)[] = [];
  private leases = this.newLeases();

  constructor(private readonly random: Random) {}

  hearEnd(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** On a way that takes its time, overtakes, and loses one in ten. */
  send(arrive: () => void): void {
    if (this.random.index(10) > 0)
      setTimeout(arrive, this.random.index(4) === 0 ? this.random.index(80) : 1);
  }

  ask(wanted: WantedLease, answer: (state: number, leaseMs: number) => void): void {
    this.leases.hear(wanted);
    // Answered in a later turn, or not at all.
    setTimeout(() => {
      const { state } = this;
      const leaseMs = this.random.index(5) > 0 ? this.leases.give(wanted) : 0;
      this.send(() => answer(state, leaseMs));
    }, this.random.index(2));
  }

  async command(): Promise<void> {
    const { leases } = this;
    const fromMs = elapsedMs();
    const ended = leases.end();
    await new Promise((resolve) => setTimeout(resolve, 1 + this.random.index(5)));
    await ended;
    if (leases !== this.leases) return; // it was not applied
    this.state++;
    leases.allow();
    this.answeredMs.push(elapsedMs() - fromMs);
  }

  /** Another engine takes its place. */
  takeOver(): void {
    this.leases = this.newLeases();
  }

  private newLeases(): ReadLeases {
    const tell = () => {
      for (const listener of this.listeners) this.send(listener);
    };
    const leases = new ReadLeases({ tell, elapsedMs });
    leases.begin();
    return leases;
  }
}

/** Keeps an answer as long as it may. */
class Holder {
  private number = 0;
  private endings = 0;
  private kept: { readonly state: number; readonly untilMs: number } | null = null;

  constructor(
    private readonly name: string,
    private readonly world: World,
  ) {
    world.hearEnd(() => {
      this.endings++;
      this.ask();
    });
  }

  /** What readers would be shown without a question; null: they wait for one. */
  shown(): number | null {
    if (this.kept !== null && elapsedMs() < this.kept.untilMs) return this.kept.state;
    return null;
  }

  ask(): void {
    this.kept = null;
    const wanted = { holder: this.name, number: ++this.number };
    const { endings } = this;
    const sentMs = elapsedMs();
    const take = (state: number, leaseMs: number): void => {
      const isLast = wanted.number === this.number && endings === this.endings;
      if (isLast) this.kept = { state, untilMs: sentMs + leaseMs };
    };
    this.world.send(() => this.world.ask(wanted, take));
  }
}

describe('whoever holds a lease', () => {
  it('shows the newest state, however late, lost and overtaken messages are, and holds up no command for longer', async () => {
    let shown = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const random = new Random(seed);
        const world = new World(random);
        const holders = ['a', 'b', 'c'].map((name) => new Holder(name, world));
        let carryingOut = Promise.resolve();
        for (let ms = 0; ms < 2_000; ms++) {
          await pass(1);
          for (const holder of holders) {
            const state = holder.shown();
            if (state === null && random.index(6) === 0) holder.ask();
            if (state === null) continue;
            expect(state).toBe(world.state);
            shown++;
          }
          if (random.index(150) === 0) carryingOut = carryingOut.then(() => world.command());
          if (random.index(500) === 0) world.takeOver();
        }
        await pass(1_000);
        await carryingOut;
        const longest = Math.max(0, ...world.answeredMs);
        expect(longest).toBeLessThanOrEqual(READ_LEASE_MS + 1);
      }),
      { numRuns: 30 },
    );
    expect(shown).toBeGreaterThan(1_000);
  });
});
