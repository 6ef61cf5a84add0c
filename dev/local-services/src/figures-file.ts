import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

/**
 * What a trial came to, as `<name>.json` with the machine it ran on. Nowhere unless `FIGURES_DIR` says where: small runs are
 * tests alone.
 */
export function writeFigures(name: string, figures: Readonly<Record<string, unknown>>): void {
  const folder = process.env['FIGURES_DIR'];
  if (folder === undefined) return;
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
  const content = { at: new Date().toISOString(), machine, ...figures };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
}
