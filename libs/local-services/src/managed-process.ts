import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { leash } from './leash';
import { setNiceness } from './niceness';
import { clearLeftover, removeProcessRecord, writeProcessRecord } from './process-record';

const READY_PATIENCE_MS = 60_000;
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
  /** How long it may take to be ready. Default one minute. */
  readonly readyPatienceMs?: number;
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
  /** Asks it to stop, waits, and kills it when it does not. Safe to call again. */
  stop(): Promise<void>;
  /** Sends a signal and returns at once, as a fault would. */
  kill(signal: NodeJS.Signals): void;
  /**
   * Where cores are short it goes behind others from now on. Where the system refuses that, the log says so and it stays as it is.
   * @param niceness 0: as others, 10: a tenth of their weight, 19: what they leave
   */
  letOthersGoFirst(niceness: number): Promise<void>;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/**
 * Starts a server process that cannot be left behind: it has a session of its own (a terminal's Ctrl-C reaches us
 * alone, and we stop it in order), a leash that stops it when we die, and a record by which the next start finds it.
 *
 * @returns when it is ready
 * @throws Error with the last lines of its output when it ends or stays silent instead
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
  writeProcessRecord(options.recordFile, pid);
  const release = leash(pid, stopSignal);
  void exited.then(() => {
    release();
    removeProcessRecord(options.recordFile, pid);
  });
  const stop = () =>
    stopChild(child, exited, stopSignal, options.stopPatienceMs ?? STOP_PATIENCE_MS);
  try {
    await readiness(child, options);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    pid,
    exited,
    stop,
    kill: (signal) => void child.kill(signal),
    letOthersGoFirst: (niceness) =>
      setNiceness(pid, niceness).catch((error: unknown) => {
        options.log?.(`${options.name} lets nobody go first: ${String(error)}`);
      }),
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

/** Reads the output for as long as the process lives: a full pipe would stop it. */
function readiness(child: Child, options: ManagedProcessOptions): Promise<void> {
  const { name, isReady, log, readyPatienceMs = READY_PATIENCE_MS } = options;
  return new Promise((resolve, reject) => {
    const lastLines: string[] = [];
    const fail = (what: string) =>
      reject(new Error([`${name} ${what}`, ...lastLines].join('\n  ')));
    const timer = setTimeout(
      () => fail(`is not ready after ${readyPatienceMs} ms`),
      readyPatienceMs,
    );
    const settle = () => {
      clearTimeout(timer);
      resolve();
    };
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        log?.(line);
        lastLines.push(line);
        if (lastLines.length > LINES_KEPT) lastLines.shift();
        if (isReady?.(line) === true) settle();
      });
    }
    if (isReady === undefined) settle();
    // Not 'exit': its last words come first. Of no effect once it was ready.
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      fail(`ended with ${signal ?? `code ${code}`}`);
    });
  });
}
