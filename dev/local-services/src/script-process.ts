import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { installPackages } from './install-packages';

/** A script with third-party packages, in a process of its own: a line of JSON for each request, and for each answer. */
export class ScriptProcess {
  private readonly answers: AsyncIterator<string>;
  private readonly ended: Promise<unknown>;
  private complaints = '';

  private constructor(private readonly child: ChildProcessByStdio<Writable, Readable, Readable>) {
    this.answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    this.ended = once(child, 'exit');
    child.stderr.on('data', (text) => (this.complaints += String(text)));
  }

  /**
   * @param source a folder as `installPackages` takes it, with the script and what it imports
   * @param options its only argument, as JSON
   */
  static async start(
    source: string,
    { kind, script, options }: { kind: string; script: string; options: object },
  ): Promise<ScriptProcess> {
    const folder = await installPackages(source, kind);
    for (const file of await readdir(source)) {
      if (!file.endsWith('.mjs')) continue;
      const unfinished = join(folder, `${file}.${process.pid}`); // another test may start it now
      await copyFile(join(source, file), unfinished);
      await rename(unfinished, join(folder, file));
    }
    const args = [script, JSON.stringify(options)];
    return new ScriptProcess(spawn(process.execPath, args, { cwd: folder, stdio: 'pipe' }));
  }

  /** Requests at once are answered in turn. @throws Error with what the script complained of, if it has ended */
  async ask(request: object): Promise<unknown> {
    this.child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await this.answers.next();
    if (done === true) throw new Error(`the script has ended: ${this.complaints}`);
    return JSON.parse(value);
  }

  async stop(): Promise<void> {
    this.child.stdin.end();
    await this.ended;
  }
}
