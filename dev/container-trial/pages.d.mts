/** The shell fences below a heading of a page. */
export function fencesOf(page: string, heading: string): readonly string[];
/** What each runbook looks at first on one machine, by its page. */
export function firstLooks(): readonly [string, string][];
