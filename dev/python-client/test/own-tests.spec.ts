/** The Python client's own tests, as far as they need no exchange: golden vectors, resending, streams. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HAS_MYPY, WHY_NOT, python } from '../src/python';

if (WHY_NOT !== null) console.warn(WHY_NOT);
else if (!HAS_MYPY)
  console.warn('the types of the Python client are not checked: mypy is not there');

describe.skipIf(WHY_NOT !== null)('the Python client', () => {
  it('passes its own tests', async () => {
    const { stderr } = await python(['-m', 'unittest']);
    expect(stderr).toMatch(/^Ran \d+ tests in /m);
    expect(stderr.trim().split('\n').at(-1)).toMatch(/^OK/);
  });

  it.skipIf(!HAS_MYPY)('is typed: mypy in its strict mode finds nothing', async () => {
    const cache = await mkdtemp(join(tmpdir(), 'bellwether-mypy-'));
    try {
      const packages = ['-p', 'bellwether_client', '-p', 'examples'];
      const { stdout } = await python(['-m', 'mypy', '--cache-dir', cache, ...packages]);
      expect(stdout).toMatch(/^Success: no issues found/);
    } finally {
      await rm(cache, { recursive: true, force: true });
    }
  });
});
