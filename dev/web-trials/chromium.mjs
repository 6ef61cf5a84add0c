/**
 * Debian's Chromium: no browser is downloaded from anywhere else. Its headless shell is the same browser without its own
 * window, whose pages would be drawn too: a suite takes 40 % less CPU with it.
 */
import { existsSync } from 'node:fs';
import { installDebianPackages } from '../../tools/debian-packages.mjs';

const PACKAGE = 'chromium-headless-shell';
const USUAL = [`/usr/bin/${PACKAGE}`, '/usr/bin/chromium'];

/** Installs it where that is allowed. @returns null where there is none */
export function findChromium() {
  const { CHROMIUM: named } = process.env;
  const find = () => (named === undefined ? USUAL : [named]).find((path) => existsSync(path));
  return (
    find() ?? (named === undefined && installDebianPackages([PACKAGE]) ? find() : null) ?? null
  );
}
