/** The built web pages, read once: an HTML file for each document, and their assets. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The audience of a document: everyone, operators at their console's own origin, or developers of the pages. */
const ACCESS = ['everybody', 'operators', 'development'] as const;
const manifestFile = z.object({
  version: z.string(),
  documents: z.array(
    z.object({
      name: z.string(),
      file: z.string(),
      /** `/market/*`: exactly one more segment. */
      paths: z.array(z.string().startsWith('/')),
      access: z.enum(ACCESS),
    }),
  ),
  files: z.array(z.object({ path: z.string(), type: z.string(), hash: z.string() })),
});

export type PagesAccess = (typeof ACCESS)[number];

export interface PagesFile {
  readonly type: string;
  /** Of the content, in hex. */
  readonly hash: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

export interface PagesFolder {
  /** A hash that changes with every file. */
  readonly version: string;
  /** By path, without the leading slash. */
  readonly files: ReadonlyMap<string, PagesFile>;
  /** The document of a path. */
  documentAt(path: string): PagesFile | undefined;
  /** The document for paths that do not exist. */
  readonly fallback: PagesFile | undefined;
}

/** Written last, when all files are there. */
const MANIFEST = 'manifest.json';

/** When the pages were built; 0 while they are being built. Unix time in milliseconds. */
export const builtMsOf = (folder: string): number =>
  statSync(join(folder, MANIFEST), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** @throws Error if the folder does not contain built pages, so that the start fails with the reason */
export function readPagesFolder(folder: string, access: readonly PagesAccess[]): PagesFolder {
  const manifest = manifestFile.parse(JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')));
  const files = new Map(
    manifest.files.map(({ path, type, hash }) => [
      path,
      {
        type,
        hash,
        plain: readFileSync(join(folder, path)),
        br: readFileSync(join(folder, `${path}.br`)),
        gzip: readFileSync(join(folder, `${path}.gz`)),
      },
    ]),
  );
  const documents = manifest.documents.filter((one) => access.includes(one.access));
  const patterns = documents.flatMap(({ file, paths }) =>
    paths.map((path) => ({ segments: path.split('/'), file: files.get(file) })),
  );
  return {
    version: manifest.version,
    files,
    documentAt: (path) => {
      const segments = path.split('/');
      return patterns.find((pattern) => isMatch(pattern.segments, segments))?.file;
    },
    fallback: files.get(documents[0]?.file ?? ''),
  };
}

const isMatch = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, index) =>
    part === '*' ? segments[index] !== '' : part === segments[index],
  );
