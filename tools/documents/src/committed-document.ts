/**
 * The documents in docs/api: what the running apps serve, committed so that a change of the interface shows in a diff.
 * `node tools/documents.mjs` writes them, and the tests that generate them compare them.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../docs/api', import.meta.url));
export const RENEWING = 'node tools/documents.mjs';

export type DocumentName =
  | 'gateway.openapi'
  | 'signer.openapi'
  | 'streams.asyncapi'
  | 'bus.asyncapi';

const fileOf = (path: string): string => join(FOLDER, `${path}.json`);

export const isCommitted = (path: string): boolean => existsSync(fileOf(path));

export const readDocument = (path: string): unknown =>
  JSON.parse(readFileSync(fileOf(path), 'utf8'));

/** On one line: the formatter of the tree comes after it. */
export function writeDocument(path: string, document: unknown): void {
  mkdirSync(join(FOLDER, path, '..'), { recursive: true });
  writeFileSync(fileOf(path), JSON.stringify(document));
}

/**
 * Compares the generated document with the committed one, or replaces it.
 * @param renewing `RENEW_DOCUMENTS` of the environment: absent, it is compared
 * @throws Error that names the command which renews the file
 */
export function requireCommitted(
  name: DocumentName,
  document: unknown,
  renewing: string | undefined,
): void {
  if (renewing !== undefined) {
    writeDocument(name, document);
    return;
  }
  const isSame =
    isCommitted(name) && JSON.stringify(document) === JSON.stringify(readDocument(name));
  if (isSame) return;
  throw new Error(
    `docs/api/${name}.json differs from what the code says: \`${RENEWING}\` renews it.`,
  );
}
