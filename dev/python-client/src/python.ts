/** The Python that runs the client's tests. */
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PACKAGES = 'python3-httpx python3-websockets python3-nacl python3-pydantic';
const HAS_PACKAGES =
  'import anyio, httpx, websockets, nacl, pydantic, sys; assert sys.version_info >= (3, 10)';

export const CLIENT_FOLDER = fileURLToPath(new URL('../../../clients/python', import.meta.url));

const works = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Debian's before another that may be first in the path; undefined if none has the packages. */
export const PYTHON = ['/usr/bin/python3', 'python3'].find((command) =>
  works(command, ['-c', HAS_PACKAGES]),
);
/** Why the tests are left out, or null. */
export const WHY_NOT =
  PYTHON === undefined
    ? `the Python client is not tested: it needs Python 3.10 or newer and ${PACKAGES}`
    : null;
export const HAS_MYPY = PYTHON !== undefined && works(PYTHON, ['-m', 'mypy', '--version']);

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

/** Runs Python in the client's folder. @throws with what it printed, if it fails */
export async function python(args: readonly string[], exchangeFile?: string) {
  return promisify(execFile)(PYTHON ?? '', args, optionsOf(exchangeFile));
}
