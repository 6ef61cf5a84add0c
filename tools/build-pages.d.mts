export interface PagesManifest {
  readonly version: string;
  readonly documents: readonly {
    readonly name: string;
    readonly file: string;
    readonly paths: readonly string[];
    readonly access: string;
    /** The files that it loads before it shows anything. */
    readonly first: readonly string[];
  }[];
  readonly files: readonly {
    readonly path: string;
    readonly type: string;
    readonly hash: string;
    readonly bytes: { readonly plain: number; readonly br: number; readonly gz: number };
  }[];
}

/** @param target the folder that gets the pages */
export function buildPages(target: string): Promise<PagesManifest>;
