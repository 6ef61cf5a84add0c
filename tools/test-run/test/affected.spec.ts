import { describe, expect, it } from 'vitest';
import { checkoutTree } from '../../checkout-tree.mjs';
import { projectsToRun } from '../affected.mjs';

describe('what a change can have broken', () => {
  it('is nothing where every project passed with the files as they are', () => {
    const tree = checkoutTree();
    const everything = projectsToRun(tree, {});
    const passed = Object.fromEntries(everything.map((project) => [project, tree]));
    expect(projectsToRun(tree, passed)).toEqual([]);
  });

  it('is a project that has not passed yet, and everything where the old files are forgotten', () => {
    const tree = checkoutTree();
    const everything = projectsToRun(tree, {});
    const { gateway: _, ...others } = Object.fromEntries(
      everything.map((project) => [project, tree]),
    );
    expect(projectsToRun(tree, others)).toEqual(['gateway']);
    const forgotten = Object.fromEntries(everything.map((name) => [name, '0'.repeat(40)]));
    expect(projectsToRun(tree, forgotten)).toEqual(everything);
  });
});
