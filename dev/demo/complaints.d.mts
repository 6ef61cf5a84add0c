/** The last complaints of each log of a folder, each with the name of its file; of a log without any, its last line. */
export function complaintsIn(folder: string): Promise<string[]>;
