import { expect, it } from 'vitest';
import { demoArguments } from './arguments.mjs';

it('a demo is on an exchange of its own, or on the one of a folder', () => {
  expect(demoArguments([])).toEqual({ dataDir: null, isHelp: false });
  expect(demoArguments(['--data', '.local'])).toEqual({ dataDir: '.local', isHelp: false });
  expect(demoArguments(['-h']).isHelp).toBe(true);
});

it.each([
  [['--data', ''], '--data needs the folder of a running exchange'],
  [['--port', '4000'], "Unknown option '--port': npm run demo -- --help says what there is"],
  [
    ['--data', 'my', 'folder'],
    /^Unexpected argument 'folder'.*: npm run demo -- --help says what there is$/,
  ],
])('%j is refused in one line', (argv, said) => {
  expect(() => demoArguments(argv)).toThrow(said);
});
