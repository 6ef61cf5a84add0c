/**
 * A mark of one life of a process: another process that is given the same id later has another stamp.
 * null when no process with that id is alive (a zombie is not).
 */
export function processStamp(pid: number): string | null;
