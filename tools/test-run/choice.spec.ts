import { describe, expect, it } from 'vitest';
import { soonest } from './choice.mjs';

describe('after a change', () => {
  it('what starts whole exchanges is left out but for what finds most, and said to be', () => {
    const { projects, isQuick, text } = soonest(['e2e', 'gateway', 'trials'], ['gateway']);
    expect(projects.filter(isQuick)).toEqual(['e2e', 'trials']);
    expect(text).toMatch(/^left out: e2e, trials, .* but for dev\/e2e\/\S+ and dev\/trials\/\S+$/m);
    expect(text).toMatch(/^left out: specs of more than \d+ seconds$/m);
    expect(text).toMatch(/^npm test -- --all runs everything$/m);
  });

  it('all of a project whose own files changed is run', () => {
    const { projects, isQuick, text } = soonest(['e2e', 'tidy'], ['e2e', 'tidy']);
    expect(projects.filter((project) => !isQuick(project))).toEqual(['e2e', 'tidy']);
    expect(text).not.toContain('seconds');
  });
});
