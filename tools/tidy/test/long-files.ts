/** Sources of more than 300 lines, each with the reason why it should stay whole. */
export const LONG_FILES: Readonly<Record<string, string>> = {};
