/** `projects`: undefined means all. */
export interface Wanted {
  readonly targets: string;
  readonly projects: readonly string[] | undefined;
}

/** True if all of it was built from that tree, and still exists. */
export function isBuilt(wanted: Wanted, tree: string | null, root?: string): boolean;

export function saveBuilt(built: Wanted, tree: string | null, root?: string): void;
