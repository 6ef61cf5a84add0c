/** The Python client's own tests, as far as they need no exchange: golden vectors, resending, streams. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENT_FOLDER, describeInPython, python } from '../src/python';

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

describeInPython('the Python client', () => {
  it('passes its own tests', async () => {
    const { stderr } = await python(['-m', 'unittest']);
    expect(stderr).toMatch(/^Ran \d+ tests in /m);
    expect(stderr.trim().split('\n').at(-1)).toMatch(/^OK/);
  });

  it('is typed: mypy in its strict mode finds nothing', async () => {
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
