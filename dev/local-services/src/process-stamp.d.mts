/**
 * Identifies one run of a process: a later process with the same id has another stamp. null if no process with that id
 * is running (a zombie is not).
 */
export function processStamp(pid: number): string | null;
