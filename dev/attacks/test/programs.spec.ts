/** The attacker's committed program is what its source says: a new build gives the same bytes. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const BUILD = fileURLToPath(new URL('../../sbpf/build.mjs', import.meta.url));
const SOURCE = fileURLToPath(new URL('../programs/liar.c', import.meta.url));
const COMMITTED = new URL('../programs/liar.so', import.meta.url);

it('liar.so is what liar.c compiles to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-liar-'));
  try {
    const target = join(folder, 'liar.so');
    execFileSync(process.execPath, [BUILD, SOURCE, target], { stdio: 'pipe' });
    expect(readFileSync(target).equals(readFileSync(COMMITTED))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
