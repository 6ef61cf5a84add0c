/** The process that has a folder, with its stamp: the id alone may be another's by now. */
export interface Holder {
  readonly pid: number;
  readonly stamp: string;
}

/** Who has a folder, by its lock file; null where nobody that lives has it. */
export function holderOf(lockFile: string): Holder | null;

/** What to tell whoever wants a folder that is held. */
export function heldBy(holder: Holder, whatToDo: string): string;
