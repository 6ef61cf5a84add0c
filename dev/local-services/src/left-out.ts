/**
 * The end of the title of tests that this machine may be unable to run. The runner of `npm test` counts them as skipped
 * and names the reason, which it reads there; without one it takes a skipped test for a mistake.
 * @param why null: they are run
 */
export const whyLeftOut = (why: string | null): string =>
  why === null ? '' : ` (left out: ${why})`;
