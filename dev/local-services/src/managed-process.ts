import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { leash } from './leash';
import { ProgressWatch } from './progress-watch';
import { clearLeftover, removeProcessRecord, writeProcessRecord } from './process-record';

/** How often a slow start is checked and reported. */
const LOOK_MS = 1_000;
const SAY_MS = 10_000;
const STOP_TIMEOUT_MS = 10_000;
/** Output lines stored to explain a failed start. */
const MAX_LAST_LINES = 30;

export interface ManagedProcessOptions {
  /** The name in messages. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Path of the record of the running process; one per data folder. Its folder must exist. */
  readonly recordFile: string;
  /** The stop signal. Default SIGTERM. */
  readonly stopSignal?: NodeJS.Signals;
  /** Time to stop before SIGKILL. Default 10 s. */
  readonly stopTimeoutMs?: number;
  /** True for the output line that shows readiness. Without it the process is ready once it runs. */
  readonly isReady?: (line: string) => boolean;
  /** How long it may show no progress before it is ready. Default: see `ProgressWatch`. */
  readonly readyTimeoutMs?: number;
  /** Called every ten seconds with what a slow start is doing. */
  readonly onSlowStart?: ((what: string) => void) | undefined;
  /** Each line of output, stdout and stderr. */
  readonly log?: ((line: string) => void) | undefined;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The system account it runs as, if not the present one. */
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
  /** Number of output lines so far: a sign of progress. */
  linesSaid(): number;
  /** Of its output: where it fails, the reason. Empty before the first. */
  lastLine(): string;
  /** Sends the stop signal, waits, and kills the process if it does not stop. Safe to call again. */
  stop(): Promise<void>;
  /** Sends a signal and returns at once, to simulate a fault. */
  kill(signal: NodeJS.Signals): void;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/**
 * Starts a server process that cannot be left behind. It has its own session (a terminal's Ctrl-C reaches only this
 * process, which stops the server in order), a leash that stops it when this process dies, and a record by which the
 * next start finds it.
 *
 * @returns once it is ready
 * @throws Error with the last lines of its output if it ends or makes no progress instead
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
    child.kill('SIGKILL'); // the disk may be full: without a record the next start could not find it
    await exited;
    throw error;
  }
  void exited.then(() => removeProcessRecord(options.recordFile, pid)).catch(() => undefined);
  const stop = () => stopChild(child, exited, stopSignal, options.stopTimeoutMs ?? STOP_TIMEOUT_MS);
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
    lastLine: () => output.last.at(-1) ?? '',
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
  timeoutMs: number,
): Promise<void> {
  child.kill(stopSignal);
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  await exited;
  clearTimeout(timer);
}

interface Output {
  lines: number;
  readonly last: string[];
  onLine: (line: string) => void;
}

/** Reads the output as long as the process runs: a full pipe would block it. */
function readOutput(child: Child, log: ManagedProcessOptions['log']): Output {
  const output: Output = { lines: 0, last: [], onLine: () => undefined };
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      log?.(line);
      output.lines++;
      output.last.push(line);
      if (output.last.length > MAX_LAST_LINES) output.last.shift();
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
  const { name, isReady, readyTimeoutMs, onSlowStart } = options;
  if (isReady === undefined) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const progress = new ProgressWatch(pid, { stillMs: readyTimeoutMs });
    let saidMs = performance.now();
    const timer = setInterval(() => {
      const end = progress.end(output.lines);
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
    // Not 'exit': the last output comes before 'close'. No effect once the process was ready.
    child.once('close', (code, signal) => fail(`ended with ${signal ?? `code ${code}`}`));
  });
}
