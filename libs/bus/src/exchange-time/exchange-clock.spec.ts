/**
 * The exchange's time against clocks that are simulated: every clock has its own rate, is off, and jumps; requests take
 * any time. What is promised: nothing is stamped more than two seconds away from the server (and a clock's own drift
 * since the last look), no jump of a wall clock moves the time, and it never falls.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceBounds, judgeDifference } from './clock-reading';
import { ExchangeClock } from './exchange-clock';
import {
  CLOCK_JUMP_MS,
  MAX_CLOCK_ERROR_MS,
  MAX_CLOCK_READING_AGE_MS,
  MAX_SLEW_INTERVAL_MS,
  SLEW_PPM,
} from './limits';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 300) };
const START_MS = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const MAX_SLEWED_MS = (MAX_SLEW_INTERVAL_MS * SLEW_PPM) / 1e6;

/** A host with its two clocks, and a server with one. The true time is `trueMs`, which no clock shows. */
class World {
  trueMs = 0;
  steadyMs = 5_000;
  wallMs: number;
  serverMs: number;
  readonly clock: ExchangeClock;

  constructor({ wallAheadMs = 0, serverAheadMs = 0 } = {}) {
    this.wallMs = START_MS + wallAheadMs;
    this.serverMs = START_MS + serverAheadMs;
    this.clock = new ExchangeClock({ steadyMs: () => this.steadyMs, wallMs: () => this.wallMs });
  }

  /** Parts of a million by which a clock is too fast. */
  pass(ms: number, { hostPpm = 0, serverPpm = 0 } = {}): void {
    this.trueMs += ms;
    this.steadyMs += ms * (1 + hostPpm / 1e6);
    this.wallMs += ms * (1 + hostPpm / 1e6);
    this.serverMs += ms * (1 + serverPpm / 1e6);
  }

  /** The machine sleeps: its monotonic clock stands still. */
  sleep(ms: number): void {
    this.trueMs += ms;
    this.wallMs += ms;
    this.serverMs += ms;
  }

  ask({ thereMs = 0.2, backMs = 0.2, lastStampMs = 0, meanwhile = () => {} } = {}): void {
    const sent = { sentMs: this.steadyMs, sentWallMs: this.wallMs };
    this.pass(thereMs);
    const publishedMs = Math.floor(this.serverMs);
    this.pass(backMs);
    meanwhile();
    this.clock.take({ ...sent, publishedMs, receivedMs: this.steadyMs }, lastStampMs);
  }

  get errorMs(): number {
    return Math.abs(this.clock.nowMs() - this.serverMs);
  }
}

/** What is not true of a judgement. */
const falseOf = (judgement: string, apartMs: number, isQuick: boolean): string[] =>
  Object.entries({
    'agrees, far apart': judgement === 'agrees' && apartMs > MAX_CLOCK_ERROR_MS + 1,
    'differs, close': judgement === 'differs' && apartMs < MAX_CLOCK_ERROR_MS - 1,
    'quick, close, not said': isQuick && apartMs < 1_000 && judgement !== 'agrees',
    'quick, far apart, not said': isQuick && apartMs > 3_000 && judgement !== 'differs',
  }).flatMap(([what, isSo]) => (isSo ? [what] : []));

describe('two clocks', () => {
  it('are judged only where the round trip leaves no doubt', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -2 * HOUR_MS, max: 2 * HOUR_MS, noNaN: true }),
        fc.double({ min: 0, max: 4_000, noNaN: true }),
        fc.double({ min: 0, max: 4_000, noNaN: true }),
        (aheadMs, thereMs, backMs) => {
          const sentMs = 1_000;
          const publishedMs = Math.floor(START_MS + sentMs + thereMs + aheadMs);
          const receivedMs = sentMs + thereMs + backMs;
          const reading = { sentMs, sentWallMs: START_MS, publishedMs, receivedMs };
          const bounds = differenceBounds(reading, START_MS);
          expect(bounds.low).toBeLessThanOrEqual(aheadMs + 0.01);
          expect(bounds.high).toBeGreaterThanOrEqual(aheadMs - 0.01);
          const judgement = judgeDifference(bounds);
          const isQuick = thereMs + backMs < 900;
          expect(falseOf(judgement, Math.abs(aheadMs), isQuick)).toEqual([]);
        },
      ),
      RUNS,
    );
  });
});

describe('the time of an engine', () => {
  it.each([
    [1_500, 'agrees'],
    [-1_500, 'agrees'],
    [5_000, 'differs'],
    [-5_000, 'differs'],
    [HOUR_MS, 'differs'],
    [-HOUR_MS, 'differs'],
  ])('that begins %i ms away from the server: %s', (aheadMs, state) => {
    const ofHost = new World({ wallAheadMs: aheadMs });
    const ofServer = new World({ serverAheadMs: aheadMs });
    for (const world of [ofHost, ofServer]) {
      expect(world.clock.isSure).toBe(false);
      world.ask();
      expect([world.clock.state, world.clock.isSure]).toEqual([state, state === 'agrees']);
    }
  });

  it('is taken up when a clock that was wrong is set right, before anything was stamped', () => {
    const world = new World({ wallAheadMs: HOUR_MS });
    world.ask();
    world.wallMs -= HOUR_MS;
    world.ask();
    expect(world.clock.isSure).toBe(true);
    expect(world.errorMs).toBeLessThan(2);
  });

  it.each([5_000, -5_000, HOUR_MS, -HOUR_MS])(
    'is not moved where the wall clock jumps by %i ms: it is confirmed, and goes on',
    (jumpMs) => {
      const world = new World();
      world.ask();
      world.clock.beginStamping();
      world.wallMs += jumpMs;
      expect(world.clock.isSure).toBe(false);
      world.ask();
      expect([world.clock.state, world.clock.isSure]).toEqual(['agrees', true]);
      for (let second = 0; second < 600; second++) {
        world.pass(1_000);
        world.ask();
      }
      expect(world.errorMs).toBeLessThan(2);
      expect(world.clock.figures().wallAheadMs).toBeCloseTo(jumpMs, -1);
    },
  );

  it.each([5_000, -5_000, HOUR_MS, -HOUR_MS])(
    'is nothing to stamp with where the server jumps by %i ms',
    (jumpMs) => {
      const world = new World();
      world.ask();
      world.clock.beginStamping();
      world.serverMs += jumpMs;
      world.ask();
      expect([world.clock.state, world.clock.isSure]).toEqual(['differs', false]);
    },
  );

  it('is not sure after a sleep of the machine, and is found to be behind, not stamped with', () => {
    const world = new World();
    world.ask();
    world.clock.beginStamping();
    world.sleep(HOUR_MS);
    expect(world.clock.isSure).toBe(false);
    world.ask();
    expect(world.clock.state).toBe('differs');
  });

  it('is not sure by an answer that the machine slept over', () => {
    const world = new World();
    world.ask();
    world.clock.beginStamping();
    world.ask({ meanwhile: () => world.sleep(HOUR_MS) });
    expect(world.clock.isSure).toBe(false);
  });

  it('is not sure where no server answers for a minute, nor by answers that take seconds', () => {
    const world = new World();
    world.ask();
    world.pass(MAX_CLOCK_READING_AGE_MS - 100);
    expect(world.clock.isSure).toBe(true);
    world.pass(200);
    expect(world.clock.isSure).toBe(false);
    world.ask({ thereMs: 3_000 });
    expect(world.clock.isSure).toBe(false);
    world.ask();
    expect(world.clock.isSure).toBe(true);
  });

  it('waits where the journal is ahead: both clocks were, and were set back', () => {
    const world = new World();
    world.ask({ lastStampMs: START_MS + HOUR_MS });
    expect([world.clock.state, world.clock.isSure]).toEqual(['journal_ahead', false]);
    world.pass(HOUR_MS);
    world.ask({ lastStampMs: START_MS + HOUR_MS });
    expect(world.clock.state).toBe('agrees');
  });

  it('goes after a wall clock that is set by little, as fast as a kernel slews it', () => {
    const world = new World();
    world.ask();
    world.clock.beginStamping();
    world.wallMs += 300;
    let beforeMs = world.clock.nowMs();
    for (let second = 0; second < 1_000; second++) {
      world.pass(1_000);
      world.ask();
      const nowMs = world.clock.nowMs();
      expect(nowMs - beforeMs).toBeLessThanOrEqual(1_000 + 1_000 * (SLEW_PPM / 1e6) + 2);
      beforeMs = nowMs;
    }
    expect(world.clock.figures().wallAheadMs).toBeLessThan(1);
  });

  it('is stamped with only within two seconds of the server, and never falls, whatever the clocks do', () => {
    const event = fc.oneof(
      { weight: 6, arbitrary: fc.record({ pass: fc.integer({ min: 1, max: 3_000 }) }) },
      {
        weight: 1,
        arbitrary: fc.record({
          wall: fc.oneof(
            fc.integer({ min: -5_000, max: 5_000 }),
            fc.constantFrom(HOUR_MS, -HOUR_MS),
          ),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          server: fc.oneof(
            fc.integer({ min: -5_000, max: 5_000 }),
            fc.constantFrom(HOUR_MS, -HOUR_MS),
          ),
        }),
      },
      { weight: 1, arbitrary: fc.record({ sleep: fc.integer({ min: 1, max: HOUR_MS }) }) },
      {
        weight: 4,
        arbitrary: fc.record({
          there: fc.integer({ min: 0, max: 1_500 }),
          back: fc.integer({ min: 0, max: 1_500 }),
        }),
      },
    );
    const drift = fc.record({
      hostPpm: fc.integer({ min: -500, max: 500 }),
      serverPpm: fc.integer({ min: -500, max: 500 }),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), drift, (events, rates) => {
        const world = new World();
        world.ask();
        world.clock.beginStamping();
        let lastMs = 0;
        // What the clocks may have come apart by since the server was asked, unseen.
        let unseenMs = 0;
        /** A wall clock that is set may hide a sleep of the same length, before it or after. */
        let [sleptMs, isWallSet] = [0, false];
        let isOver = false;
        for (const happened of events) {
          if ('pass' in happened) {
            world.pass(happened.pass, rates);
            unseenMs += happened.pass / 1_000;
          } else if ('wall' in happened) {
            world.wallMs += happened.wall;
            isWallSet = true;
          } else if ('sleep' in happened) {
            world.sleep(happened.sleep);
            sleptMs += happened.sleep;
          } else if ('server' in happened) {
            world.serverMs += happened.server;
            unseenMs += Math.abs(happened.server);
          } else {
            const tookMs = happened.there + happened.back;
            const isClear = world.errorMs < MAX_CLOCK_ERROR_MS - tookMs - 2 && tookMs < 999;
            world.ask({ thereMs: happened.there, backMs: happened.back });
            if (isClear) [unseenMs, sleptMs, isWallSet] = [MAX_SLEWED_MS, 0, false];
          }
          // The leader ends then, for good.
          isOver ||= world.clock.state !== 'agrees';
          if (isOver || !world.clock.isSure) continue;
          const stampMs = world.clock.nowMs();
          expect(stampMs).toBeGreaterThanOrEqual(lastMs);
          lastMs = stampMs;
          const hiddenMs = isWallSet ? sleptMs : Math.min(sleptMs, CLOCK_JUMP_MS);
          expect(world.errorMs).toBeLessThanOrEqual(MAX_CLOCK_ERROR_MS + unseenMs + hiddenMs + 1);
        }
      }),
      RUNS,
    );
  });
});
