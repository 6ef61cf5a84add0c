import { readFileSync } from 'node:fs';

/** The object in a file written by these tools; an empty one if there is no file, or something else in it. */
export function objectIn(file) {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {}; // a fresh clone
  }
}
