/** Every order of what engines do that are started together, with the rules as they are and with one exchanged. */
import { describe, expect, it } from 'vitest';
import { START_RULES, exploreStarts } from '../src/starts';

describe('engines started together', () => {
  it.each([1, 2, 3, 4])('of %d one comes to lead, whatever order they run in', (engines) => {
    const { states, broken } = exploreStarts(START_RULES, engines);
    expect(broken).toBeNull();
    expect(states).toBeGreaterThan(engines);
  });

  it.each([
    { readsAgain: false },
    { announces: 'after its epoch' },
    { announces: 'when it leads' },
  ] as const)('%o: one is deposed, or none leads', (change) => {
    expect(exploreStarts({ ...START_RULES, ...change }, 2).broken).not.toBeNull();
  });
});
