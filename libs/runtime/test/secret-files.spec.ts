import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { withSecretFiles } from '../src/config/secret-files';
import { EXIT_CONFIG, runApplication } from '../src/run-application';

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
    const { environment, problems } = withSecretFiles(given, ['PEPPER', 'ABSENT']);
    expect(environment).toEqual({ ...given, PEPPER: 'c2VjcmV0' });
    expect(problems.size).toBe(0);
  });

  it('are named where the variable is given too, the file is not there or is a folder', () => {
    const environment = {
      BOTH: 'x',
      BOTH_FILE: join(folder, 'pepper'),
      GONE_FILE: join(folder, 'gone'),
      FOLDER_FILE: folder,
    };
    const { problems } = withSecretFiles(environment, ['BOTH', 'GONE', 'FOLDER']);
    expect(Object.fromEntries(problems)).toEqual({
      BOTH: 'BOTH and BOTH_FILE are both given',
      GONE: `GONE_FILE: ${join(folder, 'gone')}: cannot be read (ENOENT)`,
      FOLDER: `FOLDER_FILE: ${folder}: a folder, where a file should be`,
    });
  });

  it('and files that are read later are checked with the rest: every problem at once, with the code of a wrong configuration', async () => {
    const exited: number[] = [];
    let printed = '';
    await runApplication(
      {
        service: 'test',
        config: z
          .object({
            PEPPER: z.string(),
            KEY: z.string(),
            CHAINS_FILE: z.string(),
            PORT: z.string(),
          })
          .transform(() => ({ logLevel: 'silent' as const })),
        environment: {
          PEPPER_FILE: join(folder, 'gone'),
          KEY_FILE: folder,
          CHAINS_FILE: join(folder, 'pepper'),
        },
        secrets: ['PEPPER', 'KEY'],
        files: { CHAINS_FILE: (text) => JSON.parse(text) as unknown },
        start: () => Promise.reject(new Error('must not start')),
      },
      {
        on: () => undefined,
        exit: (code) => exited.push(code),
        stderr: { write: (text) => (printed += text) },
      },
    );
    expect(exited).toEqual([EXIT_CONFIG]);
    const named = printed.match(/(?<=^ {2})[A-Z_]+(?=\b)/gm) ?? [];
    expect(named.toSorted()).toEqual(['CHAINS_FILE', 'KEY_FILE', 'PEPPER_FILE', 'PORT']);
    expect(printed).not.toContain('PEPPER is missing');
  });
});
