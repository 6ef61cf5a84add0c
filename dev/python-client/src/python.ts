/** Runs Python in the client's folder. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { whyLeftOut } from '@bellwether/local-services';
import { describe } from 'vitest';
import { WHY_NO_PYTHON, chosenPython } from '../python.mjs';

export const CLIENT_FOLDER = fileURLToPath(new URL('../../../clients/python', import.meta.url));
export const PYTHON = chosenPython() ?? '';

export const describeInPython = (title: string, tests: () => void): void => {
  const why = PYTHON === '' ? WHY_NO_PYTHON : null;
  describe.skipIf(why !== null)(`${title}${whyLeftOut(why)}`, () => {
    tests();
  });
};

/** @param exchangeFile `exchange.json` of a running exchange; without it tests that need one are left out */
export const optionsOf = (exchangeFile?: string) => ({
  cwd: CLIENT_FOLDER,
  env: {
    ...process.env,
    PYTHONPATH: 'src',
    PYTHONDONTWRITEBYTECODE: '1',
    ...(exchangeFile === undefined ? {} : { BELLWETHER_EXCHANGE: exchangeFile }),
  },
});

/** @throws with what it printed, if it fails */
export async function python(args: readonly string[], exchangeFile?: string) {
  return promisify(execFile)(PYTHON, args, optionsOf(exchangeFile));
}
