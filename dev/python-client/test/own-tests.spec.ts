/** The Python client's own tests, as far as they need no exchange: golden vectors, resending, streams. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENT_FOLDER, HAS_MYPY, WHY_NOT, python } from '../src/python';

if (WHY_NOT !== null) console.warn(WHY_NOT);
else if (!HAS_MYPY)
  console.warn('the types of the Python client are not checked: mypy is not there');

describe('the Python package', () => {
  it('has the version of the exchange that it belongs to', () => {
    const read = (file: string) => readFileSync(join(CLIENT_FOLDER, file), 'utf8');
    const ours = readFileSync(join(CLIENT_FOLDER, '../../package.json'), 'utf8');
    const { version } = Object(JSON.parse(ours));
    expect(read('pyproject.toml')).toContain(`\nversion = "${String(version)}"\n`);
    expect(read('src/bellwether_client/__init__.py')).toContain(
      `__version__ = "${String(version)}"`,
    );
  });
});

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
