/** Where the trial keeps what takes long to make, and what a run leaves until the next one begins. */
import { execFileSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Outside of any checkout: an engine's layers are owned by many users, and a copy of them serves every checkout. */
export const CACHE =
  process.env['CONTAINER_CACHE'] ?? join(homedir(), '.cache/bellwether-containers');

/** @param {string} command @param {readonly string[]} args @param {import('node:child_process').ExecFileSyncOptions} [options] */
export function run(command, args, options = {}) {
  return String(
    execFileSync(command, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 1 << 28,
      ...options,
    }) ?? '',
  );
}

/** The copy of the checkout that the trial works on. */
export const CHECKOUT = join(CACHE, 'checkout');
export const SECRETS = join(CHECKOUT, 'docker/secrets');
