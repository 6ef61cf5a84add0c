/** The committed stand-ins are what their sources say: building them again gives the same bytes. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const BUILD = fileURLToPath(new URL('../../../sbpf/build.mjs', import.meta.url));
const PROGRAMS = fileURLToPath(new URL('../../programs', import.meta.url));

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

it.each([
  ['wormhole-core', 1],
  ['wormhole-core', 51],
  ['wormhole-token-bridge', 1],
  ['wormhole-token-bridge', 51],
])('%s.%d.so is what its source compiles to', (name, chainId) => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-wormhole-'));
  try {
    const target = join(folder, 'program.so');
    const source = join(PROGRAMS, `${name}.c`);
    const command = [BUILD, source, target, `-DCHAIN_ID=${chainId}`];
    execFileSync(process.execPath, command, { stdio: 'pipe' });
    expect(hashOf(target)).toBe(hashOf(join(PROGRAMS, `${name}.${chainId}.so`)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
