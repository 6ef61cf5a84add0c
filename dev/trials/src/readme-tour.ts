import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const README = fileURLToPath(new URL('../../../README.md', import.meta.url));
/** The chapters from the first of these to the second. */
const FIRST_HEADING = '## A first trade';
const NEXT_HEADING = '## The parts';
const DATA_FOLDER = '.local';
const BLOCK = /^```(sh|json)\n(.*?)^```$/gms;

/** An answer as the README shows it, and as the exchange gave it. */
export interface TourStop {
  readonly shown: object;
  readonly given: unknown;
}

/**
 * Runs the shell lines of the README's tour, as they stand there but for the data folder, in one bash.
 * The answers of a block are compared in order with those that the README shows after it.
 */
export async function runTour(dataDir: string): Promise<readonly TourStop[]> {
  const text = await readFile(README, 'utf8');
  const tour = text.slice(text.indexOf(FIRST_HEADING), text.indexOf(NEXT_HEADING));
  const blocks = Array.from(tour.matchAll(BLOCK), ([, language, content = '']) => ({
    language,
    content,
  }));
  const script = blocks.filter(({ language }) => language === 'sh').map(({ content }) => content);
  const { stdout } = await run('bash', [
    '-euc',
    script.join('\n').replaceAll(DATA_FOLDER, dataDir),
  ]);
  const answers = jsonValuesOf(stdout);
  const shown = blocks
    .filter(({ language }) => language === 'json')
    .map(({ content }) => parseObject(content));
  if (answers.length !== shown.length) {
    throw new Error(
      `the README shows ${shown.length} answers, its lines gave ${answers.length}: ${stdout}`,
    );
  }
  return shown.map((one, index) => ({ shown: one, given: answers[index] }));
}

/** curl prints one answer after the other without a line between them. */
const jsonValuesOf = (text: string): readonly unknown[] =>
  text
    .replaceAll('}{', '}\n{')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));

function parseObject(text: string): object {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Error(`no object: ${text}`);
  return value;
}
