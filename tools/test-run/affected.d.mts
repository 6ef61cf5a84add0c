/**
 * @param tree the present one
 * @param passed by project, the tree with which its tests last passed, all of them or the quick ones
 * @returns the projects whose tests have to run, and those of them with changed files
 */
export function projectsToRun(
  tree: string,
  passed: Readonly<Record<'whole' | 'quick', Readonly<Record<string, string>>>>,
): { affected: string[]; changed: string[] };

/** The projects whose tests a change of these files can break; null means unknown files: all projects. */
export function affectedBy(files: string[] | null): Set<string>;
