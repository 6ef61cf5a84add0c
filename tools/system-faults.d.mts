/**
 * A file or folder that does not let us work, in one line that says what to do.
 * @param remedy how the sentence ends, as `choose another folder with --data DIR`
 * @returns null where the error is not of that kind
 */
export function explainFault(error: unknown, remedy: string): string | null;

/** Whether files can be made in a folder that may not be there yet. @throws Error that says what to do */
export function mustBeWritable(folder: string, remedy: string): void;
