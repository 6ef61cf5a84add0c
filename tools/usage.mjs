import { readFileSync } from 'node:fs';

/** The text at the head of a command's file: what its `--help` prints. */
export function usageOf(file) {
  const [, words] = readFileSync(file, 'utf8').match(/^\/\*\*\n([^]*?)\n \*\/$/m);
  return words.replaceAll(/^ \* ?/gm, '');
}
