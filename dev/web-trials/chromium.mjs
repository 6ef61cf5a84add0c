/** Debian's Chromium: no browser is downloaded from anywhere else. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const USUAL = '/usr/bin/chromium';

/** Installs it where that is allowed: as root, by apt. @returns null where there is none */
export function findChromium() {
  const path = process.env.CHROMIUM ?? USUAL;
  if (existsSync(path)) return path;
  if (process.env.CHROMIUM !== undefined || process.getuid?.() !== 0) return null;
  console.error('web-trials: installing chromium (apt)');
  try {
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync(
      'apt-get',
      ['install', '-qq', '-y', '--no-install-recommends', 'chromium'],
      options,
    );
  } catch {
    return null; // no network, or no apt
  }
  return existsSync(path) ? path : null;
}
