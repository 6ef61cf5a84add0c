import { parseArgs } from 'node:util';

const OPTIONS = {
  all: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  project: { type: 'string', multiple: true },
  testNamePattern: { type: 'string', short: 't' },
  // What this machine found becomes what a fresh clone goes by for its order and its "how long still".
  'renew-seconds': { type: 'boolean' },
};

/**
 * @param {string[]} argv what follows `npm test --`
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ isAll: boolean, isHelp: boolean, isRenewing: boolean, names: string[], options: object, isChosen: boolean }}
 *   `names` are parts of paths; `options` are vitest's
 * @throws Error in one line that says which argument is none of ours
 */
export function testArguments(argv, env) {
  const { values, positionals: names } = parsed(argv);
  const { all, help, 'renew-seconds': isRenewing, ...options } = values;
  // `npm test --all`, without the `--` between them, is all that npm tells of it.
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

const isTrue = (variable) => variable !== undefined && variable !== '' && variable !== 'false';
