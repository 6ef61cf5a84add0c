/**
 * Flags that were given to npm instead of to us, as in `npm start --port 4000`.
 * @param npmFiles what .npmrc files say about names that are flags of ours; asked where one was given
 * @returns the flags as they were meant, and notes about that
 * @throws Error that says how to write it, where it can mean more than one thing
 */
export function flagsFromNpm(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  npmFiles: () => Readonly<Record<string, string>>,
): { readonly argv: readonly string[]; readonly notes: readonly string[] };

/** Takes them out of an environment, so that an npm that we start does not warn about them. */
export function forgetNpmFlags(env: Record<string, string | undefined>): void;

/** Where the data will be, as the flags say. */
export function dataFolderOf(argv: readonly string[]): string;

export function isHelp(argv: readonly string[]): boolean;

/**
 * Flags that are none, or lack a value.
 * @throws Error that names the flag
 */
export function mustBeFlags(argv: readonly string[]): void;
