import { describe, expect, it } from 'vitest';
import { ShortAnswers } from './short-answers';

function world() {
  const now = { ms: 5_000 };
  const counted = { answers: 0 };
  const bus = {
    connectionNumber: 0,
    shortTailTimeoutMs: 1_000,
    countShortAnswer: () => void counted.answers++,
  };
  return { now, bus, counted, short: new ShortAnswers(bus, () => now.ms) };
}

describe('an answer that shows less than there was', () => {
  it('is believed at once of a stream with one copy', () => {
    const { short, counted } = world();
    expect(short.isConfirmed(1)).toBe(true);
    expect(counted.answers).toBe(1);
  });

  it('is believed of several copies when nothing else was heard for long', () => {
    const { now, short } = world();
    expect(short.isConfirmed(3)).toBe(false);
    now.ms += 1_000;
    expect(short.isConfirmed(3)).toBe(false);
    now.ms += 1;
    expect(short.isConfirmed(3)).toBe(true);
  });

  it('begins to count anew after a better answer, and after a connection that was lost', () => {
    const { now, bus, short } = world();
    short.isConfirmed(3);
    now.ms += 2_000;
    short.forget();
    expect(short.isConfirmed(3)).toBe(false);
    now.ms += 2_000;
    bus.connectionNumber++;
    expect(short.isConfirmed(3)).toBe(false);
    now.ms += 2_000;
    expect(short.isConfirmed(3)).toBe(true);
  });
});
