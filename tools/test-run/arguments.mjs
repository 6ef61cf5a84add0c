import { parseArgs } from 'node:util';

const OPTIONS = {
  all: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  project: { type: 'string', multiple: true },
  testNamePattern: { type: 'string', short: 't' },
  // This machine's times become the defaults of a fresh clone, for its order and its remaining time.
  'renew-seconds': { type: 'boolean' },
};

/**
 * @param {string[]} argv the arguments after `npm test --`
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ isAll: boolean, isHelp: boolean, isRenewing: boolean, names: string[], options: object, isChosen: boolean }}
 *   `names` are parts of paths; `options` are vitest's
 * @throws Error in one line that names the unknown argument
 */
export function testArguments(argv, env) {
  const { values, positionals: names } = parsed(argv);
  const { all, help, 'renew-seconds': isRenewing, ...options } = values;
  // For `npm test --all`, without the `--` in between, npm only sets this variable.
  const isAllOfNpm = env.npm_lifecycle_event === 'test' && env.npm_config_all === 'true';
  const isChosen = names.length > 0 || Object.keys(options).length > 0;
  return {
    isAll: all === true || isAllOfNpm || isTrue(env.CI),
    isHelp: help === true,
    isRenewing: isRenewing === true,
    names,
    options,
    isChosen,
  };
}

function parsed(argv) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Error(`${error.message.split('. ')[0]}: npm test -- --help says what there is`);
  }
}

export const isTrue = (variable) =>
  variable !== undefined && variable !== '' && variable !== 'false';
