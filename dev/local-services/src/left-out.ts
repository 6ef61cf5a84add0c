/**
 * Title of tests that this machine may be unable to run. The runner of `npm test` counts them as skipped and names the
 * reason, which it reads in the title; without one it takes a skipped test for a mistake.
 * @param why null: they are run
 */
export const titleOrWhyNot = (title: string, why: string | null): string =>
  why === null ? title : `${title} (left out: ${why})`;
