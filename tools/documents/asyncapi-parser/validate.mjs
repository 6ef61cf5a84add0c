/**
 * Runs AsyncAPI's own parser over documents: node validate.mjs <folder of the packages> <document>... Prints the faults
 * as JSON, a list of sentences.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [packages, ...files] = process.argv.slice(2);
const { Parser } = createRequire(join(packages, 'package.json'))('@asyncapi/parser');
/** The parser's severity of errors; the others are advice. */
const ERROR = 0;
const WARNING = 1;

const faults = [];
for (const file of files) {
  const { document, diagnostics } = await new Parser().parse(readFileSync(file, 'utf8'));
  if (document === undefined) faults.push(`${file} is no AsyncAPI document`);
  for (const { severity, message, path } of diagnostics) {
    if (severity <= WARNING && severity >= ERROR)
      faults.push(`${file} ${path.join('.')}: ${message}`);
  }
}
console.log(JSON.stringify(faults));
