import { readFileSync } from 'node:fs';

/** The object that a file of ours has; an empty one where there is none, or something else in its place. */
export function objectIn(file) {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {}; // a fresh clone
  }
}
