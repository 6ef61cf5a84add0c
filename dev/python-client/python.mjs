/** The Python that runs the client's tests: Debian's, or another that has the packages. */
import { spawnSync } from 'node:child_process';
import { installDebianPackages } from '../../tools/debian-packages.mjs';

const CHOSEN = 'BELLWETHER_PYTHON';
const PACKAGES = ['httpx', 'websockets', 'nacl', 'pydantic'].map((name) => `python3-${name}`);
const HAS_PACKAGES =
  'import httpx, websockets, nacl, pydantic, mypy, sys; assert sys.version_info >= (3, 10)';
export const WHY_NO_PYTHON = `there is no Python 3.10 with its packages: apt-get install ${PACKAGES.join(' ')} mypy`;

/** Debian's before another that may be first in the path. */
const find = () =>
  ['/usr/bin/python3', 'python3'].find(
    (command) => spawnSync(command, ['-c', HAS_PACKAGES], { stdio: 'ignore' }).status === 0,
  );

/** A suite's setup: installs what is missing if that is allowed, and gives the specs the path of Python. */
export function choosePython() {
  const found = find() ?? (installDebianPackages([...PACKAGES, 'mypy']) ? find() : undefined);
  if (found !== undefined) process.env[CHOSEN] = found;
}

export const chosenPython = () => process.env[CHOSEN];
