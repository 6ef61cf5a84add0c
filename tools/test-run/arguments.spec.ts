import { describe, expect, it } from 'vitest';
import { testArguments } from './arguments.mjs';

describe('npm test', () => {
  it('alone takes what is quick, and everything in CI', () => {
    expect(testArguments([], {})).toMatchObject({ isAll: false, isChosen: false });
    expect(testArguments([], { CI: 'true' })).toMatchObject({ isAll: true, isChosen: false });
    expect(testArguments([], { CI: 'false' })).toMatchObject({ isAll: false });
  });

  it('takes --all, with and without the two dashes before it', () => {
    const fromNpm = { npm_lifecycle_event: 'test', npm_config_all: 'true' };
    expect(testArguments(['--all'], {}).isAll).toBe(true);
    expect(testArguments([], fromNpm).isAll).toBe(true);
  });

  it('takes names, a title and projects', () => {
    const args = ['one.spec', '-t', 'a title', '--project', 'exchange', '--project=bus'];
    expect(testArguments(args, {})).toMatchObject({
      isChosen: true,
      names: ['one.spec'],
      options: { testNamePattern: 'a title', project: ['exchange', 'bus'] },
    });
  });

  it.each([
    [['--al'], "Unknown option '--al': npm test -- --help says what there is"],
    [['-t'], /^Option '-t, --testNamePattern <value>' argument missing: npm test -- --help/],
    [['--all=yes'], /^Option '--all' does not take an argument: npm test -- --help/],
  ])('refuses %j in one line', (args, said) => {
    expect(() => testArguments(args, {})).toThrow(said);
  });
});
