import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withSecretFiles } from '../src/config/secret-files';

describe('secrets from files', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'secret-files-'));
    writeFileSync(join(folder, 'pepper'), 'c2VjcmV0\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are read without the line end, for the named variables only', () => {
    const path = join(folder, 'pepper');
    const given = { PEPPER_FILE: path, OTHER_FILE: path, PORT: '1' };
    expect(withSecretFiles(given, ['PEPPER', 'ABSENT'])).toEqual({ ...given, PEPPER: 'c2VjcmV0' });
  });

  it('are refused where the variable is given too, or the file is not there', () => {
    const both = { PEPPER: 'x', PEPPER_FILE: join(folder, 'pepper') };
    expect(() => withSecretFiles(both, ['PEPPER'])).toThrow('PEPPER and PEPPER_FILE');
    const missing = { PEPPER_FILE: join(folder, 'missing') };
    expect(() => withSecretFiles(missing, ['PEPPER'])).toThrow(/ENOENT.*missing/);
  });
});
