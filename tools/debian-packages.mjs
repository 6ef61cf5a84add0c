/** Debian's packages that a suite of tests needs beside Node.js: a browser, Python. */
import { execFileSync } from 'node:child_process';

/** Another apt may be at work on a machine that has just started. */
const OPTIONS = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];

/** Installs them by apt if that is allowed, as root, and reports it. @returns false if it is not, or failed */
export function installDebianPackages(names) {
  if (process.getuid?.() !== 0) return false;
  console.error(`installing ${names.join(' ')} (apt)`);
  const apt = (...args) =>
    execFileSync('apt-get', [...OPTIONS, ...args], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  try {
    apt('update');
    apt('install', '--yes', '--no-install-recommends', ...names);
    return true;
  } catch {
    return false; // no network, or no apt
  }
}
