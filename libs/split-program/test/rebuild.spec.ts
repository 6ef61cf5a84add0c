/** The committed program matches its sources: building it again gives the same bytes. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';

const BUILD = fileURLToPath(new URL('../../../dev/sbpf/build.mjs', import.meta.url));
const SOURCE = fileURLToPath(new URL('../program/split.c', import.meta.url));
const COMMITTED = new URL('../split.so', import.meta.url);

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it('split.so is what program/ compiles to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-split-'));
  try {
    const target = join(folder, 'split.so');
    execFileSync(process.execPath, [BUILD, SOURCE, target], { stdio: 'pipe' });
    expect(hashOf(readFileSync(target))).toBe(hashOf(readFileSync(COMMITTED)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
