import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const CHECK = fileURLToPath(new URL('../../check.mjs', import.meta.url));
const check = (...given: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHECK, ...given], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

it.each([['--help'], ['--full', '--help'], ['--full', '-h']])(
  'npm run check says what it is, and checks nothing: %s %s',
  (...given) => {
    const { status, stdout } = check(...given);
    expect(stdout).toMatch(/^`npm run check`: /);
    expect(stdout).not.toContain('passed');
    expect(status).toBe(0);
  },
);

it('npm run check knows no other argument', () => {
  expect(check('--ful')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'unknown argument --ful: there is only --help\n',
  });
});
