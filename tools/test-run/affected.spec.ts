import { describe, expect, it } from 'vitest';
import { checkoutTree } from '../checkout-tree.mjs';
import { affectedBy, projectsToRun } from './affected.mjs';

const NEVER = { whole: {}, quick: {} };

describe('what a change can have broken', () => {
  it('is nothing where every project passed with the files as they are', () => {
    const tree = checkoutTree();
    const { affected: everything } = projectsToRun(tree, NEVER);
    const passed = Object.fromEntries(everything.map((project) => [project, tree]));
    for (const known of [
      { whole: passed, quick: {} },
      { whole: {}, quick: passed },
    ]) {
      expect(projectsToRun(tree, known)).toEqual({ affected: [], changed: [] });
    }
  });

  it('is a project that has not passed yet, and everything where the old files are forgotten', () => {
    const tree = checkoutTree();
    const { affected: everything } = projectsToRun(tree, NEVER);
    const { gateway: _, ...others } = Object.fromEntries(
      everything.map((project) => [project, tree]),
    );
    expect(projectsToRun(tree, { whole: others, quick: {} }).affected).toEqual(['gateway']);
    const forgotten = Object.fromEntries(everything.map((name) => [name, '0'.repeat(40)]));
    expect(projectsToRun(tree, { whole: forgotten, quick: {} }).affected).toEqual(everything);
  });

  /** Files that specs read, and apps that they run, without importing them. */
  it.each([
    ['apps/deposit-listener/src/main.ts', ['deposit-listener', 'e2e', 'trials', 'observability']],
    ['apps/gateway/src/main.ts', ['gateway', 'e2e', 'attacks', 'trials', 'observability']],
    ['docs/FIRST-TRADE.md', ['trials', 'tidy']],
    ['tools/prepare.mjs', ['local-exchange', 'test-run']],
    ['docs/protocol/matching.md', ['exchange', 'documents']],
    ['k8s/observability/dashboard.json', ['observability', 'cluster']],
    ['docker/Dockerfile', ['attacks', 'cluster', 'trials']],
    ['dev/chain-clients/web3/run-cases.mjs', ['local-chain']],
  ])('by %s is at least %j', (file, projects) => {
    expect([...affectedBy([file])]).toEqual(expect.arrayContaining(projects));
  });
});
