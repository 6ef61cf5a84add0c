import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PAGE = fileURLToPath(new URL('../../../docs/FIRST-TRADE.md', import.meta.url));
const DATA_FOLDER = '.local';
const BLOCK = /^```(sh|json)\n(.*?)^```$/gms;

/** An answer as the page shows it, and the exchange's actual one. */
export interface ShownAnswer {
  readonly shown: object;
  readonly given: unknown;
}

/**
 * Runs the shell lines of docs/FIRST-TRADE.md in one bash, unchanged but for the data folder. The answers of a block are
 * compared, in order, with those that the page shows after it.
 */
export async function tradeAsShown(dataDir: string): Promise<readonly ShownAnswer[]> {
  const text = await readFile(PAGE, 'utf8');
  const blocks = Array.from(text.matchAll(BLOCK), ([, language, content = '']) => ({
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
      `the page shows ${shown.length} answers, its lines gave ${answers.length}: ${stdout}`,
    );
  }
  return shown.map((one, index) => ({ shown: one, given: answers[index] }));
}

/** curl prints the answers without line breaks between them. */
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
