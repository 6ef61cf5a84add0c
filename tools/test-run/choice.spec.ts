import { describe, expect, it } from 'vitest';
import { leaveOutExchanges } from './choice.mjs';

describe('after a change', () => {
  it('what starts whole exchanges is left out, and said to be', () => {
    const { projects, text } = leaveOutExchanges(['e2e', 'gateway', 'trials'], ['gateway']);
    expect(projects).toEqual(['gateway']);
    expect(text).toMatch(
      /^left out, though affected: e2e, trials, .*--project e2e --project trials/m,
    );
    expect(text).toMatch(/^npm test -- --all runs everything$/m);
  });

  it('of its own it is run', () => {
    expect(leaveOutExchanges(['e2e', 'tidy'], ['e2e']).projects).toEqual(['e2e', 'tidy']);
  });
});
