/**
 * Reads the data that one program logged from a transaction's log. A program can log any text, but the runtime prefixes
 * it with `Program log: ` or `Program data: `, so only the runtime writes the lines that say which program runs.
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
  /** False if the log was cut off (10,000 bytes per transaction) or is inconsistent: there may have been more. */
  readonly isComplete: boolean;
}

/**
 * The data that `programId` (base58) logged, at any call depth. A log entry of several slices is left out: the vault
 * logs one. The transaction must have succeeded: the log of a failed one had no effect.
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
