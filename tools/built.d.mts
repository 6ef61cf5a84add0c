/** `projects`: undefined is all. */
export interface Wanted {
  readonly targets: string;
  readonly projects: readonly string[] | undefined;
}

/** Whether all of it was built of that tree, and is still there. */
export function isBuilt(wanted: Wanted, tree: string | null, root?: string): boolean;

export function saveBuilt(built: Wanted, tree: string | null, root?: string): void;
