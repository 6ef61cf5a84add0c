/**
 * @param tree of now
 * @param passed by project, the tree with which its tests last passed
 * @returns the projects whose tests have to run
 */
export function projectsToRun(tree: string, passed: Readonly<Record<string, string>>): string[];
