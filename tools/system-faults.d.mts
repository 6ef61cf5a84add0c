/**
 * Explains a file or folder that prevents the work, in one line that says what to do.
 * @param remedy how the sentence ends, as `choose another folder with --data DIR`
 * @returns null if the error is of another kind
 */
export function explainFault(error: unknown, remedy: string): string | null;

/** Checks that files can be created in a folder that may not exist yet. @throws Error that says what to do */
export function mustBeWritable(folder: string, remedy: string): void;
