/** Clocks of apps that are wrong as a trial says (wrong-clock.mjs). */
import { renameSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventually } from '../../e2e/src/eventually';
import { pidOf } from '../../e2e/src/processes';
import type { PartName } from '../../e2e/src/processes';

export interface Wrong {
  readonly shiftMs?: number;
  readonly drift?: number;
}

/** What a busy machine may take from one look at a clock to the next. */
const LOOK_MS = 1_000;

export class AppClocks {
  private settings = 0;

  /** @param folder one of its own */
  constructor(private readonly folder: string) {}

  /** For the apps' `APP_NODE_OPTIONS`, from before their exchange is started. */
  get nodeOptions(): string {
    const module = pathToFileURL(join(import.meta.dirname, 'wrong-clock.mjs'));
    module.searchParams.set('folder', this.folder);
    return `--import=${module.href}`;
  }

  /** From now on the app's clock is wrong in this way, however it was before. */
  async set(dataDir: string, app: PartName, wrong: Wrong): Promise<void> {
    const file = join(this.folder, `${pidOf(dataDir, app)}.json`);
    await rm(`${file}.applied`, { force: true });
    writeFileSync(`${file}.new`, JSON.stringify({ ...wrong, number: ++this.settings }));
    renameSync(`${file}.new`, file);
    const expectedMs = wrong.shiftMs ?? 0;
    await eventually(
      async () => Number.parseInt(await readFile(`${file}.applied`, 'utf8').catch(() => ''), 10),
      (appliedMs) => Math.abs(appliedMs - expectedMs) < LOOK_MS,
    );
  }
}
