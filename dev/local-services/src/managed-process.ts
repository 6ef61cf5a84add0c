import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { leash } from './leash';
import { Patience } from './patience';
import { clearLeftover, removeProcessRecord, writeProcessRecord } from './process-record';

/** How often a start that takes long is looked at, and spoken of. */
const LOOK_MS = 1_000;
const SAY_MS = 10_000;
const STOP_PATIENCE_MS = 10_000;
/** Lines of output kept to say why a start failed. */
const LINES_KEPT = 30;

export interface ManagedProcessOptions {
  /** The name in messages. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Where the process is recorded while it lives; one file a data folder. Its folder must exist. */
  readonly recordFile: string;
  /** What asks it to stop. Default SIGTERM. */
  readonly stopSignal?: NodeJS.Signals;
  /** How long it may take to stop before SIGKILL. Default 10 s. */
  readonly stopPatienceMs?: number;
  /** True for the line of output that says it is ready; without it the process is ready once it runs. */
  readonly isReady?: (line: string) => boolean;
  /** How long it may show no sign of work before it is ready. Default: see `Patience`. */
  readonly readyPatienceMs?: number;
  /** Told every ten seconds what a start that takes long is about. */
  readonly onSlowStart?: ((what: string) => void) | undefined;
  /** Each line of output, stdout and stderr alike. */
  readonly log?: ((line: string) => void) | undefined;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The system account it runs as, where that is not ours. */
  readonly account?: { readonly uid: number; readonly gid: number } | undefined;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ManagedProcess {
  readonly pid: number;
  /** Settles when the process has ended, for whatever reason. */
  readonly exited: Promise<ProcessExit>;
  /** How many lines it wrote so far: a sign that it works. */
  linesSaid(): number;
  /** Asks it to stop, waits, and kills it when it does not. Safe to call again. */
  stop(): Promise<void>;
  /** Sends a signal and returns at once, as a fault would. */
  kill(signal: NodeJS.Signals): void;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/**
 * Starts a server process that cannot be left behind: it has a session of its own (a terminal's Ctrl-C reaches us
 * alone, and we stop it in order), a leash that stops it when we die, and a record by which the next start finds it.
 *
 * @returns when it is ready
 * @throws Error with the last lines of its output when it ends or does nothing for long instead
 */
export async function startManagedProcess(options: ManagedProcessOptions): Promise<ManagedProcess> {
  const stopSignal = options.stopSignal ?? 'SIGTERM';
  await clearLeftover(options.recordFile, stopSignal);
  const child: Child = spawn(options.command, options.args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.env === undefined ? {} : { env: options.env }),
    ...options.account,
  });
  const exited = exitOf(child);
  const { pid } = child;
  if (pid === undefined)
    throw new Error(`${options.name} did not start: ${await spawnError(child)}`);
  const release = leash(pid, stopSignal);
  void exited.then(release);
  try {
    writeProcessRecord(options.recordFile, pid);
  } catch (error) {
    child.kill('SIGKILL'); // the disk may be full: nobody would find it again
    await exited;
    throw error;
  }
  void exited.then(() => removeProcessRecord(options.recordFile, pid)).catch(() => undefined);
  const stop = () =>
    stopChild(child, exited, stopSignal, options.stopPatienceMs ?? STOP_PATIENCE_MS);
  const output = readOutput(child, options.log);
  try {
    await readiness(child, pid, output, options);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    pid,
    exited,
    linesSaid: () => output.lines,
    stop,
    kill: (signal) => void child.kill(signal),
  };
}

function exitOf(child: Child): Promise<ProcessExit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

function spawnError(child: Child): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
  });
}

async function stopChild(
  child: Child,
  exited: Promise<ProcessExit>,
  stopSignal: NodeJS.Signals,
  patienceMs: number,
): Promise<void> {
  child.kill(stopSignal);
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await exited;
  clearTimeout(timer);
}

interface Output {
  lines: number;
  readonly last: string[];
  onLine: (line: string) => void;
}

/** Reads the output for as long as the process lives: a full pipe would stop it. */
function readOutput(child: Child, log: ManagedProcessOptions['log']): Output {
  const output: Output = { lines: 0, last: [], onLine: () => undefined };
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      log?.(line);
      output.lines++;
      output.last.push(line);
      if (output.last.length > LINES_KEPT) output.last.shift();
      output.onLine(line);
    });
  }
  return output;
}

function readiness(
  child: Child,
  pid: number,
  output: Output,
  options: ManagedProcessOptions,
): Promise<void> {
  const { name, isReady, readyPatienceMs, onSlowStart } = options;
  if (isReady === undefined) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const patience = new Patience(pid, { stillMs: readyPatienceMs });
    let saidMs = performance.now();
    const timer = setInterval(() => {
      const end = patience.end(output.lines);
      if (end !== null) fail(`is not ready: ${end}`);
      if (performance.now() - saidMs < SAY_MS) return;
      saidMs = performance.now();
      onSlowStart?.(output.last.at(-1) ?? 'it said nothing yet');
    }, LOOK_MS);
    const fail = (what: string) => {
      clearInterval(timer);
      reject(new Error([`${name} ${what}`, ...output.last].join('\n  ')));
    };
    output.onLine = (line) => {
      if (!isReady(line)) return;
      clearInterval(timer);
      output.onLine = () => undefined;
      resolve();
    };
    // Not 'exit': its last words come first. Of no effect once it was ready.
    child.once('close', (code, signal) => fail(`ended with ${signal ?? `code ${code}`}`));
  });
}
