/** What a gateway knows of the engine's time, with clocks and round trips that are simulated. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FollowedClock } from './followed-clock';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 300) };
const START_MS = 1_800_000_000_000;
const HOUR_MS = 3_600_000;

class World {
  steadyMs = 700;
  wallMs: number;
  engineMs = START_MS;
  readonly clock: FollowedClock;

  constructor(wallAheadMs = 0) {
    this.wallMs = START_MS + wallAheadMs;
    this.clock = new FollowedClock({ steadyMs: () => this.steadyMs, wallMs: () => this.wallMs });
  }

  pass(ms: number): void {
    this.steadyMs += ms;
    this.wallMs += ms;
    this.engineMs += ms;
  }

  ask(thereMs = 0.3, backMs = 0.3): void {
    const begun = this.clock.begin();
    this.pass(thereMs);
    const publishedMs = Math.floor(this.engineMs);
    this.pass(backMs);
    this.clock.learn(begun, publishedMs);
  }
}

describe('a clock that is followed', () => {
  it.each([HOUR_MS, -HOUR_MS, 5_000, -5_000])('is known though its own is %i ms away', (ahead) => {
    const world = new World(ahead);
    expect([world.clock.isKnown, world.clock.isSure]).toEqual([false, false]);
    expect(world.clock.nowMs()).toBe(world.wallMs);
    world.ask();
    expect(world.clock.isSure).toBe(true);
    expect(Math.abs(world.clock.nowMs() - world.engineMs)).toBeLessThan(2);
    expect(world.clock.wallAheadMs).toBeCloseTo(ahead, -1);
  });

  it.each([HOUR_MS, -HOUR_MS, 5_000, -5_000])(
    'is not moved by a jump of %i ms, of which it says that it may be something else',
    (jumpMs) => {
      const world = new World();
      world.ask();
      world.wallMs += jumpMs;
      expect(world.clock.isSure).toBe(false);
      expect(Math.abs(world.clock.nowMs() - world.engineMs)).toBeLessThan(2);
      // An order of that moment is not late for the engine.
      expect(world.clock.deadlineMs(5_000)).toBeGreaterThan(world.engineMs + 4_990);
      world.ask();
      expect(world.clock.isSure).toBe(true);
    },
  );

  it('lets deadlines be too late rather than too early after the machine has slept', () => {
    const world = new World();
    world.ask();
    world.wallMs += HOUR_MS;
    world.engineMs += HOUR_MS;
    expect(world.clock.deadlineMs(5_000)).toBeGreaterThan(world.engineMs + 4_990);
    world.ask();
    expect(Math.abs(world.clock.nowMs() - world.engineMs)).toBeLessThan(2);
  });

  it('learns nothing of an engine that tells no time, nor of what is none', () => {
    const world = new World();
    const begun = world.clock.begin();
    for (const reported of [null, 'now', Number.NaN, -1, 0.5, 2 ** 60])
      world.clock.learn(begun, reported);
    expect([world.clock.isKnown, world.clock.isSure]).toEqual([false, false]);
    // There is no other time to be had than the wall clock's: as before there was one to learn.
    world.clock.learn(begun, undefined);
    expect([world.clock.isKnown, world.clock.isSure]).toEqual([false, true]);
    world.ask();
    expect([world.clock.isKnown, world.clock.isSure]).toEqual([true, true]);
  });

  it('is no further away than a question took, however its way was divided', () => {
    const question = fc.tuple(
      fc.integer({ min: 0, max: 499 }),
      fc.integer({ min: 0, max: 499 }),
      fc.integer({ min: 0, max: 5_000 }),
    );
    fc.assert(
      fc.property(
        fc.array(question, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: -HOUR_MS, max: HOUR_MS }),
        (questions, wallAheadMs) => {
          const world = new World(wallAheadMs);
          let quickestMs = Infinity;
          for (const [thereMs, backMs, pauseMs] of questions) {
            world.ask(thereMs, backMs);
            quickestMs = Math.min(quickestMs, thereMs + backMs);
            world.pass(pauseMs);
            const errorMs = Math.abs(world.clock.nowMs() - world.engineMs);
            expect(errorMs).toBeLessThanOrEqual(quickestMs + 2);
          }
        },
      ),
      RUNS,
    );
  });
});
