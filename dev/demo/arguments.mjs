import { parseArgs } from 'node:util';

const OPTIONS = { data: { type: 'string' }, help: { type: 'boolean', short: 'h' } };

/**
 * @param {string[]} argv what follows `npm run demo --`
 * @returns {{ dataDir: string | null, isHelp: boolean }} null: an exchange of its own
 * @throws Error in one line that says what is wrong with them
 */
export function demoArguments(argv) {
  const { data = null, help = false } = parsed(argv);
  if (data === '') throw new Error('--data needs the folder of a running exchange');
  return { dataDir: data, isHelp: help };
}

function parsed(argv) {
  try {
    return parseArgs({ args: argv, options: OPTIONS }).values;
  } catch (error) {
    throw new Error(`${error.message.split('. ')[0]}: npm run demo -- --help says what there is`);
  }
}
