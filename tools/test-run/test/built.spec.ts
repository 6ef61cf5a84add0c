import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { isBuilt, saveBuilt } from '../../built.mjs';

const TREE = 'a'.repeat(40);
const ALL = { targets: 'generate,build', projects: undefined };
const APPS = { targets: 'generate,build', projects: ['apps/*', 'demo'] };
let root: string;
let bundle: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bellwether-built-'));
  bundle = join(root, 'dist/apps/gateway');
  mkdirSync(join(bundle, 'chunks'), { recursive: true });
  return () => {
    rmSync(root, { recursive: true });
  };
});

describe('what was built', () => {
  it('is nothing in a fresh clone, and nothing is known of what is no checkout', () => {
    expect(isBuilt(ALL, TREE, root)).toBe(false);
    saveBuilt(ALL, null, root);
    expect(isBuilt(ALL, null, root)).toBe(false);
  });

  it('is good for as long as the checkout is the same', () => {
    saveBuilt(ALL, TREE, root);
    expect(isBuilt(ALL, TREE, root)).toBe(true);
    expect(isBuilt(ALL, 'b'.repeat(40), root)).toBe(false);
  });

  it('covers what is a part of it', () => {
    saveBuilt(ALL, TREE, root);
    expect(isBuilt(APPS, TREE, root)).toBe(true);
    expect(isBuilt({ ...ALL, targets: 'generate' }, TREE, root)).toBe(true);
    saveBuilt(APPS, TREE, root);
    expect(isBuilt({ ...APPS, projects: ['demo'] }, TREE, root)).toBe(true);
    expect(isBuilt(ALL, TREE, root)).toBe(false);
    expect(isBuilt({ ...APPS, projects: ['drill'] }, TREE, root)).toBe(false);
  });

  it('is no more where a file of a bundle changed, came or went', () => {
    writeFileSync(join(bundle, 'main.js'), 'whole');
    saveBuilt(ALL, TREE, root);
    writeFileSync(join(bundle, 'main.js'), '');
    expect(isBuilt(ALL, TREE, root)).toBe(false);
    saveBuilt(ALL, TREE, root);
    writeFileSync(join(bundle, 'chunks/new.js'), '');
    expect(isBuilt(ALL, TREE, root)).toBe(false);
    saveBuilt(ALL, TREE, root);
    rmSync(bundle, { recursive: true });
    expect(isBuilt(ALL, TREE, root)).toBe(false);
  });
});
