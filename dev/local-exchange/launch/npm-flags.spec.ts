/** What npm 11 really makes of flags without `--`: the environment and the bare arguments here are copied from it. */
import { describe, expect, it } from 'vitest';
import { dataFolderOf, flagsFromNpm, forgetNpmFlags } from './npm-flags.mjs';

const START = { npm_lifecycle_event: 'start', npm_config_loglevel: 'notice' };
const nothingInFiles = () => ({});

describe('flags that were given to npm', () => {
  it.each([
    ['--port 4000', { npm_config_port: 'true' }, ['4000'], ['--port', '4000']],
    ['--port=4000', { npm_config_port: '4000' }, [], ['--port', '4000']],
    [
      '--data /tmp/x --empty',
      { npm_config_data: 'true', npm_config_empty: 'true' },
      ['/tmp/x'],
      ['--empty', '--data', '/tmp/x'],
    ],
    ['--slot-ms 100', { npm_config_slot_ms: 'true' }, ['100'], ['--slot-ms', '100']],
    ['--archive a', { npm_config_archive: 'true' }, ['a'], ['--archive', 'a']],
    ['--no-rate-limits', { npm_config_rate_limits: '' }, [], ['--no-rate-limits']],
    ['--standby', { npm_config_standby: 'true' }, [], ['--standby']],
    ['--no-standby', { npm_config_standby: '' }, [], []],
    [
      '--port 4000 --data x',
      { npm_config_port: 'true', npm_config_data: 'true' },
      ['4000', 'x'],
      ['--port', '4000', '--data', 'x'],
    ],
    [
      '--data x --port 4000',
      { npm_config_port: 'true', npm_config_data: 'true' },
      ['x', '4000'],
      ['--port', '4000', '--data', 'x'],
    ],
    ['--data 4000', { npm_config_data: 'true' }, ['4000'], ['--data', '4000']],
    [
      '--port 4000 -- --empty',
      { npm_config_port: 'true' },
      ['4000', '--empty'],
      ['--port', '4000', '--empty'],
    ],
    [
      '--empty -- --data x',
      { npm_config_empty: 'true' },
      ['--data', 'x'],
      ['--empty', '--data', 'x'],
    ],
  ])('npm start %s is understood', (_line, env, argv, understood) => {
    const given = flagsFromNpm(argv, { ...START, ...env }, nothingInFiles);
    expect(given.argv).toEqual(understood);
    expect(given.notes).toEqual([
      expect.stringMatching(/^npm took .*: understood as npm start -- /),
    ]);
  });

  it.each([
    ['--port', { npm_config_port: 'true' }, []],
    ['--port 4000 5000', { npm_config_port: 'true' }, ['4000', '5000']],
    ['--port 4000 --port 5000', { npm_config_port: 'true\n\ntrue' }, ['4000', '5000']],
    [
      '--port 4000 --slot-ms 100',
      { npm_config_port: 'true', npm_config_slot_ms: 'true' },
      ['4000', '100'],
    ],
    ['--data --port 4000', { npm_config_data: 'true', npm_config_port: 'true' }, ['4000']],
    ['--empty /tmp/x', { npm_config_empty: 'true' }, ['/tmp/x']],
    ['--empty=often', { npm_config_empty: 'often' }, []],
    ['--data=', { npm_config_data: '' }, []],
  ])('npm start %s may mean several things, and is explained', (_line, env, argv) => {
    expect(() => flagsFromNpm(argv, { ...START, ...env }, nothingInFiles)).toThrow(
      /^npm took --.* for itself.*: flags go after --, as in npm start -- --port 4000 --data DIR$/,
    );
  });

  it('are not what an .npmrc says: that is told, and left alone', () => {
    const env = { ...START, npm_config_port: '9999', npm_config_rate_limits: '' };
    const inFiles = () => ({ port: '9999', 'rate-limits': 'false' });
    const { argv, notes } = flagsFromNpm(['--empty'], env, inFiles);
    expect(argv).toEqual(['--empty']);
    expect(notes).toEqual([
      expect.stringContaining('an .npmrc says port=9999'),
      expect.stringContaining('an .npmrc says rate-limits='),
    ]);
  });

  it('are flags where an .npmrc says something else', () => {
    const env = { ...START, npm_config_port: '4000' };
    expect(flagsFromNpm([], env, () => ({ port: '9999' })).argv).toEqual(['--port', '4000']);
  });

  it('are looked for only where npm start runs us, and npm is asked only where there are some', () => {
    const ask = () => {
      throw new Error('not to be asked');
    };
    const argv = ['--port', '4000'];
    expect(flagsFromNpm(argv, START, ask)).toEqual({ argv, notes: [] });
    expect(flagsFromNpm(argv, { npm_config_port: '1' }, ask)).toEqual({ argv, notes: [] });
  });

  it('are not handed on to an npm that we start', () => {
    const env = { ...START, npm_config_port: '1', npm_config_slot_ms: '2', npm_config_empty: '' };
    forgetNpmFlags(env);
    expect(env).toEqual(START);
  });
});

describe('where the data will be', () => {
  it.each([
    [[], '.local'],
    [['--port', '4000', '--data', '/tmp/x'], '/tmp/x'],
    [['--data=/tmp/x', '--empty'], '/tmp/x'],
    [['--data', 'a', '--data', 'b'], 'b'],
  ])('is in the flags %j', (argv, folder) => {
    expect(dataFolderOf(argv)).toBe(folder);
  });
});
