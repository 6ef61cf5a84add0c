/**
 * A transaction's log, read for what one program logged as data. A program can log any text, but the runtime puts
 * `Program log: ` or `Program data: ` before it: lines that say who runs are the runtime's alone.
 */
import { base64 } from '@scure/base';

const ADDRESS = '[1-9A-HJ-NP-Za-km-z]{32,44}';
const INVOKE = new RegExp(`^Program (${ADDRESS}) invoke \\[(\\d+)\\]$`);
const END = new RegExp(`^Program (${ADDRESS}) (?:success$|failed: )`);
const DATA = /^Program data: (\S*)$/;
const TRUNCATED = 'Log truncated';

export interface LoggedData {
  /** In the order it was logged. */
  readonly data: readonly Uint8Array[];
  /** False where the log was cut off (10,000 bytes a transaction) or does not add up: there may have been more. */
  readonly isComplete: boolean;
}

/**
 * What `programId` (base58) logged as data, at whatever depth it ran. A log of several slices is left out: the vault logs
 * one. The transaction must have succeeded: what a failed one logged did not happen.
 */
export function dataLoggedBy(logLines: readonly string[], programId: string): LoggedData {
  const running: string[] = [];
  const data: Uint8Array[] = [];
  for (const line of logLines) {
    if (line === TRUNCATED) return { data, isComplete: false };
    const invoke = INVOKE.exec(line);
    if (invoke !== null) {
      running.push(invoke[1]!);
      if (running.length !== Number(invoke[2])) return { data, isComplete: false };
      continue;
    }
    const end = END.exec(line);
    if (end !== null) {
      if (running.pop() !== end[1]) return { data, isComplete: false };
      continue;
    }
    const logged = running.at(-1) === programId ? DATA.exec(line)?.[1] : undefined;
    if (logged !== undefined) data.push(base64.decode(logged));
  }
  return { data, isComplete: running.length === 0 };
}
