/**
 * Lints a Dockerfile: node lint-dockerfile.mjs <folder of the packages> <Dockerfile>. Prints a JSON list of sentences.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [packages, file] = process.argv.slice(2);
const { validate } = createRequire(join(packages, 'package.json'))('dockerfile-utils');
const faults = validate(readFileSync(file, 'utf8')).map(
  ({ range, message }) => `line ${range.start.line + 1}: ${message}`,
);
console.log(JSON.stringify(faults));
