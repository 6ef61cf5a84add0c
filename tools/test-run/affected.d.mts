/**
 * @param tree of now
 * @param passed by project, the tree with which its tests last passed
 * @returns the projects whose tests have to run, and those of them with files that changed
 */
export function projectsToRun(
  tree: string,
  passed: Readonly<Record<string, string>>,
): { affected: string[]; changed: string[] };

/** The projects whose tests the change of these files can break; of null, of files that nobody knows, all. */
export function affectedBy(files: string[] | null): Set<string>;
