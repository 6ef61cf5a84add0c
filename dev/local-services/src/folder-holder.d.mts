/** The process that holds a folder, with its stamp: its id alone may belong to another process by now. */
export interface Holder {
  readonly pid: number;
  readonly stamp: string;
}

/** The holder of a folder, by its lock file; null if no running process holds it. */
export function holderOf(lockFile: string): Holder | null;

/** The message for a process that wants a folder that is held. */
export function heldBy(holder: Holder, whatToDo: string): string;
