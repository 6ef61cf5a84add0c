/**
 * The documents in docs/api: what the running apps serve, committed so that a change of the interface shows in a diff.
 * `node tools/documents.mjs` writes them, and the tests that generate them compare them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../docs/api', import.meta.url));
export const RENEWING = 'node tools/documents.mjs';

export type DocumentName =
  | 'gateway.openapi'
  | 'signer.openapi'
  | 'streams.asyncapi'
  | 'bus.asyncapi';

const textOf = (document: unknown): string => `${JSON.stringify(document, null, 1)}\n`;

export const readDocument = (path: string): unknown =>
  JSON.parse(readFileSync(join(FOLDER, `${path}.json`), 'utf8'));

export function writeDocument(path: string, document: unknown): void {
  mkdirSync(join(FOLDER, path, '..'), { recursive: true });
  writeFileSync(join(FOLDER, `${path}.json`), textOf(document));
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
  if (textOf(document) === committedText(name)) return;
  throw new Error(
    `docs/api/${name}.json differs from what the code says: \`${RENEWING}\` renews it.`,
  );
}

function committedText(name: DocumentName): string {
  try {
    return readFileSync(join(FOLDER, `${name}.json`), 'utf8');
  } catch {
    return ''; // it was never written
  }
}
